import { atOnce } from '#platform/kernel/at-once.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Difference, Differences } from './differences.ts'

/** A difference that still waits, and why. */
export interface Failure {
  id: string
  intentId: string
  orderId: string | null
  code: string
  error: string
}

export interface SettledAll {
  settled: Difference[]
  failures: Failure[]
}

const sideBySide = 4

/** Settles each by itself, a few side by side: one that fails stops no other and says why. Repeated ids are one. */
export async function settleEach(
  differences: Differences,
  ids: readonly string[],
  settle: (id: string) => Promise<Difference>,
): Promise<SettledAll> {
  const all: SettledAll = { settled: [], failures: [] }
  const next = new Set(ids).values()
  const work = async (): Promise<void> => {
    for (const id of next) {
      try {
        all.settled.push(await settle(id))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        const { intentId = '', orderId = null } = (await differences.get(id)) ?? {}
        all.failures.push({ id, intentId, orderId, code: error.code, error: error.message })
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce(sideBySide) }, work))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  return all
}
