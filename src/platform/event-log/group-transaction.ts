import pg from 'pg'
import { Batches } from '../database/batches.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { callAppend, notWhole, type PreparedItem } from './append-call.ts'
import { type Appended, VersionClash } from './event-log.ts'
import type { Outcome } from './group-commit.ts'
import { columnsOf, mergedWrites } from './merged-writes.ts'
import { isOutage, onConnection } from './outage.ts'

/** After this many faulty items a group is not tried together again. */
const mostFaults = 3

/** The item of each write in a batch, by the statement's index. */
type Owners = Map<number, PreparedItem>

/** A transaction that stores the whole group or nothing, ready to be sent. */
interface Attempt {
  batch: Batches
  owners: Owners
  verdicts: Promise<Outcome[]>
}

/** A write failed, with the item that it belongs to; the whole transaction is lost. */
class WriteFailure extends Error {
  readonly item: PreparedItem

  constructor(item: PreparedItem, cause: unknown) {
    super('A write of an append failed', { cause })
    this.item = item
  }
}

/**
 * One transaction for a whole group: jobs, head lock, events, writes and commit. Writes that can be merged run as one
 * statement; when that fails, each runs by itself. When a write fails by itself, the group runs again without its item.
 * Faulty items run last, each behind a savepoint, so that each gets its own error; so does a group whose failure cannot be
 * attributed to an item.
 * whose fault it is.
 */
export class GroupTransactions {
  #pool: pg.Pool
  #jobs: Jobs

  constructor(pool: pg.Pool, jobs: Jobs) {
    this.#pool = pool
    this.#jobs = jobs
  }

  /** One outcome per item. Rejects with `unavailable` when the outcome is unknown; the same call may then be repeated. */
  async commit(items: readonly PreparedItem[]): Promise<Outcome[]> {
    const attempt = this.#buildWhole(items, true)
    attempt.catch(() => undefined) // handled where it is awaited
    const outcomes = await onConnection(this.#pool, (client) => this.#settle(client, items, attempt))
    return items.map((item) => outcomes.get(item)!)
  }

  async #settle(
    client: pg.PoolClient,
    items: readonly PreparedItem[],
    built: Promise<Attempt>,
  ): Promise<Map<PreparedItem, Outcome>> {
    const outcomes = new Map<PreparedItem, Outcome>()
    const apart: PreparedItem[] = []
    let together = [...items]
    let attempt: Promise<Attempt> | undefined = built
    let merging = true
    while (together.length > 0) {
      try {
        const settled = await (attempt ? sendWhole(client, await attempt) : this.#sorted(client, together))
        for (const [index, item] of together.entries()) outcomes.set(item, settled[index]!)
        break
      } catch (error) {
        if (isOutage(error)) throw error
        await run(client, 'rollback')
        if (error instanceof pg.DatabaseError && error.code === notWhole) {
          attempt = undefined
          continue
        }
        if (attempt && merging && !(error instanceof WriteFailure)) {
          // One of several merged rows failed: run one by one, the writes show which.
          merging = false
          attempt = this.#buildWhole(together, merging)
          continue
        }
        const faulty = error instanceof WriteFailure && apart.length < mostFaults ? [error.item] : together
        apart.push(...faulty)
        together = together.filter((item) => !faulty.includes(item))
        if (attempt) attempt = this.#buildWhole(together, merging)
      }
    }
    if (apart.length > 0) await this.#oneByOne(client, apart, outcomes)
    return outcomes
  }

  /**
   * The usual case, in one exchange: every event is new, at the expected version, and every write succeeds. It is built
   * before its turn, so that the database does not wait for it.
   */
  async #buildWhole(items: readonly PreparedItem[], merging: boolean): Promise<Attempt> {
    const batch = new Batches()
    batch.query('begin isolation level read committed')
    // Before the lock of the log's head, so that two groups can do this side by side.
    this.#addJobs(batch, items)
    const verdicts = callAppend(batch, items, true)
    verdicts.catch(() => undefined) // the batch reports what fails in it
    const owners = this.#addWrites(batch, items, merging)
    batch.query('commit')
    return { batch, owners, verdicts }
  }

