import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Database } from '#platform/database/database.ts'
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.ts'
import { clear, isEmpty, withoutWaiting } from '../../apps/world/fresh-database.ts'
import { makeWorld } from '../../apps/world/make-world.ts'
import { verifyOrders } from '../../src/modules/commerce/finance/verification/verify-orders.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { openSteppedSite } from './support/stepped.ts'

/** Long enough for one cohort to begin, go through its weeks and end with certificates. */
const size = { days: 122, buyers: 8, companies: 2, leads: 3, pageLoadsPerDay: 1, contentChanges: 1 }

interface Lived {
  events: RecordedEvent[]
  verdict: Awaited<ReturnType<typeof verifyOrders>>
  counts: Record<string, number>
}

let dataDir: string
const databases: TestDatabase[] = []

async function live(seed: string): Promise<Lived> {
  const database = await createTestDatabase()
  databases.push(database)
  // A folder of its own, too: it holds copies of invoices, and these must fit the database.
  const stepped = await openSteppedSite({ seed, database, dataDir: join(dataDir, database.name) })
  try {
    await makeWorld(stepped, seed, size)
    const { container } = stepped.site
    const log = container.get(EventLog)
    const [counts] = await container.get(Database).sql.query<Record<string, number>>(
      `select (select count(*) from leads_lead)::int as leads,
         (select count(*) from identity_customer)::int as customers,
         (select count(*) from content_version where kind = 'save')::int as saved,
         (select count(*) from program_attendance)::int as attended,
         (select count(*) from program_assignment)::int as "handedIn",
         (select count(*) from program_assignment where answered_at is not null)::int as answered,
         (select count(*) from program_credential)::int as certificates`,
    )
    const events: RecordedEvent[] = []
    for await (const event of log.scan()) events.push(event)
    return { events, verdict: await verifyOrders(log), counts: counts ?? {} }
  } finally {
    await stepped.stop()
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'veralead-world-'))
})
afterAll(async () => {
  for (const database of databases) await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

describe('a world in a seed', () => {
  let first: Lived

  test('given a seed, when its world is made twice, then every event is the same, its times and its hash among them', async () => {
    first = await live('twice')
    const second = await live('twice')
    expect(first.events.length).toBeGreaterThan(30)
    expect(second.events).toEqual(first.events)
    expect(second.counts).toEqual(first.counts)
  }, 300_000)

  test('given that world, when it is verified, then chain, rows and numbers hold', () => {
    expect(first.verdict).toMatchObject({ ok: true, differences: [], numbers: { faults: [] } })
    expect(first.counts).toMatchObject({ leads: size.leads, saved: size.contentChanges })
    expect(first.counts.customers).toBeGreaterThan(3)
    for (const name of ['attended', 'handedIn', 'answered', 'certificates'])
      expect(first.counts[name], name).toBeGreaterThan(0)
    const reached = new Set(first.events.map(({ type }) => type))
    expect([...reached]).toEqual(
      expect.arrayContaining(['CohortOpened', 'PlaceTaken', 'CouponDefined', 'SeatInvited', 'SeatClaimed']),
    )
  })

  test('given that world, when it is cleared, then it was not empty before, and is afterwards', async () => {
    const [database] = databases as [TestDatabase]
    expect(await isEmpty(database.adminUrl)).toBe(false)
    await clear(database.adminUrl, join(dataDir, database.name))
    expect(await isEmpty(database.adminUrl)).toBe(true)
    // What is cleared can be lived in again.
    const again = await openSteppedSite({ seed: 'again', database, dataDir })
    await again.stop()
  })
})

test('given a demo, then its commits do not wait for the disk, and those of the site that shows it do', async () => {
  const database = await createTestDatabase()
  databases.push(database)
  const waits = async (url: string) => {
    const client = new Client({ connectionString: url })
    await client.connect()
    try {
      const { rows } = await client.query("select current_setting('synchronous_commit') as waits")
      return rows[0].waits
    } finally {
      await client.end()
    }
  }
  expect(await waits(withoutWaiting(database.url))).toBe('off')
  const withOptions = new URL(database.url)
  withOptions.searchParams.set('options', '-c lock_timeout=7s')
  expect(await waits(withoutWaiting(withOptions.href))).toBe('off')
  expect([await waits(database.url), await waits(database.adminUrl)]).toEqual(['on', 'on'])
  expect(withoutWaiting('postgres://pool/x?pgbouncer=true')).toBe('postgres://pool/x?pgbouncer=true')
})
