import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { attempt } from './attempt.ts'
import { notify } from './notify.ts'

/**
 * Ends one session of a list, shows the result, and refetches the list, unless `revoke` does so.
 * @returns `ending`: the id of the session whose end is in progress
 */
export function useEndSession(revoke: (id: string) => Promise<unknown>, list?: QueryKey) {
  const client = useQueryClient()
  const [ending, setEnding] = useState<string>()

  async function end(id: string): Promise<void> {
    setEnding(id)
    const ended = (): void => notify.success('Session ended')
    await attempt(revoke(id), ended, 'The session could not be ended. Please try again.')
    if (list) await client.invalidateQueries({ queryKey: list })
    setEnding(undefined)
  }
  return { ending, end }
}
