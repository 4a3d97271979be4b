import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type Client, Pool, type PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Notifications } from '#platform/database/notifications.ts'
import type { Sql } from '#platform/database/sql.ts'
import { defineJob, type JobRequest, type QueueOptions } from '#platform/jobs/job-definition.ts'
import type { RunningJob } from '#platform/jobs/jobs.ts'
import { PgBossJobs, type PgBossJobsOptions } from '#platform/jobs/pg-boss-jobs.ts'
import { prepareJobs } from '#platform/jobs/prepare-jobs.ts'
import { jobsMigrations } from '#platform/jobs/schema.sql.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const migrations = [
  ...jobsMigrations,
  { name: '20261121-99-test-jobs', sql: 'create table test_done (job uuid not null, note text not null)' },
]

let database: TestDatabase
let pool: Pool
let clock: OffsetClock
let running: PgBossJobs[]
let notifications: Notifications

/** What Node warned of, such as a timer with a negative time. */
const warnings: string[] = []
process.on('warning', ({ message }) => warnings.push(message))

beforeAll(async () => {
  database = await createTestDatabase({ migrations })
  pool = new Pool({ connectionString: database.url })
  pool.on('error', () => undefined)
  notifications = new Notifications(database.url, () => undefined)
})
afterAll(async () => {
  await notifications.close()
  await pool.end()
  await database.drop()
})
beforeEach(() => {
  clock = new OffsetClock()
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((jobs) => jobs.stop()))
  expect(warnings.splice(0)).toEqual([])
})

function create(options: Partial<PgBossJobsOptions> = {}): PgBossJobs {
  const jobs = new PgBossJobs({
    url: database.url,
    adminUrl: database.adminUrl,
    appRole: 'veralead_app',
    clock,
    listen: (channel, heard) => notifications.listen(channel, heard),
    ...options,
  })
  running.push(jobs)
  return jobs
}

function sqlOf(client: Client | PoolClient | Pool): Sql {
  return {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row>(text, [...values])).rows,
  }
}

const anything = z.record(z.string(), z.unknown())
type AnyJob = RunningJob<Record<string, unknown>>
const kind = (queue: string, options: QueueOptions & { schedule?: string } = {}) =>
  defineJob({ queue, data: anything, ...options })

/** A queue of its own with a handler that notes what it was given. */
async function started(
  options: QueueOptions = {},
  handler: (job: AnyJob) => Promise<void> = async () => undefined,
) {
  const queue = `queue-${randomUUID()}`
  const seen: AnyJob[] = []
  const jobs = create()
  jobs.handle(kind(queue, options), async (job) => {
    seen.push(job)
    await handler(job)
  })
  await jobs.start()
  const enqueue = (job: Omit<JobRequest, 'queue'>) => jobs.enqueue(sqlOf(pool), { queue, ...job })
  return { jobs, queue, seen, enqueue }
}

async function inTransaction(end: 'commit' | 'rollback', work: (sql: Sql) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  await client.query('begin')
  await work(sqlOf(client))
  await client.query(end)
  client.release()
}

