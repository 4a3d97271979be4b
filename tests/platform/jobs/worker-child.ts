import { Client } from 'pg'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { PgBossJobs } from '#platform/jobs/pg-boss-jobs.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'

/** A process of its own that takes the job of one queue, notes that it has begun, and never ends it. */
const [, , url = '', adminUrl = '', queue = '', lease = '60'] = process.argv
const client = new Client({ connectionString: url })
await client.connect()
const jobs = new PgBossJobs({ url, adminUrl, clock: new OffsetClock() })
jobs.handle(
  defineJob({ queue, expireInSeconds: Number(lease), retryDelaySeconds: 1, concurrency: 1 }),
  async ({ id, attempt }) => {
    await client.query('insert into test_done (job, note) values ($1, $2)', [id, `${queue} ${attempt}`])
    await new Promise(() => undefined)
  },
)
await jobs.start()
