import { useState } from 'react'
import { ApiFailure, request } from '../../lib/call.ts'
import { times } from '../../lib/constants.ts'
import { notify } from '../../lib/notify.ts'

interface Action {
  asking: boolean
  running: boolean
  ask: () => void
  cancel: () => void
  run: () => Promise<void>
}

interface Words {
  address: '/api/cms/reset' | '/api/cms/publish'
  success: string
  failure: 'Reset failed' | 'Publish failed'
  failureShown: number
}

/** Reset or Publish: asked for, run once, told in a toast. */
export function useContentAction(
  { address, success, failure, failureShown }: Words,
  onDone: () => Promise<void>,
): Action {
  const [asking, setAsking] = useState(false)
  const [running, setRunning] = useState(false)

  async function run(): Promise<void> {
    setRunning(true)
    try {
      await request('POST', address)
      notify.success(success, { autoClose: times.toastReset })
      await onDone()
    } catch (problem) {
      notify.error(`${failure}: ${reasonOf(problem)}`, { autoClose: failureShown })
    } finally {
      setRunning(false)
      setAsking(false)
    }
  }

  return { asking, running, ask: () => setAsking(true), cancel: () => setAsking(false), run }
}

/** The server's message, else its error, else "Unknown error"; other words when it was never reached. */
export function reasonOf(problem: unknown): string {
  if (!(problem instanceof ApiFailure) || problem.offline) return 'Network error or server unavailable'
  const { message, error } = problem.extra
  const said = [message, error].find((text) => typeof text === 'string' && text !== '')
  return typeof said === 'string' ? said : 'Unknown error'
}
