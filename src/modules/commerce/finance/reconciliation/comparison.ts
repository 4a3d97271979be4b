import type { OutputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import { concurrencyLimit } from '#platform/kernel/concurrency.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { findingOf, isPlain } from '../../domain/difference.ts'
import type { Author } from '../../orders/author.ts'
import { Observations } from '../../orders/observations.ts'
import { StripeAccount } from '../../payments/stripe/stripe.ts'
import { financeTables } from '../books/tables.ts'
import type { financeReconciliation } from './contract.ts'
import { Differences } from './differences.ts'

type Report = NonNullable<OutputOf<typeof financeReconciliation>['report']>
/** What a comparison has counted so far. */
export type Counts = Pick<Report, 'intents' | 'orders' | 'foreign' | 'found' | 'recorded'>

/** The options of one comparison. */
export interface ComparisonOptions {
  since: Date
  /** Author of what the run records by itself (`isPlain`); null for a run of a person, which records nothing. */
  author: Author | null
  /** Checked between payments: a process that shuts down ends the run early; differences found so far stay. */
  stopped: () => boolean
  /** Called with the number of compared payments and of all payments. */
  onProgress?: (done: number, total: number) => void
}

const concurrency = 4

/** Compares the payments of the Stripe account with those of the log, in both directions, one by one. */
export class Comparison {
  static readonly needs = {
    database: Database,
    observations: Observations,
    differences: Differences,
    stripe: StripeAccount,
  }
  readonly #parts: Given<typeof Comparison.needs>

  constructor(parts: Given<typeof Comparison.needs>) {
    this.#parts = parts
  }

  /** Compares all payments since a moment, and older ones of open orders; updates `counts` while it runs. */
  async compare(
    runId: string,
    { since, author, stopped, onProgress }: ComparisonOptions,
    counts: Counts,
  ): Promise<void> {
    const inLog = await financeTables(this.#parts.database.sql)
      .selectFrom('commerce_order')
      .select(['id', 'intent_ids'])
      .where(({ eb, or, selectFrom }) =>
        or([
          eb('created_at', '>=', since),
          eb('id', 'in', selectFrom('commerce_order_check').select('order_id')),
        ]),
      )
      .where(({ eb, fn }) => eb(fn<number>('cardinality', ['intent_ids']), '>', 0))
      .execute()
    counts.orders = inLog.length
    const atStripe = await this.#parts.stripe.intentsSince(since)
    const all = [...new Set([...atStripe.keys(), ...inLog.flatMap(({ intent_ids }) => intent_ids)])]
    // An intent never changes its order, so those that are known now are not looked up one by one.
    const orderOf = new Map(inLog.flatMap(({ id, intent_ids }) => intent_ids.map((intent) => [intent, id])))
    const found: string[] = []
    const next = all.values()
    let compared = 0
    const compareNext = async (): Promise<void> => {
      for (const intentId of next) {
        if (stopped()) throw new Error('The process was stopped')
        onProgress?.(compared++, all.length)
        const listed = atStripe.get(intentId)
        // A payment without our metadata is read from Stripe only when an order in the log names it.
        const known = orderOf.get(intentId)
        const ours =
          listed !== null ||
          known !== undefined ||
          (await this.#parts.observations.orderOf(intentId)) !== null
        const seen = ours
          ? await this.#parts.observations.foresee(intentId, known)
          : ({ outcome: 'foreign' } as const)
        if (seen.outcome === 'foreign') counts.foreign += 1
        else if (listed !== undefined) counts.intents += 1
        const finding = findingOf(intentId, seen)
        if (finding === null) continue
        if (author !== null && isPlain(intentId, seen)) {
          await this.#parts.observations.observe(intentId, author, (learned) =>
            this.#parts.differences.automatic(intentId, learned, author),
          )
          counts.recorded += 1
        } else if (await this.#parts.differences.found(runId, finding)) {
          counts.found += 1
          found.push(intentId)
        }
      }
    }
    // The first failure ends the run, after the other workers have finished their payment: nothing is stored after the end.
    const results = await Promise.allSettled(
      Array.from({ length: concurrencyLimit(concurrency) }, compareNext),
    )
    for (const each of results) if (each.status === 'rejected') throw each.reason
    await this.#parts.differences.closeOthers(all, found)
  }
}