describe('queuing jobs', () => {
  it('given a transaction, when it commits, then the job is done soon; when it rolls back, then never', async () => {
    const { jobs, queue, seen } = await started()
    await inTransaction('rollback', (sql) => jobs.enqueue(sql, { queue, data: { n: 1 }, key: 'one' }))
    const start = performance.now()
    await inTransaction('commit', (sql) =>
      jobs.enqueue(sql, { queue, data: { n: 2 }, key: 'one' }, { queue, data: { n: 3 } }),
    )

    await expect
      .poll(() => seen.map(({ data }) => data.n).sort(), { interval: 10, timeout: 5_000 })
      .toEqual([2, 3])
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(seen[0]).toMatchObject({ attempt: 0, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  })

  it('given a key, when it is queued again — together, at once, or after the job is long gone —, then it is done once', async () => {
    const { jobs, queue, seen, enqueue } = await started()
    await jobs.enqueue(
      sqlOf(pool),
      { queue, key: 'receipt-1', data: {} },
      { queue, key: 'receipt-1', data: {} },
    )
    await Promise.all(Array.from({ length: 20 }, () => enqueue({ key: 'receipt-1', data: {} })))
    await expect.poll(() => seen.length).toBe(1)
    await expect
      .poll(
        async () =>
          (await pool.query('delete from pgboss.job where name = $1 and state = $2', [queue, 'completed']))
            .rowCount,
      )
      .toBe(1)

    await enqueue({ key: 'receipt-1', data: {} })
    await enqueue({ key: 'receipt-2', data: {} })

    await expect.poll(() => seen.length).toBe(2)
    const { rows } = await pool.query("select from pgboss.job where name = $1 and state < 'active'", [queue])
    expect(rows).toEqual([])
  })

  it('given a queue nobody handles, when a job is sent to it, then the error names the queue', async () => {
    await expect(create().enqueue(sqlOf(pool), { queue: 'unheard-of', data: {} })).rejects.toThrow(
      'unheard-of',
    )
  })

  it('given a queue, when a second handler comes, or one after the start, then it is refused', async () => {
    const { jobs, queue } = await started()
    const other = create()
    other.handle(kind('twice'), async () => undefined)

    expect(() => other.handle(kind('twice'), async () => undefined)).toThrow('twice')
    expect(() => jobs.handle(kind(`${queue}-late`), async () => undefined)).toThrow('before the jobs start')
  })
})

describe('the outbox', () => {
  it('given data that pg-boss could not store, then it is refused where it is queued, and holds nobody else up', async () => {
    const { queue, seen, enqueue } = await started()
    await expect(enqueue({ data: { note: 'nul\u0000' } })).rejects.toThrow(/unicode/i)
    await enqueue({ data: { n: 1 } })

    await expect.poll(() => seen.map(({ data }) => data.n)).toEqual([1])
    const { rowCount } = await pool.query('select from platform_job_outbox where queue = $1', [queue])
    expect(rowCount).toBe(0)
  })

  const lost = () =>
    pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'veralead-listen'`,
    )
  it.each<[string, Partial<PgBossJobsOptions>, () => Promise<unknown>]>([
    ['its notification', {}, async () => undefined],
    ['the connection back that was lost', {}, lost],
    [
      'its slow look, without a notification',
      { listen: async () => async () => undefined, lookSeconds: 1 },
      async () => undefined,
    ],
  ])(
    'given a process that died after its commit, then another one does its jobs, by %s',
    async (_by, options, before) => {
      const queue = `left-${randomUUID()}`
      const dead = create()
      const alive = create(options)
      const seen: unknown[] = []
      for (const jobs of [dead, alive])
        jobs.handle(kind(queue), async ({ data }) => {
          seen.push(data.n)
        })
      await alive.start()
      await before()
      // It never starts: nothing of it looks after the commit.
      await dead.enqueue(sqlOf(pool), { queue, key: 'left', data: { n: 1 } })

      await expect.poll(() => seen, { timeout: 10_000 }).toEqual([1])
      const { rowCount } = await pool.query('select from platform_job_outbox where queue = $1', [queue])
      expect(rowCount).toBe(0)
    },
  )

  it('given a transaction that takes its time, then its jobs are done after its commit', async () => {
    const { jobs, queue, seen } = await started()
    await inTransaction('commit', async (sql) => {
      await jobs.enqueue(sql, { queue, data: { n: 1 } })
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(seen).toEqual([])
    })
    await expect.poll(() => seen.map(({ data }) => data.n), { timeout: 5_000 }).toEqual([1])
  })

  it('given connections that break, then jobs of before and after are done', async () => {
    const { seen, enqueue } = await started({ retryDelaySeconds: 1 })
    await enqueue({ data: { n: 1 }, startAfter: new Date(clock.now().getTime() + 1_500) })
    await expect.poll(async () => (await pool.query('select from platform_job_outbox')).rowCount).toBe(0)
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
         and usename = current_user and application_name in ('veralead-jobs', 'veralead-listen')`,
    )
    await enqueue({ data: { n: 2 } })

    await expect.poll(() => seen.map(({ data }) => data.n).sort(), { timeout: 15_000 }).toEqual([1, 2])
  })
})

