import type { OutputOf } from '#platform/contract/endpoint.ts'
import { concurrencyLimit } from '#platform/kernel/concurrency.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { settleDifferences } from './contract.ts'
import type { Difference, Differences } from './differences.ts'

/** A difference that could not be settled, and why. */
export type Failure = OutputOf<typeof settleDifferences>['failures'][number]

export interface SettledAll {
  settled: Difference[]
  failures: Failure[]
}

const concurrency = 4

/** Settles each one independently, a few concurrently; failures are collected. Repeated ids are settled once. */
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
  const results = await Promise.allSettled(Array.from({ length: concurrencyLimit(concurrency) }, work))
  for (const each of results) if (each.status === 'rejected') throw each.reason
  return all
}
