import type { Database } from '#platform/database/database.ts'
import { atOnce } from '#platform/kernel/at-once.ts'
import { findingOf, isPlain } from '../../domain/difference.ts'
import type { Author } from '../../orders/author.ts'
import type { Observations } from '../../orders/observations.ts'
import type { StripeAccount } from '../../stripe/stripe.ts'
import { financeTables } from '../books/tables.ts'
import type { Differences } from './differences.ts'

/** How far a comparison came, and what it counted on its way. */
export interface Counts {
  /** Payments of ours at Stripe, and orders of the period in the log. */
  intents: number
  orders: number
  /** Payments of other products of the same Stripe account. */
  foreign: number
  /** Differences that this run found and left to people. */
  found: number
  /** Differences that this run recorded by itself. */
  recorded: number
}

/** How one comparison goes about it. */
export interface Manner {
  since: Date
  /** Records what is plain under this name; null when a person compares, who records under their own. */
  author: Author | null
  /** Asked between payments: a process that shuts down breaks the run off and keeps what it found. */
  stopped: () => boolean
  /** Told how many payments of how many were looked at. */
  tell?: (done: number, total: number) => void
}

const sideBySide = 4

/** The payments of the Stripe account against those of the log, both ways, one by one. */
export class Comparison {
  readonly #database: Database
  readonly #observations: Observations
  readonly #differences: Differences
  readonly #stripe: StripeAccount

  constructor(
    database: Database,
    observations: Observations,
    differences: Differences,
    stripe: StripeAccount,
  ) {
    this.#database = database
    this.#observations = observations
    this.#differences = differences
    this.#stripe = stripe
  }

  /** Compares everything since a moment and everything older that is open; `counts` grows on the way. */
  async compare(runId: string, { since, author, stopped, tell }: Manner, counts: Counts): Promise<void> {
    const inLog = await financeTables(this.#database.sql)
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
    const atStripe = await this.#stripe.intentsSince(since)
    const all = [...new Set([...atStripe.keys(), ...inLog.flatMap(({ intent_ids }) => intent_ids)])]
    // An intent never leaves its order: those that are known now need no look each.
    const orderOf = new Map(inLog.flatMap(({ id, intent_ids }) => intent_ids.map((intent) => [intent, id])))
    const found: string[] = []
    const next = all.values()
    let looked = 0
    const look = async (): Promise<void> => {
      for (const intentId of next) {
        if (stopped()) throw new Error('The process was stopped')
        tell?.(looked++, all.length)
        const listed = atStripe.get(intentId)
        // Not ours by what Stripe lists: asked for only when an order names it all the same.
        const known = orderOf.get(intentId)
        const ours =
          listed !== null || known !== undefined || (await this.#observations.orderOf(intentId)) !== null
        const seen = ours
          ? await this.#observations.foresee(intentId, known)
          : ({ outcome: 'foreign' } as const)
        if (seen.outcome === 'foreign') counts.foreign += 1
        else if (listed !== undefined) counts.intents += 1
        const finding = findingOf(intentId, seen)
        if (finding === null) continue
        if (author !== null && isPlain(intentId, seen)) {
          await this.#observations.observe(intentId, author, (heard) =>
            this.#differences.automatic(intentId, heard, author),
          )
          counts.recorded += 1
        } else if (await this.#differences.found(runId, finding)) {
          counts.found += 1
          found.push(intentId)
        }
      }
    }
    // The first that fails ends the run; the others finish what they are looking at, so that nothing is stored after it.
    const ends = await Promise.allSettled(Array.from({ length: atOnce(sideBySide) }, look))
    for (const each of ends) if (each.status === 'rejected') throw each.reason
    await this.#differences.closeOthers(all, found)
  }
}
