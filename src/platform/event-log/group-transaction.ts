import pg from 'pg'
import type { Jobs, OwedJob } from '../jobs/jobs.ts'
import { callAppend, notWhole, type PreparedItem } from './append-call.ts'
import { Batches } from './batch.ts'
import { type Appended, VersionClash } from './event-log.ts'
import type { Outcome } from './group-commit.ts'
import { isOutage, onConnection } from './outage.ts'

/** A group that has had this many items at fault is not tried together once more. */
const mostFaults = 3

/** A write failed, and this is whose it was; the transaction is lost for all. */
class WriteFailure extends Error {
  readonly item: PreparedItem

  constructor(item: PreparedItem, cause: unknown) {
    super('A write of an append failed', { cause })
    this.item = item
  }
}

/**
 * One transaction for a whole group: head lock, events, writes, jobs and commit. When a write fails, the group
 * runs again without its item. Items at fault run last, each behind a savepoint, for the error that is theirs
 * alone; so does a group that fails where nobody can tell whose fault it is.
 */
export class GroupTransactions {
  #pool: pg.Pool
  #jobs: Jobs

  constructor(pool: pg.Pool, jobs: Jobs) {
    this.#pool = pool
    this.#jobs = jobs
  }

  /** One outcome per item. Rejects with `unavailable` when it is unknown; the same call may then be repeated. */
  async commit(items: readonly PreparedItem[]): Promise<Outcome[]> {
    const outcomes = await onConnection(this.#pool, (client) => this.#settle(client, items))
    return items.map((item) => outcomes.get(item)!)
  }

  async #settle(client: pg.PoolClient, items: readonly PreparedItem[]): Promise<Map<PreparedItem, Outcome>> {
    const outcomes = new Map<PreparedItem, Outcome>()
    const apart: PreparedItem[] = []
    let together = [...items]
    for (let whole = true; together.length > 0; ) {
      try {
        const settled = await (whole ? this.#whole(client, together) : this.#sorted(client, together))
        for (const [index, item] of together.entries()) outcomes.set(item, settled[index]!)
        break
      } catch (error) {
        if (isOutage(error)) throw error
        await send(client, 'rollback')
        if (error instanceof pg.DatabaseError && error.code === notWhole) {
          whole = false
          continue
        }
        const faulty = error instanceof WriteFailure && apart.length < mostFaults ? [error.item] : together
        apart.push(...faulty)
        together = together.filter((item) => !faulty.includes(item))
      }
    }
    if (apart.length > 0) await this.#oneByOne(client, apart, outcomes)
    return outcomes
  }

  /** The usual case, in one exchange: everything is new, at the expected version, and writes well. */
  async #whole(client: pg.PoolClient, items: readonly PreparedItem[]): Promise<Outcome[]> {
    const batch = new Batches(client)
    batch.query('begin isolation level read committed')
    const verdicts = callAppend(batch, items, true)
    verdicts.catch(() => undefined) // the batch reports what fails in it
    await this.#runEffects(batch, items, 'commit')
    return verdicts
  }

  /** Some items are repeats or clash: their verdicts first, then the effects of the others. */
  async #sorted(client: pg.PoolClient, items: readonly PreparedItem[]): Promise<Outcome[]> {
    const opening = new Batches(client)
    opening.query('begin isolation level read committed')
    const [verdicts] = await Promise.all([callAppend(opening, items, false), opening.run()])
    const closing = new Batches(client)
    const stored = items.filter((_, index) => isStored(verdicts[index]!))
    await this.#runEffects(closing, stored, 'commit')
    return verdicts
  }

  /** Adds the writes and jobs of stored items and the last statements, and sends the batch. */
  async #runEffects(batch: Batches, stored: readonly PreparedItem[], ...last: string[]): Promise<void> {
    const owners = new Map<number, PreparedItem>()
    for (const prepared of stored) {
      for (const { text, values } of prepared.item.writes ?? []) {
        owners.set(batch.size, prepared)
        try {
          batch.query(text, values)
        } catch (error) {
          throw new WriteFailure(prepared, error)
        }
      }
    }
    await this.#addJobs(
      batch,
      stored.flatMap(({ item }) => item.jobs ?? []),
    )
    for (const text of last) batch.query(text)
    await batch.run().catch((error: unknown) => {
      const owner = owners.get(batch.done)
      throw owner && !isOutage(error) ? new WriteFailure(owner, error) : error
    })
  }

  async #addJobs(batch: Batches, jobs: readonly OwedJob[]): Promise<void> {
    if (jobs.length === 0) return
    const before = batch.size
    const owed = this.#jobs.owe(batch, jobs)
    owed.catch(() => undefined) // the batch reports what fails in it
    if (batch.size > before) return
    await owed
    throw new Error('Jobs.owe must issue its statements before it waits for anything')
  }

  async #oneByOne(
    client: pg.PoolClient,
    items: readonly PreparedItem[],
    outcomes: Map<PreparedItem, Outcome>,
  ): Promise<void> {
    await send(client, 'begin isolation level read committed')
    for (const item of items) {
      await send(client, 'savepoint item')
      try {
        outcomes.set(item, await this.#alone(client, item))
        await send(client, 'release savepoint item')
      } catch (error) {
        if (isOutage(error)) throw error
        const cause = error instanceof WriteFailure ? error.cause : error
        outcomes.set(item, cause instanceof Error ? cause : new Error(String(cause)))
        await send(client, 'rollback to savepoint item')
      }
    }
    await send(client, 'commit')
  }

  async #alone(client: pg.PoolClient, item: PreparedItem): Promise<Outcome> {
    const opening = new Batches(client)
    const [verdicts] = await Promise.all([callAppend(opening, [item], false), opening.run()])
    const verdict = verdicts[0]!
    if (isStored(verdict)) {
      // What was deferred to the commit must fail here, where it still fails alone.
      await this.#runEffects(
        new Batches(client),
        [item],
        'set constraints all immediate',
        'set constraints all deferred',
      )
    }
    return verdict
  }
}

async function send(client: pg.PoolClient, text: string): Promise<void> {
  const batch = new Batches(client)
  batch.query(text)
  await batch.run()
}

function isStored(verdict: Appended | VersionClash): boolean {
  return !(verdict instanceof VersionClash) && !verdict.duplicate
}