describe('the product clock', () => {
  it('given a job for next week, when the clock moves there, then it is done, and not before', async () => {
    const { jobs, seen, enqueue } = await started()
    const week = 7 * 86_400_000
    clock.advance(3_600_000)
    await enqueue({ data: { n: 'later' }, startAfter: new Date(clock.now().getTime() + week) })
    await enqueue({ data: { n: 'now' }, startAfter: clock.now() })
    await expect.poll(() => seen.map(({ data }) => data.n), { timeout: 5_000 }).toEqual(['now'])

    clock.advance(week - 60_000)
    await jobs.shift(week - 60_000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(seen).toHaveLength(1)
    clock.advance(60_000)
    await jobs.shift(60_000)

    await expect.poll(() => seen.map(({ data }) => data.n)).toEqual(['now', 'later'])
  })

  it('given an hourly schedule, when the clock jumps past several full hours, then it runs once', async () => {
    const queue = `hourly-${randomUUID()}`
    let runs = 0
    const jobs = create()
    jobs.handle(kind(queue, { schedule: '0 * * * *' }), async () => {
      runs += 1
    })
    await jobs.start()
    const next = async () =>
      (
        await pool.query(
          `select data, start_after > now() as later from pgboss.job where name = $1 and state = 'created'`,
          [queue],
        )
      ).rows
    await expect.poll(next, { timeout: 5_000 }).toHaveLength(1)

    clock.advance(5 * 3_600_000)
    await jobs.shift(5 * 3_600_000)
    await expect.poll(() => runs).toBe(1)
    clock.advance(1)
    await jobs.shift(1)
    await new Promise((resolve) => setTimeout(resolve, 300))

    expect(runs).toBe(1)
    await expect.poll(next, { timeout: 5_000 }).toEqual([{ data: { cron: '0 * * * *' }, later: true }])
  })

  it('given two processes, when a moment of a schedule comes, then one of them runs it, at its time', async () => {
    const queue = `moment-${randomUUID()}`
    const ran: Date[] = []
    // The next full minute is two seconds away.
    clock.advance(58_000 - (clock.now().getTime() % 60_000) + 60_000)
    for (const jobs of [create(), create()]) {
      jobs.handle(kind(queue, { schedule: '* * * * *' }), async () => {
        ran.push(clock.now())
      })
      await jobs.start()
    }
    await expect.poll(() => ran, { timeout: 15_000 }).toHaveLength(1)
    expect(ran[0]!.getSeconds()).toBeLessThan(30)
    const { rows } = await pool.query('select state from pgboss.job where name = $1 order by start_after', [
      queue,
    ])
    expect(rows.at(-1)).toEqual({ state: 'created' })
  })

  it('given a schedule of an earlier version, when this one does not have it, then it stops', async () => {
    const queue = `old-${randomUUID()}`
    const seen: unknown[] = []
    const earlier = create()
    earlier.handle(kind(queue, { schedule: '0 4 * * *' }), async () => undefined)
    await earlier.start()
    await expect
      .poll(async () => (await pool.query('select from pgboss.job where name = $1', [queue])).rowCount)
      .toBe(1)
    await earlier.stop()
    const later = create()
    later.handle(kind(queue), async ({ data }) => void seen.push(data))
    await later.start()
    clock.advance(2 * 86_400_000)
    await later.shift(2 * 86_400_000)
    await later.enqueue(sqlOf(pool), { queue, data: { n: 1 } })

    await expect.poll(() => seen, { timeout: 5_000 }).toEqual([{ n: 1 }])
    await expect
      .poll(
        async () =>
          (await pool.query(`select from pgboss.job where name = $1 and state = 'created'`, [queue]))
            .rowCount,
      )
      .toBe(0)
  })
})

describe('failures', () => {
  it('given a handler that fails, when it is tried again and succeeds, then the tries are counted', async () => {
    const { seen, enqueue } = await started({ retryDelaySeconds: 1 }, async ({ attempt }) => {
      if (attempt === 0) throw new Error('The mail server is away')
    })
    await enqueue({ data: { n: 1 } })

    await expect.poll(() => seen.map(({ attempt }) => attempt), { timeout: 15_000 }).toEqual([0, 1])
  })

  it.each([0, 1])(
    'given %i retries, when every try fails, then the job is kept in the dead-letter queue',
    async (retryLimit) => {
      const { queue, seen, enqueue } = await started({ retryLimit, retryDelaySeconds: 1 }, async () => {
        throw new Error('No such address')
      })
      await enqueue({ data: { n: 9 } })

      await expect
        .poll(
          async () =>
            (
              await pool.query('select data, source_output from pgboss.job where name = $1', [
                `${queue}-dead`,
              ])
            ).rows,
          {
            timeout: 15_000,
          },
        )
        .toEqual([{ data: { n: 9 }, source_output: expect.objectContaining({ message: 'No such address' }) }])
      expect(seen).toHaveLength(retryLimit + 1)
    },
  )

  it.each([
    { lease: 2, within: 20, runs: true },
    // Its silence gives the dead worker away before the lease is over.
    { lease: 60, within: 60, runs: process.env.LONG === '1' },
  ])(
    'given a process killed in the middle of a job with a lease of $lease s, when another runs, then it does the job within $within s',
    {
      timeout: 120_000,
    },
    async ({ lease, within, runs }) => {
      if (!runs) return
      const queue = `slow-${lease}`
      const jobs = create()
      const done: AnyJob[] = []
      jobs.handle(
        kind(queue, { expireInSeconds: lease, retryDelaySeconds: 1, concurrency: 1 }),
        async (job) => {
          done.push(job)
        },
      )
      await prepareJobs(database.adminUrl, 'veralead_app', jobs.queues())
      const child = worker(queue, String(lease))
      await jobs.enqueue(sqlOf(pool), { queue, key: 'only', data: { n: 1 } })
      await expect
        .poll(
          async () => (await pool.query('select from test_done where note = $1', [`${queue} 0`])).rowCount,
          { timeout: 20_000 },
        )
        .toBe(1)
      child.kill('SIGKILL')
      await once(child, 'exit')
      const killed = performance.now()

      await jobs.start()

      await expect
        .poll(() => done, { timeout: within * 1_000 })
        .toMatchObject([{ data: { n: 1 }, attempt: 1 }])
      expect((performance.now() - killed) / 1_000).toBeLessThan(within)
    },
  )
})

describe('what a job carries', () => {
  const mail = (queue: string) =>
    defineJob({ queue, data: z.object({ orderId: z.string(), round: z.number() }) })

  it('given data that its definition does not know, then it fails for good at its first try, is reported, and kept', async () => {
    const queue = `typed-${randomUUID()}`
    const given: unknown[] = []
    const told: [string, string][] = []
    const jobs = create({ failed: (of, _id, error) => told.push([of, String(error)]) })
    jobs.handle(mail(queue), async ({ data }) => {
      given.push(data)
    })
    await jobs.start()
    await jobs.enqueue(
      sqlOf(pool),
      { queue, data: { orderId: 7 } },
      mail(queue).request({ orderId: 'a', round: 1 }),
    )

    await expect.poll(() => given).toEqual([{ orderId: 'a', round: 1 }])
    const kept = async () =>
      (await pool.query('select data, source_output from pgboss.job where name = $1', [`${queue}-dead`])).rows
    await expect.poll(kept, { timeout: 5_000 }).toEqual([
      {
        data: { orderId: 7 },
        source_output: expect.objectContaining({
          message: expect.stringMatching(/^A job of typed-.* cannot be read: orderId: .*; round: /),
        }),
      },
    ])
    expect(told).toEqual([[queue, expect.stringMatching(/UnreadableJob: A job of typed-/)]])
  })

  it('given data of another shape, then the compiler refuses the job and the handler', () => {
    const typed = (jobs: PgBossJobs) => {
      // @ts-expect-error round is missing
      mail('typed').request({ orderId: 'a' })
      // @ts-expect-error an order id is a text
      mail('typed').request({ orderId: 7, round: 1 })
      // @ts-expect-error there is no such field
      jobs.handle(mail('typed'), async ({ data }) => void data.subject)
    }
    expect(typed).toBeTypeOf('function')
  })
})

describe('running', () => {
  it('given a hundred jobs, when they are short, then workers do not wait between them and keep to their number', async () => {
    let now = 0
    let most = 0
    const { seen, jobs, queue } = await started({ concurrency: 3 }, async () => {
      most = Math.max(most, ++now)
      await new Promise((resolve) => setTimeout(resolve, 5))
      now -= 1
    })
    await jobs.enqueue(sqlOf(pool), ...Array.from({ length: 100 }, (_, n) => ({ queue, data: { n } })))

    // A worker that slept its polling interval after every job would need more than half a minute.
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(100)
    expect(most).toBe(3)
    expect(new Set(seen.map(({ data }) => data.n)).size).toBe(100)
  })

  it('given two processes, when they start together and share a queue, then every job is done once', async () => {
    const queue = `shared-${randomUUID()}`
    const seen: unknown[] = []
    const both = [create(), create()]
    for (const jobs of both) {
      jobs.handle(kind(queue), async ({ data }) => {
        seen.push(data.n)
      })
    }
    await Promise.all(both.map((jobs) => jobs.start()))
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        both[n % 2]!.enqueue(sqlOf(pool), { queue, key: `${n}`, data: { n } }),
      ),
    )

    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(40)
    expect(new Set(seen).size).toBe(40)
  })

  it('given a process with more jobs than it does at a time, then another one helps', async () => {
    const queue = `helped-${randomUUID()}`
    const by: number[] = []
    const both = [create(), create()]
    for (const [process, jobs] of both.entries()) {
      jobs.handle(kind(queue, { concurrency: 1 }), async () => {
        by.push(process)
        await new Promise((resolve) => setTimeout(resolve, 100))
      })
      await jobs.start()
    }
    await both[0]!.enqueue(sqlOf(pool), ...Array.from({ length: 20 }, (_, n) => ({ queue, data: { n } })))

    await expect.poll(() => by.length, { timeout: 20_000 }).toBe(20)
    expect(new Set(by)).toEqual(new Set([0, 1]))
  })

  it('given jobs of one queue that are due one after the other, then each is done at its time', async () => {
    const { seen, enqueue } = await started()
    const at = (ms: number) => new Date(clock.now().getTime() + ms)
    for (const n of [1, 2, 3]) await enqueue({ data: { n }, startAfter: at(n * 800) })

    await expect.poll(() => seen.map(({ data }) => data.n), { timeout: 10_000 }).toEqual([1, 2, 3])
  })

  it('given a process that stops when it has stored a job, then another one does it at once', async () => {
    const queue = `left-${randomUUID()}`
    const seen: unknown[] = []
    const [leaving, staying] = [create(), create()]
    for (const jobs of [leaving, staying]) {
      jobs.handle(kind(queue), async ({ data }) => {
        seen.push(data.n)
      })
      await jobs.start()
    }
    await leaving.enqueue(sqlOf(pool), { queue, data: { n: 1 } })
    await leaving.stop()

    await expect.poll(() => seen, { timeout: 10_000 }).toEqual([1])
  })

  it('given an error whose message PostgreSQL does not store, then the job is tried again all the same', async () => {
    const { seen, enqueue } = await started({ retryDelaySeconds: 1 }, async ({ attempt }) => {
      if (attempt === 0) throw new Error('half a pair \ud800, and a zero \0')
    })
    await enqueue({ data: { n: 1 } })

    await expect.poll(() => seen.map(({ attempt }) => attempt), { timeout: 15_000 }).toEqual([0, 1])
  })

  it('given a job under way, when the jobs stop, then it is finished first and nothing new is taken', async () => {
    let finished = 0
    const { jobs, queue, seen, enqueue } = await started({ concurrency: 1 }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      finished += 1
    })
    await enqueue({ data: {} })
    await expect.poll(() => seen.length).toBe(1)
    await enqueue({ data: {} })

    await jobs.stop()

    expect(finished).toBe(1)
    const { rows } = await pool.query(
      `select state::text from pgboss.job where name = $1
       union all select 'owed' from platform_job_outbox where queue = $1`,
      [queue],
    )
    expect(rows.map(({ state }) => state)).toEqual(['completed', expect.stringMatching(/^(created|owed)$/)])
  })

  it('given changed options of a queue, when the next version starts, then the queue has them', async () => {
    const queue = `changing-${randomUUID()}`
    for (const retryLimit of [10, 3]) {
      const jobs = create()
      jobs.handle(kind(queue, { retryLimit }), async () => undefined)
      await jobs.start()
      const { rows } = await pool.query('select retry_limit from pgboss.queue where name = $1', [queue])
      expect(rows).toEqual([{ retry_limit: retryLimit }])
    }
  })

  it('given the application role, then it works with jobs but cannot change their schema', async () => {
    await started()
    for (const statement of [
      'drop table pgboss.job',
      'create table pgboss.mine (id int)',
      'alter table pgboss.queue add column x int',
    ]) {
      await expect(pool.query(statement)).rejects.toThrow(/permission denied|must be owner/)
    }
  })
})

function worker(queue: string, lease: string): ChildProcess {
  const script = new URL('./worker-child.ts', import.meta.url).pathname
  return spawn(process.execPath, [script, database.url, database.adminUrl, queue, lease], {
    stdio: 'inherit',
  })
}
