import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RecordedTime } from '../../apps/world/recorded-time.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { openSteppedSite, worldStart } from './support/stepped.ts'

let database: TestDatabase
let owner: Client
let dataDir: string

/** What the product's migrations, and pg-boss, say of time. */
const definitions = async () =>
  (
    await owner.query<{ text: string }>(
      `select pg_get_functiondef(oid) as text from pg_proc
       where pronamespace in ('es'::regnamespace, 'public'::regnamespace, 'pgboss'::regnamespace) and prokind = 'f'
       union all select attrelid::regclass || '.' || attname || ' ' || pg_get_expr(adbin, adrelid)
         from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
       union all select oid::regclass::text from pg_class where relnamespace = 'es'::regnamespace
       order by 1`,
    )
  ).rows.map(({ text }) => text)

beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'veralead-recorded-'))
  // A start of the product brings the tables of the jobs.
  await (await openSteppedSite({ seed: 'before', database, dataDir })).stop()
  owner = new Client({ connectionString: database.adminUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

test('given a world, then jobs are queued and come due by its time, in the order in which they are queued, and afterwards all is as the migrations made it', async () => {
  const before = await definitions()
  const recorded = await RecordedTime.begin(database.adminUrl, 'seed')
  const owe = () =>
    owner.query(`insert into platform_job_outbox (queue, jobs) values ('nobody''s', '[]') returning owed_at`)
  try {
    await recorded.set(worldStart)
    const owed = [await owe(), await owe(), await owe()].map(({ rows }) => rows[0].owed_at as Date)
    for (const at of owed) expect(at.getTime() - worldStart.getTime()).toBeLessThan(2)
    const { rows } = await owner.query(
      `select count(distinct owed_at)::int as moments, bool_and(owed_at <= pgboss.job_now()) as due,
         bool_and(owed_at + interval '1 hour' <= pgboss.job_now()) as later from platform_job_outbox`,
    )
    expect(rows).toEqual([{ moments: 3, due: true, later: false }])
    await recorded.set(new Date(worldStart.getTime() + 3_600_000))
    const hourLater = await owner.query(
      `select bool_and(owed_at + interval '1 hour' <= pgboss.job_now()) as due from platform_job_outbox`,
    )
    expect(hourLater.rows).toEqual([{ due: true }])
  } finally {
    await owner.query('delete from platform_job_outbox')
    await recorded.end()
  }
  expect(await definitions()).toEqual(before)
})
