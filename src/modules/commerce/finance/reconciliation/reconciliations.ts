import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { findingOf, isPlain } from '../../domain/difference.ts'
import type { Observations } from '../../orders/observations.ts'
import type { Author } from '../../orders/orders.ts'
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

export interface Run extends Counts {
  id: string
  startedAt: Date
  finishedAt: Date | null
  since: Date
  /** A username, or who of the product itself. */
  startedBy: string
  /** Why it broke off; what it had found until then is kept. */
  error: string | null
}

const day = 24 * 3_600_000
const windowMs = 35 * day
/** Less than a day apart, so that what changes just after a comparison is in the log within a day. */
const dailyMs = 23 * 3_600_000
const dailyName = 'system:daily'
/** A run that failed or was killed is tried again this much later. */
const retryMs = 3_600_000
const sideBySide = 4

/** How one comparison goes about it. */
interface Manner {
  since: Date
  /** Records what is plain under this name; null when a person compares, who records under their own. */
  author: Author | null
  /** Asked between payments: a process that shuts down breaks the run off and keeps what it found. */
  stopped: () => boolean
}

/**
 * The whole Stripe account against the log, both ways. The daily comparison records what is plain; one that a person
 * starts reads only. Every other difference is stored with its cause, and stays until a person or the product itself
 * has appended what is missing.
 */
export class Reconciliations {
  readonly #database: Database
  readonly #observations: Observations
  readonly #differences: Differences
  readonly #stripe: StripeAccount
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(parts: {
    database: Database
    observations: Observations
    differences: Differences
    stripe: StripeAccount
    clock: Clock
    ids: Ids
  }) {
    this.#database = parts.database
    this.#observations = parts.observations
    this.#differences = parts.differences
    this.#stripe = parts.stripe
    this.#clock = parts.clock
    this.#ids = parts.ids
  }

  /** The last finished run; null before the first. */
  async last(): Promise<Run | null> {
    const row = await this.#tables
      .selectFrom('commerce_reconciliation')
      .select(columns)
      .where('finished_at', 'is not', null)
      .orderBy('started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row === undefined ? null : runOf(row)
  }

  /**
   * Runs when the last daily run began a day ago; the process that inserts the row is the one that runs. True if it ran.
   * @param author under whose name it records what is plain.
   * @param stopped asked between payments: a process that shuts down breaks the run off and keeps what it found.
   */
  async runDaily(author: Author, stopped: () => boolean): Promise<boolean> {
    const now = this.#clock.now()
    const before = (ms: number) => new Date(now.getTime() - ms)
    const id = this.#ids.uuid()
    const claimed = await this.#database.rawTransaction(async (sql) => {
      await lockUntilEnd(sql, 'commerce_reconciliation')
      const tables = financeTables(sql)
      const done = await tables
        .selectFrom('commerce_reconciliation')
        .select('id')
        .where('started_by', '=', dailyName)
        .where(({ and, eb, or }) =>
          or([
            eb('started_at', '>', before(retryMs)),
            and([
              eb('started_at', '>', before(dailyMs)),
              eb('finished_at', 'is not', null),
              eb('error', 'is', null),
            ]),
          ]),
        )
        .executeTakeFirst()
      if (done !== undefined) return false
      await tables
        .insertInto('commerce_reconciliation')
        .values({ id, started_at: now, since: before(windowMs), started_by: dailyName })
        .execute()
      return true
    })
    if (!claimed) return false
    await this.#finish(id, { since: before(windowMs), author, stopped })
    return true
  }

  /** Compares now, for somebody, and answers the run. */
  async run(startedBy: string): Promise<Run> {
    const now = this.#clock.now()
    const since = new Date(now.getTime() - windowMs)
    const id = this.#ids.uuid()
    await this.#tables
      .insertInto('commerce_reconciliation')
      .values({ id, started_at: now, since, started_by: startedBy })
      .execute()
    await this.#finish(id, { since, author: null, stopped: () => false })
    const row = await this.#tables
      .selectFrom('commerce_reconciliation')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw new Error('The report of this run is gone')
    return runOf(row)
  }

  get #tables() {
    return financeTables(this.#database.sql)
  }

  async #finish(id: string, manner: Manner): Promise<void> {
    const counts: Counts = { ...nothing }
    let failure: string | null = null
    try {
      await this.#closeKilled(id)
      await this.#compare(id, manner, counts)
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
    await this.#tables
      .updateTable('commerce_reconciliation')
      .set({ finished_at: this.#clock.now(), report: { ...counts }, error: failure })
      .where('id', '=', id)
      .execute()
  }

  /** A run whose process was killed never says so itself. */
  async #closeKilled(id: string): Promise<void> {
    const now = this.#clock.now()
    await this.#tables
      .updateTable('commerce_reconciliation')
      .set({ finished_at: now, error: 'The process ended before the comparison did' })
      .where('finished_at', 'is', null)
      .where('started_at', '<', new Date(now.getTime() - retryMs))
      .where('id', '<>', id)
      .execute()
  }

  async #compare(runId: string, { since, author, stopped }: Manner, counts: Counts): Promise<void> {
    const inLog = await this.#tables
      .selectFrom('commerce_order')
      .select('intent_ids')
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
    const found: string[] = []
    const next = all.values()
    const look = async (): Promise<void> => {
      for (const intentId of next) {
        if (stopped()) throw new Error('The process was stopped')
        const listed = atStripe.get(intentId)
        // Not ours by what Stripe lists: asked for only when an order names it all the same.
        const ours = listed !== null || (await this.#observations.orderOf(intentId)) !== null
        const seen = ours ? await this.#observations.foresee(intentId) : ({ outcome: 'foreign' } as const)
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
    const looked = await Promise.allSettled(Array.from({ length: sideBySide }, look))
    for (const each of looked) if (each.status === 'rejected') throw each.reason
    await this.#differences.closeOthers(all, found)
  }
}

interface Row extends Omit<Run, keyof Counts> {
  report: Partial<Counts> | null
}

const columns = [
  'id',
  'started_at as startedAt',
  'finished_at as finishedAt',
  'since',
  'started_by as startedBy',
  'report',
  'error',
] as const
const nothing: Counts = { intents: 0, orders: 0, foreign: 0, found: 0, recorded: 0 }

function runOf({ report, ...row }: Row): Run {
  return { ...row, ...nothing, ...report }
}
