import pg from 'pg'
import type { Statement } from '../database/sql.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type AppendRow, appendCall, groupIncomplete, type PreparedItem, verdictsOf } from './append-call.ts'
import { VersionClash } from './event-log.ts'
import type { AppendOutcome } from './group-commit.ts'
import { isOutage, onConnection, sendAll } from './log-connections.ts'

const begin: Statement = { text: 'begin isolation level read committed', values: [] }
const commit: Statement = { text: 'commit', values: [] }

/**
 * One transaction for a whole group: jobs, lock of the head, events, writes and commit, sent without waiting in between. When it
 * fails, each half of the group gets its own transaction, so that an item at fault fails alone after a few tries.
 */
export class GroupTransactions {
  #pool: pg.Pool
  #jobs: Jobs

  constructor(pool: pg.Pool, jobs: Jobs) {
    this.#pool = pool
    this.#jobs = jobs
  }

  /** One outcome per item: `unavailable` when it is not known whether the item was stored; its append may then be repeated. */
  async commit(items: readonly PreparedItem[]): Promise<AppendOutcome[]> {
    const settled = new Map<PreparedItem, AppendOutcome>()
    const failure = await onConnection(this.#pool, (client) => this.#settle(client, items, settled)).then(
      () => new Error('An append has no outcome'),
      (error: Error) => error,
    )
    return items.map((item) => settled.get(item) ?? failure)
  }

  async #settle(
    client: pg.PoolClient,
    items: readonly PreparedItem[],
    settled: Map<PreparedItem, AppendOutcome>,
  ): Promise<void> {
    try {
      const outcomes = await this.#together(client, items)
      for (const [index, item] of items.entries()) settled.set(item, outcomes[index]!)
    } catch (error) {
      if (isOutage(error)) throw error
      const half = items.length >> 1
      if (half === 0) {
        settled.set(
          items[0]!,
          isGroupIncomplete(error) ? await this.#alone(client, items[0]!) : (error as Error),
        )
        return
      }
      await this.#settle(client, items.slice(0, half), settled)
      await this.#settle(client, items.slice(half), settled)
    }
  }

  /** The usual case: every event is new, at the expected version, and every write succeeds. */
  async #together(client: pg.PoolClient, items: readonly PreparedItem[]): Promise<AppendOutcome[]> {
    // Before the lock of the head, so that two groups can store their jobs at the same time.
    const before = [begin, ...this.#jobsOf(items)]
    const rows = await sendAll(client, [...before, appendCall(items, true), ...writesOf(items), commit])
    return verdictsOf(items, rows[before.length]![0] as AppendRow)
  }

  /** The item is a repeat, partly stored already, or clashes: its verdict decides whether its jobs and writes are stored. */
  async #alone(client: pg.PoolClient, item: PreparedItem): Promise<AppendOutcome> {
    try {
      const [, rows] = await sendAll(client, [begin, appendCall([item], false)])
      const [verdict] = verdictsOf([item], rows![0] as AppendRow)
      const isStored = !(verdict instanceof VersionClash) && !verdict!.duplicate
      const effects = isStored ? [...this.#jobsOf([item]), ...writesOf([item])] : []
      await sendAll(client, [...effects, commit])
      return verdict!
    } catch (error) {
      if (isOutage(error)) throw error
      await sendAll(client, [{ text: 'rollback', values: [] }])
      return error as Error
    }
  }

  #jobsOf(items: readonly PreparedItem[]): Statement[] {
    return this.#jobs.statementsOf(items.flatMap(({ item }) => item.jobs ?? []))
  }
}

const isGroupIncomplete = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === groupIncomplete

/** The writes in their order; those that share a statement for many rows run as one, at the place of the first. */
function writesOf(items: readonly PreparedItem[]): Statement[] {
  const together = Map.groupBy(
    items.flatMap(({ writes }) => writes),
    (write): unknown => write.many ?? write,
  )
  return [...together.values()].map((rows) => {
    const [{ text, values, many }] = rows as [(typeof rows)[number]]
    if (many === undefined || rows.length === 1) return { text, values }
    return { text: many, values: values.map((_, at) => rows.map((row) => cell(row.values[at]))) }
  })
}

/** A list within a list becomes its text, because `unnest` would flatten it. */
const cell = (value: unknown): unknown =>
  Array.isArray(value)
    ? `{${value.map((each) => `"${String(each).replace(/["\\]/g, '\\$&')}"`).join(',')}}`
    : value
