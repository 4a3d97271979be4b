import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '#platform/config/parse-config.ts'
import { Database } from '#platform/database/database.ts'
import { inSnapshot } from '#platform/database/snapshot.ts'
import { EventLog, type RecordedEvent } from '#platform/event-log/event-log.ts'
import { closingLines } from '../../apps/world/closing-lines.ts'
import { clear, isEmpty, withoutWaiting } from '../../apps/world/fresh-database.ts'
import { makeWorld } from '../../apps/world/make-world.ts'
import { Books } from '../../src/modules/commerce/finance/books/books.ts'
import { SourceLines, sumsOf } from '../../src/modules/commerce/finance/books/source-lines.ts'
import { Payouts } from '../../src/modules/commerce/finance/payouts/payouts.ts'
import { scheduleLines } from '../../src/modules/commerce/finance/schedule/schedule.ts'
import { verifyOrders } from '../../src/modules/commerce/finance/verification/verify-orders.ts'
import type { Site } from '../../src/server/site.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { putBack } from '../support/put-back-rows.ts'
import { openSteppedSite } from './support/stepped.ts'

/** Long enough for one cohort to begin, go through its weeks and end with certificates. */
const size = { days: 122, buyers: 8, companies: 2, leads: 3, pageLoadsPerDay: 1, contentChanges: 1 }

interface Lived {
  events: RecordedEvent[]
  verdict: Awaited<ReturnType<typeof verifyOrders>>
  counts: Record<string, number>
  /** The stored section of the settings. */
  social: Record<string, string>
  /** The times of the labs, for each cohort. */
  labs: string[][]
  money: Awaited<ReturnType<typeof moneyOf>>
}

