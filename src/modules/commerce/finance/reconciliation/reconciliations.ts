import type { OutputOf } from '#platform/contract/endpoint.ts'
import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import type { Author } from '../../orders/author.ts'
import { financeTables } from '../books/tables.ts'
import { Comparison, type ComparisonOptions, type Counts } from './comparison.ts'
import type { financeReconciliation } from './contract.ts'

export type Run = NonNullable<OutputOf<typeof financeReconciliation>['report']>

const day = 24 * 3_600_000
const windowMs = 35 * day
/** Less than a day apart, so that what changes just after a comparison is in the log within a day. */
const dailyMs = 23 * 3_600_000
export const dailyName = 'system:daily'
/** Milliseconds after which a run that failed or was killed is repeated. */
const retryMs = 3_600_000

/** When the next daily run is due, as `runDaily` decides it: by the beginnings of the last one and of the last complete one. */
export const dailyDue = (begun: Date | null, complete: Date | null): number =>
  Math.max((begun?.getTime() ?? 0) + retryMs, (complete?.getTime() ?? 0) + dailyMs)

/**
 * Runs that compare the whole Stripe account with the log, in both directions. The daily run records what needs no
 * decision (`isPlain`); a run that a person starts records nothing. Every other difference is stored with its cause and
 * stays open until a person or the product itself has appended what is missing.
 */
export class Reconciliations {
  static readonly needs = {
    database: Database,
    comparison: Comparison,
    clock: Clock,
    ids: Ids,
  }
  readonly #parts: Given<typeof Reconciliations.needs>

  constructor(parts: Given<typeof Reconciliations.needs>) {
    this.#parts = parts
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

  /** When the last run without an error ended; before there is one, when the first run began. */
  async completeUntil(): Promise<Date | null> {
    const row = await this.#tables
      .selectFrom('commerce_reconciliation')
      .select(({ fn }) => [
        fn.max('finished_at').filterWhere('error', 'is', null).as('complete'),
        fn.min('started_at').as('begun'),
      ])
      .executeTakeFirst()
    return row?.complete ?? row?.begun ?? null
  }

  /**
   * Runs when the last daily run began a day ago; the process that inserts the row is the one that runs.
   * @param author of what the run records by itself
   * @param stopped checked between payments: a process that shuts down ends the run early; differences found stay
   * @returns whether it ran
   */
  async runDaily(author: Author, stopped: () => boolean): Promise<boolean> {
    const now = this.#parts.clock.now()
    const before = (ms: number) => new Date(now.getTime() - ms)
    const id = this.#parts.ids.uuid()
    const claimed = await this.#parts.database.rawTransaction(async (sql) => {
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

  /** Compares now, on behalf of a member of staff, and returns the finished run. */
  async run(startedBy: string, onProgress?: ComparisonOptions['onProgress']): Promise<Run> {
    const now = this.#parts.clock.now()
    const since = new Date(now.getTime() - windowMs)
    const id = this.#parts.ids.uuid()
    await this.#tables
      .insertInto('commerce_reconciliation')
      .values({ id, started_at: now, since, started_by: startedBy })
      .execute()
    await this.#finish(id, { since, author: null, stopped: () => false, ...(onProgress && { onProgress }) })
    const row = await this.#tables
      .selectFrom('commerce_reconciliation')
      .select(columns)
      .where('id', '=', id)
      .executeTakeFirst()
    if (row === undefined) throw new Error('The report of this run is gone')
    return runOf(row)
  }

  get #tables() {
    return financeTables(this.#parts.database.sql)
  }

  async #finish(id: string, options: ComparisonOptions): Promise<void> {
    const counts: Counts = { ...nothing }
    let failure: string | null = null
    try {
      await this.#closeKilled(id)
      await this.#parts.comparison.compare(id, options, counts)
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
    }
    await this.#tables
      .updateTable('commerce_reconciliation')
      .set({ finished_at: this.#parts.clock.now(), report: { ...counts }, error: failure })
      .where('id', '=', id)
      .execute()
  }

  /** Marks runs as failed whose process was killed: such a process cannot do so itself. */
  async #closeKilled(id: string): Promise<void> {
    const now = this.#parts.clock.now()
    await this.#tables
      .updateTable('commerce_reconciliation')
      .set({ finished_at: now, error: 'The process ended before the comparison did' })
      .where('finished_at', 'is', null)
      .where('started_at', '<', new Date(now.getTime() - retryMs))
      .where('id', '<>', id)
      .execute()
  }
}

type Row = Omit<Run, keyof Counts> & {
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
