import type { JobInsert, PgBoss } from 'pg-boss'

/** Milliseconds between checks for rows of a process that died after its commit. */
const lookEvery = 1_000
/** Milliseconds after which a transaction that stores a job has usually been committed. */
const commitTakes = 25
/** Rows of each queue at a time. */
const atATime = 50

/**
 * Takes the jobs of these queues out of the outbox. A key that was ever stored before stores nothing. (pg-boss itself forgets
 * keys together with the jobs.) Rows that another process moves at the same time are skipped.
 */
const takeRows = `
with taken as (
  delete from platform_job_outbox o using unnest($1::text[]) as q(name), lateral (
    select id from platform_job_outbox where queue = q.name order by id limit $2 for update skip locked
  ) oldest where o.queue = q.name and o.id = oldest.id
  returning o.id, o.queue, o.owed_at, o.jobs
), owed as materialized (
  select distinct on (t.queue, coalesce(j.key, j.id::text)) t.queue, t.id as row, j.place, j.id, j.key, j.data,
    t.owed_at + j.delay * interval '1 ms' as due
  from taken t, rows from (jsonb_to_recordset(t.jobs) as (id uuid, key text, data jsonb, delay float8))
    with ordinality as j(id, key, data, delay, place)
  order by t.queue, coalesce(j.key, j.id::text), t.id
), fresh as (
  insert into platform_owed_job (queue, key) select o.queue, o.key from owed o where o.key is not null
  on conflict do nothing returning queue, key
)
select t.queue, count(*)::int as rows, (
  select coalesce(json_agg(json_build_object('id', o.id, 'data', o.data, 'startAfter', o.due, 'isDue', o.due <= now())
    order by o.row, o.place), '[]')
  from owed o where o.queue = t.queue and (o.key is null or (o.queue, o.key) in (select f.queue, f.key from fresh f))
) as jobs
from taken t group by t.queue order by t.queue`

interface Taken {
  queue: string
  rows: number
  jobs: (Required<Pick<JobInsert, 'id' | 'data'>> & { startAfter: string; isDue: boolean })[]
}

/**
 * Moves stored jobs from the outbox to pg-boss: those of this process soon after they are stored, those of other processes
 * at intervals. Each time every queue has its share, so that none waits for a long one to be empty.
 */
export class OutboxRelay {
  #boss: PgBoss
  #queues: readonly string[]
  #arrived: (queue: string) => void
  #log: (message: string, error?: unknown) => void
  #looking: NodeJS.Timeout | undefined
  #soon: NodeJS.Timeout | undefined
  #pass = Promise.resolve()

  /**
   * @param queues those that this version knows; jobs of other queues wait for a process that knows them
   * @param arrived called with each queue that got jobs which are due
   */
  constructor(
    boss: PgBoss,
    queues: readonly string[],
    arrived: (queue: string) => void,
    log: (message: string, error?: unknown) => void,
  ) {
    this.#boss = boss
    this.#queues = queues
    this.#arrived = arrived
    this.#log = log
  }

  start(): void {
    this.#looking = setInterval(() => this.wakeSoon(), lookEvery)
    this.wakeSoon()
  }

  /** Checks when a transaction under way has probably ended; the next regular check finds what this one misses. */
  wakeSoon(): void {
    if (!this.#looking) return
    this.#soon ??= setTimeout(() => {
      this.#pass = this.#pass
        .then(() => this.#look())
        .catch((error: unknown) =>
          this.#log('Owed jobs could not be handed on; the next look tries again', error),
        )
    }, commitTakes)
  }

  /**
   * Moves all committed jobs, also those that a pass under way is moving: its rows are locked, and seen by nobody until it ends.
   * Before `start`, moves a part and returns whether there may be more.
   */
  async flush(): Promise<boolean> {
    await this.#pass
    return this.#moveAll()
  }

  /** Starts no further move, and waits for the one under way. */
  async stop(): Promise<void> {
    clearInterval(this.#looking)
    clearTimeout(this.#soon)
    this.#looking = undefined
    await this.#pass
  }

  async #look(): Promise<void> {
    this.#soon = undefined
    await this.#moveAll()
  }

  async #moveAll(): Promise<boolean> {
    let more: boolean
    do more = await this.#handOn()
    while (more && this.#looking)
    return more
  }

  /** Returns whether there may be more. */
  async #handOn(): Promise<boolean> {
    const transaction = await this.#boss.getDb().beginTransaction!()
    const { db } = transaction
    try {
      const { rows } = await db.executeSql(takeRows, [this.#queues, atATime])
      const taken = rows as Taken[]
      for (const { queue, jobs } of taken) {
        const stored = jobs.map(({ id, data, startAfter }) => ({
          id,
          data,
          startAfter: new Date(startAfter),
        }))
        if (stored.length > 0) await this.#boss.insert(queue, stored, { db })
      }
      await transaction.commit()
      for (const { queue, jobs } of taken) if (jobs.some(({ isDue }) => isDue)) this.#arrived(queue)
      return taken.some((each) => each.rows === atATime)
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }
}