/** What finance sees: the books by month, the sums by source, payouts, and deferred income. */
async function moneyOf({ container }: Site) {
  const [books, sources] = [container.get(Books), container.get(SourceLines)]
  const bySource = async (touch: 'first' | 'last') => sumsOf(await sources.of({ touch }))
  return {
    books: await books.lines({}, 'month'),
    sources: [await bySource('first'), await bySource('last')],
    payouts: (await container.get(Payouts).find({ page: 1, pageSize: 100 })).payouts,
    schedule: await scheduleLines(container.get(Database).sql, await books.timeZone()),
  }
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
         (select count(*) from program_credential)::int as certificates,
         (select count(*) from program_credential_choice where is_public)::int as listed`,
    )
    const [shown] = await container.get(Database).sql.query<Pick<Lived, 'social' | 'labs'>>(
      `select (select value from platform_settings where key = 'social') as social,
         (select jsonb_agg(jsonb_path_query_array(schedule, '$.labs[*].time')) from program_cohort) as labs`,
    )
    const events: RecordedEvent[] = []
    for await (const event of log.scan()) events.push(event)
    const money = await moneyOf(stepped.site)
    return { events, verdict: await verifyOrders(log), counts: counts ?? {}, ...shown!, money }
  } finally {
    await stepped.stop()
  }
}

const verdictOf = ({ url }: TestDatabase) => verifyOrders({ inSnapshot: (work) => inSnapshot(url, work) })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'veralead-world-'))
})
afterAll(async () => {
  for (const database of databases) await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** What only a superuser can do: the table, the statement, and the sentence of the check. */
const tampered: [name: string, table: string, statement: string, sentence: RegExp][] = [
  [
    'the entry of a certificate in the status list deleted',
    'program_credential_status',
    'delete from program_credential_status where status_index = (select min(status_index) from program_credential_status)',
    /program_credential_status does not have the row/,
  ],
  [
    'another number in the status list',
    'program_credential_status',
    `update program_credential_status set status_index = status_index + 1
       where status_index = (select max(status_index) from program_credential_status)`,
    /program_credential_status has a row/,
  ],
  [
    'the entry in the status list of another certificate',
    'program_credential_status',
    `update program_credential_status set credential_id = 'x'`,
    /credential_id is x, by the log/,
  ],
  [
    'the holder of a certificate changed',
    'program_credential',
    'update program_credential set buyer_id = gen_random_uuid()::text',
    /program_credential .*: buyer_id is/,
  ],
  [
    'a reason of staff that nobody gave',
    'program_credential',
    `update program_credential set reason = 'Forged'`,
    /has a reason of staff/,
  ],
  [
    'the date of an award moved',
    'program_credential',
    `update program_credential set awarded_at = awarded_at - interval '1 day'`,
    /awarded_at is/,
  ],
  [
    'the name of a certificate in lists',
    'program_credential_document',
    `update program_credential_document set name = 'Mallory'`,
    /has another name in the list than in its signed document/,
  ],
  [
    'a key that signed deleted',
    'program_credential_key',
    'delete from program_credential_key',
    /program_credential_key does not have the row/,
  ],
  [
    'another participant of an order',
    'program_enrollment',
    `update program_enrollment set buyer_id = 'somebody' where buyer_id <> ''`,
    /program_enrollment .*: buyer_id is somebody, by the log/,
  ],
  [
    'an order that will not be followed any more',
    'program_enrollment',
    'update program_enrollment set order_version = 1000',
    /has followed it up to 1000/,
  ],
  [
    'the first day of a cohort',
    'program_cohort',
    'update program_cohort set starts_on = starts_on + 1',
    /program_cohort .*: starts_on is/,
  ],
  [
    'the time zone of a cohort',
    'program_cohort',
    `update program_cohort set time_zone = 'Asia/Tokyo'`,
    /time_zone is Asia\/Tokyo/,
  ],
  [
    'the labs of a cohort',
    'program_cohort',
    `update program_cohort set schedule = schedule || '{"labs":[]}'`,
    /schedule is/,
  ],
  [
    'the links of a cohort',
    'program_cohort',
    `update program_cohort set links = links || '{"coaching":"https://evil.test"}'`,
    /links is/,
  ],
  [
    'attendance deleted',
    'program_attendance',
    'delete from program_attendance where week = 1',
    /program_attendance does not have the row/,
  ],
  [
    'minutes of attendance changed',
    'program_attendance',
    'update program_attendance set minutes = minutes + 15',
    /program_attendance .*: minutes is/,
  ],
  [
    'attendance added',
    'program_attendance',
    `insert into program_attendance (order_id, cohort_id, week, lab, minutes)
       select gen_random_uuid(), cohort_id, 1, 1, 90 from program_attendance limit 1`,
    /program_attendance has a row/,
  ],
  [
    'an assignment accepted by nobody',
    'program_assignment',
    `update program_assignment set state = case state when 'accepted' then 'returned' else 'accepted' end`,
    /program_assignment .*: state is/,
  ],
  [
    'a private session moved',
    'program_coaching',
    `update program_coaching set at = at - interval '1 year'`,
    /program_coaching .*: at is/,
  ],
  [
    'a date of a seat',
    'program_seat',
    `update program_seat set opened_at = opened_at - interval '1 day'`,
    /program_seat .*: opened_at is/,
  ],
  [
    'a seat that its order did not buy',
    'program_seat',
    `update program_seat set line = 7 where number = 1`,
    /bought \d+ seats, and \d+ were opened for it/,
  ],
]

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
    for (const name of ['attended', 'handedIn', 'answered', 'certificates', 'listed'])
      expect(first.counts[name], name).toBeGreaterThan(0)
    const reached = new Set(first.events.map(({ type }) => type))
    expect([...reached]).toEqual(
      expect.arrayContaining([
        'CohortOpened',
        'PlaceTaken',
        'GroupsChanged',
        'CouponDefined',
        'SeatInvited',
        'SeatClaimed',
      ]),
    )
  })

  test('given that world, then its sources, payouts and deferred income add up, to the cent', () => {
    const { books, sources, payouts, schedule } = first.money
    const moved = (currency: string, kind: 'received' | 'refunded') =>
      books.reduce((sum, line) => sum + (line.currency === currency ? line.figures[kind] : 0), 0)
    for (const sums of sources) {
      expect(sums.map(({ currency }) => currency)).toEqual([
        ...new Set(books.map(({ currency }) => currency)),
      ])
      for (const { currency, received, refunded } of sums)
        expect([received, refunded]).toEqual([moved(currency, 'received'), moved(currency, 'refunded')])
    }
    expect(payouts.length).toBeGreaterThan(0)
    expect(payouts.filter(({ rest, itemised }) => rest !== 0 || !itemised)).toEqual([])
    expect(schedule.length).toBeGreaterThan(0)
    for (const { opening, invoiced, credited, recognized, closing } of schedule)
      expect(opening + invoiced - credited - recognized).toBe(closing)
    // After the last planned month only what has no date is left.
    expect(schedule.at(-1)!.closing).toBe(schedule.at(-1)!.undated)
  })

  test('given that world, then the footer has its three links, and every cohort has labs at two times to choose from', () => {
    const { x, instagram, linkedin } = first.social
    for (const link of [x, instagram, linkedin]) expect(link).toMatch(/^https:\/\/\w+\.veralead\.example$/)
    expect(first.labs).not.toHaveLength(0)
    for (const times of first.labs) expect(times).toEqual(['12:00', '19:00'])
  })

  test.each(tampered)(
    'given that world and %s, when it is verified, then the fault is named',
    async (_, table, statement, sentence) => {
      const [database] = databases as [TestDatabase]
      const superuser = new Client({ connectionString: database.superUrl })
      await superuser.connect()
      try {
        // Triggers and foreign keys do not stop a superuser either.
        await superuser.query('set session_replication_role = replica')
        await superuser.query(`create table kept_rows as select * from ${table}`)
        const { rowCount } = await superuser.query(statement)
        expect(rowCount, 'rows that were tampered with').toBeGreaterThan(0)
        const { ok, places, credentials } = await verdictOf(database)
        expect(ok).toBe(false)
        expect([...places.faults, ...credentials.faults].join('\n')).toMatch(sentence)
        await putBack(superuser, table, 'kept_rows')
      } finally {
        await superuser.query('drop table if exists kept_rows')
        await superuser.end()
      }
    },
  )

  test('given that world and every row put back, when it is verified, then nothing is wrong', async () => {
    expect((await verdictOf((databases as [TestDatabase])[0])).ok).toBe(true)
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

test('given a demo that is made, then its last line says how to start the site with a scheduler', () => {
  const lines = closingLines({
    until: new Date('2026-11-22T00:00:00Z'),
    seed: 'demo',
    seconds: '90',
    publicUrl: 'http://localhost:3000',
    firstStaff: { username: 'admin', password: undefined },
  })
  expect(lines[0]).toBe(
    'A year of business until 2026-11-22 is in the database, made in 90 s from the seed "demo".',
  )
  const start = /^SCHEDULER_URL=(\S+) npm start .*"Ready to reverse the cost \?"/.exec(lines.at(-1) ?? '')
  expect(parseConfig({ SCHEDULER_URL: start?.[1] }).schedulerUrl).toBe(start?.[1])
  expect(lines.join('\n')).not.toContain('shown once')
})