  /** Some items are repeats or clash: reads the verdicts first, then sends the writes and jobs of the others. */
  async #sorted(client: pg.PoolClient, items: readonly PreparedItem[]): Promise<Outcome[]> {
    const opening = new Batches()
    opening.query('begin isolation level read committed')
    const [verdicts] = await Promise.all([callAppend(opening, items, false), opening.run(client)])
    const stored = items.filter((_, index) => isStored(verdicts[index]!))
    await this.#sendEffects(client, stored, 'commit')
    return verdicts
  }

  async #sendEffects(
    client: pg.PoolClient,
    stored: readonly PreparedItem[],
    ...last: string[]
  ): Promise<void> {
    const batch = new Batches()
    const owners = this.#addWrites(batch, stored, false)
    this.#addJobs(batch, stored)
    for (const text of last) batch.query(text)
    await send(client, batch, owners)
  }

  /** Adds the writes of items; returns the item of each statement. */
  #addWrites(batch: Batches, stored: readonly PreparedItem[], merging: boolean): Owners {
    const owners: Owners = new Map()
    const merged = mergedWrites(merging ? stored : [])
    for (const prepared of stored) {
      for (const write of prepared.item.writes ?? []) {
        const { text, values, many } = write
        const rows = many === undefined ? undefined : merged.get(many)
        if (many !== undefined && rows) {
          if (rows[0] === write) batch.query(many, columnsOf(rows))
          continue
        }
        owners.set(batch.size, prepared)
        try {
          batch.query(text, values)
        } catch (error) {
          throw new WriteFailure(prepared, error)
        }
      }
    }
    return owners
  }

  #addJobs(batch: Batches, stored: readonly PreparedItem[]): void {
    const jobs = stored.flatMap(({ item }) => item.jobs ?? [])
    for (const { text, values } of this.#jobs.statementsOf(jobs)) batch.query(text, values)
  }

  async #oneByOne(
    client: pg.PoolClient,
    items: readonly PreparedItem[],
    outcomes: Map<PreparedItem, Outcome>,
  ): Promise<void> {
    await run(client, 'begin isolation level read committed')
    for (const item of items) {
      await run(client, 'savepoint item')
      try {
        outcomes.set(item, await this.#alone(client, item))
        await run(client, 'release savepoint item')
      } catch (error) {
        if (isOutage(error)) throw error
        const cause = error instanceof WriteFailure ? error.cause : error
        outcomes.set(item, cause instanceof Error ? cause : new Error(String(cause)))
        await run(client, 'rollback to savepoint item')
      }
    }
    await run(client, 'commit')
  }

  async #alone(client: pg.PoolClient, item: PreparedItem): Promise<Outcome> {
    const opening = new Batches()
    const [verdicts] = await Promise.all([callAppend(opening, [item], false), opening.run(client)])
    const verdict = verdicts[0]!
    if (isStored(verdict)) {
      // Constraints that are deferred to the commit must fail here, where they fail only this item.
      await this.#sendEffects(client, [item], 'set constraints all immediate', 'set constraints all deferred')
    }
    return verdict
  }
}

async function sendWhole(client: pg.PoolClient, { batch, owners, verdicts }: Attempt): Promise<Outcome[]> {
  await send(client, batch, owners)
  return verdicts
}

async function send(client: pg.PoolClient, batch: Batches, owners: Owners): Promise<void> {
  await batch.run(client).catch((error: unknown) => {
    const owner = owners.get(batch.done)
    throw owner && !isOutage(error) ? new WriteFailure(owner, error) : error
  })
}

async function run(client: pg.PoolClient, text: string): Promise<void> {
  const batch = new Batches()
  batch.query(text)
  await batch.run(client)
}

function isStored(verdict: Appended | VersionClash): boolean {
  return !(verdict instanceof VersionClash) && !verdict.duplicate
}
