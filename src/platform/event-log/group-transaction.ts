import pg from 'pg'
import type { Jobs } from '../jobs/jobs.ts'
import { AppError } from '../kernel/error.ts'
import { callAppend, notWhole, type PreparedItem } from './append-call.ts'
import { Batches, ConnectionLost } from './batch.ts'
import { type Appended, VersionClash } from './event-log.ts'
import type { Outcome } from './group-commit.ts'

/** Server-side classes of error that say nothing about an item: connection, resources, shutdown, timeouts. */
const outage = /^(08|53|57|58)|^55P03$|^25P03$|^40/

/**
 * One transaction for a whole group: head lock, events, writes, jobs and commit. When anything in it fails,
 * the group runs again with a savepoint per item, so that only the item at fault fails.
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
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw unavailable(error)
    })
    let broken = false
    try {
      return await this.#firstThatWorks(client, items)
    } catch (error) {
      broken = true
      throw isOutage(error) ? unavailable(error) : error
    } finally {
      client.release(broken)
    }
  }

  async #firstThatWorks(client: pg.PoolClient, items: readonly PreparedItem[]): Promise<Outcome[]> {
    try {
      return await this.#whole(client, items)
    } catch (error) {
      if (isOutage(error)) throw error
      await send(client, 'rollback')
      if (!(error instanceof pg.DatabaseError && error.code === notWhole))
        return this.#oneByOne(client, items)
    }
    try {
      return await this.#sorted(client, items)
    } catch (error) {
      if (isOutage(error)) throw error
      await send(client, 'rollback')
      return this.#oneByOne(client, items)
    }
  }

  /** The usual case, in one exchange: everything is new, at the expected version, and writes well. */
  async #whole(client: pg.PoolClient, items: readonly PreparedItem[]): Promise<Outcome[]> {
    const batch = new Batches(client)
    batch.query('begin isolation level read committed')
    const verdicts = callAppend(batch, items, true)
    verdicts.catch(() => undefined) // the batch reports what fails in it
    await this.#addEffects(batch, items)
    batch.query('commit')
    await batch.run()
    return verdicts
  }

  /** Some items are repeats or clash: their verdicts first, then the effects of the others. */
  async #sorted(client: pg.PoolClient, items: readonly PreparedItem[]): Promise<Outcome[]> {
    const opening = new Batches(client)
    opening.query('begin isolation level read committed')
    const [verdicts] = await Promise.all([callAppend(opening, items, false), opening.run()])
    const closing = new Batches(client)
    const stored = items.filter((_, index) => isStored(verdicts[index]!))
    await this.#addEffects(closing, stored)
    closing.query('commit')
    await closing.run()
    return verdicts
  }

  /** Adds the writes and jobs of stored items to the batch; throws before anything is sent. */
  async #addEffects(batch: Batches, stored: readonly PreparedItem[]): Promise<void> {
    for (const { item } of stored) {
      for (const { text, values } of item.writes ?? []) batch.query(text, values)
    }
    const jobs = stored.flatMap(({ item }) => item.jobs ?? [])
    if (jobs.length === 0) return
    const before = batch.size
    const owed = this.#jobs.owe(batch, jobs)
    owed.catch(() => undefined) // the batch reports what fails in it
    if (batch.size > before) return
    await owed
    throw new Error('Jobs.owe must issue its statement before it waits for anything')
  }

  async #oneByOne(client: pg.PoolClient, items: readonly PreparedItem[]): Promise<Outcome[]> {
    await send(client, 'begin isolation level read committed')
    const outcomes: Outcome[] = []
    for (const item of items) {
      await send(client, 'savepoint item')
      try {
        outcomes.push(await this.#alone(client, item))
        await send(client, 'release savepoint item')
      } catch (error) {
        if (isOutage(error)) throw error
        outcomes.push(error instanceof Error ? error : new Error(String(error)))
        await send(client, 'rollback to savepoint item')
      }
    }
    await send(client, 'commit')
    return outcomes
  }

  async #alone(client: pg.PoolClient, item: PreparedItem): Promise<Outcome> {
    const opening = new Batches(client)
    const [verdicts] = await Promise.all([callAppend(opening, [item], false), opening.run()])
    const verdict = verdicts[0]!
    if (isStored(verdict)) {
      const effects = new Batches(client)
      await this.#addEffects(effects, [item])
      // What was deferred to the commit must fail here, where it still fails alone.
      effects.query('set constraints all immediate')
      effects.query('set constraints all deferred')
      await effects.run()
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

function isOutage(error: unknown): boolean {
  if (error instanceof ConnectionLost) return true
  return error instanceof pg.DatabaseError && outage.test(error.code ?? '')
}

function unavailable(cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  return new AppError(
    'unavailable',
    'event-log.unavailable',
    'The service is busy at the moment. Please try again in a few seconds.',
    { retryAfter: 2, cause },
  )
}
