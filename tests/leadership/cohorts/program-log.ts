import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { PostgresAuditLog } from '#platform/audit/postgres-audit-log.ts'
import { mailboxOf } from '#platform/contract/email.ts'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import type { Statement } from '#platform/database/sql.ts'
import type { PostgresEventLog } from '#platform/event-log/postgres-event-log.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import { type JobRegistry, Jobs } from '#platform/jobs/jobs.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { DerivedKeys } from '#platform/kernel/derived-keys.ts'
import { RandomIds } from '#platform/kernel/ids.ts'
import { HmacLinkSigner } from '#platform/storage/hmac-link-signer.ts'
import { CohortList } from '../../../src/modules/leadership/cohorts/cohort-list.ts'
import { type Author, Cohorts } from '../../../src/modules/leadership/cohorts/cohorts.ts'
import { type Cohort, occupied } from '../../../src/modules/leadership/cohorts/domain/cohort.ts'
import type { CohortPlan } from '../../../src/modules/leadership/cohorts/domain/cohort-plan.ts'
import { EndedHolds } from '../../../src/modules/leadership/cohorts/ended-holds.ts'
import { OpenCohorts } from '../../../src/modules/leadership/cohorts/open-cohorts.ts'
import { OrderPlaces } from '../../../src/modules/leadership/cohorts/order-places.ts'
import { OrderSeats } from '../../../src/modules/leadership/cohorts/seats/order-seats.ts'
import { Syllabus } from '../../../src/modules/leadership/cohorts/syllabus.ts'
import { WaitLinks } from '../../../src/modules/leadership/cohorts/wait-links.ts'
import { WaitList } from '../../../src/modules/leadership/cohorts/wait-list.ts'
import type { PlaceClaim } from '../../../src/modules/leadership/index.ts'
import { openLog } from '../../platform/event-log/test-log.ts'
import { createTestDatabase } from '../../support/database.ts'

class KeptJobs extends Jobs {
  readonly kept: JobRequest[] = []
  override statementsOf(jobs: readonly JobRequest[]): Statement[] {
    this.kept.push(...jobs)
    return []
  }
  override recordsOf(): string {
    throw new Error('Nothing is stored in one statement here')
  }
}

/** The published weeks; a test may publish others. */
export const published = {
  weeks: Array.from({ length: 12 }, (_, at) => ({
    theme: `Theme ${at + 1}`,
    lab: `Lab ${at + 1}`,
    assignment: `Assignment ${at + 1}`,
    done: `Done ${at + 1}`,
    material: [{ title: `Material ${at + 1}`, url: `https://files.example/${at + 1}` }],
  })),
  finalAccount: { theme: 'Final account', lab: '', assignment: 'One change.', done: 'Seen.', material: [] },
}
export const syllabus = new Syllabus({ current: () => published })

export const staff: Author = {
  actor: { kind: 'staff', staffId: 'one', username: 'one', role: 'owner', sessionId: 's' },
  requestId: 'r',
}

export const plan = (startsOn: string): CohortPlan => ({
  startsOn,
  timeZone: 'America/New_York',
  labs: [{ weekday: 2, time: '12:00', minutes: 90 }],
  coachingWeeks: [4, 9],
})

/** The register on its own database, without orders: the caller gives their states. */
export interface TestProgram {
  log: PostgresEventLog
  streams: Streams
  database: PostgresDatabase
  clock: OffsetClock
  cohorts: Cohorts
  list: CohortList
  places: OrderPlaces
  waits: WaitList
  links: WaitLinks
  jobs: JobRequest[]
  /** Opens a cohort that starts in months. */
  opened(capacity: number): Promise<string>
  /** Places an order that wants a place in the cohort, as the checkout does. */
  place(orderId: string, cohortId: string, offer?: string | null): Promise<void>
  /** The order came into this state, by default at its version 1. */
  follow(orderId: string, claim: PlaceClaim, version?: number): Promise<void>
  /** Runs the job that releases places. */
  endHolds(): Promise<void>
  /** Statements as the owner of the database. */
  asOwner(text: string): Promise<void>
  /** Answers the id of the entry of a wait list. */
  join(cohortId: string, email: string): Promise<string>
  /** What the link of a mail to somebody who waits carries. */
  offer(waitId: string): string
  /** What the rows of a cohort say, in the words of its fold. */
  rows(cohortId: string): Promise<Cohort['places']>
  /** The same of its wait list. */
  waitRows(cohortId: string): Promise<Pick<Cohort, 'waiting' | 'offers'>>
  close(): Promise<void>
}

export async function openProgram(): Promise<TestProgram> {
  const test = await createTestDatabase()
  const database = await PostgresDatabase.open({ url: test.url, entities: [] })
  const jobs = new KeptJobs()
  const log = openLog(test.url, { jobs })
  const clock = new OffsetClock()
  const streams = new Streams(log, clock, new RandomIds())
  const cohorts = new Cohorts(streams, database, new PostgresAuditLog(database, clock), syllabus)
  const links = new WaitLinks(
    new HmacLinkSigner(new DerivedKeys('k'.repeat(40)), 'https://example.com', clock),
    clock,
  )
  const places = new OrderPlaces({
    database,
    clock,
    open: new OpenCohorts(database, clock, links),
    seats: new OrderSeats(database, clock, new RandomIds()),
  })
  const waits = new WaitList({ cohorts, database, jobs, clock, ids: new RandomIds() })
  return {
    log,
    streams,
    database,
    clock,
    cohorts,
    places,
    waits,
    links,
    join: async (cohortId, email) => {
      await waits.join({ cohortId, email, name: '', consent: 'yes' })
      const [entry] = await database.sql.query<{ id: string }>(
        'select id from program_wait where cohort_id = $1 and mailbox = $2 order by number desc limit 1',
        [cohortId, mailboxOf(email)],
      )
      return entry!.id
    },
    jobs: jobs.kept,
    list: new CohortList(database, clock),
    opened: async (capacity) => {
      const id = randomUUID()
      await cohorts.open(id, { plan: plan('2033-03-01'), capacity, organizationId: null }, staff)
      return id
    },
    place: async (orderId, cohortId, offer = null) => {
      const writes = await places.hold({ id: orderId, buyerId: `buyer-${orderId}` }, cohortId, offer)
      const placed = { type: 'OrderPlaced', schemaVersion: 1, data: {}, source: 'app', sourceId: 'placed' }
      const item = {
        stream: `order-${orderId}`,
        expectedVersion: 0,
        events: [placed],
        metadata: { actor: 'system:test' },
      }
      await log.append({ ...item, writes }).catch((error: unknown) => {
        throw places.refusalOf(error) ?? error
      })
    },
    follow: (orderId, claim, version = 1) =>
      runWrites(database.sql, places.follow(orderId, claim, version).writes),
    endHolds: async () => {
      const registry: JobRegistry = {
        handle: (_, handler) => {
          endHolds = () => handler({ data: {} } as never)
        },
      }
      let endHolds: () => Promise<unknown> = () => Promise.resolve()
      new EndedHolds(database, jobs, clock).registerJobs(registry)
      await endHolds()
    },
    asOwner: async (text) => {
      const owner = new Client({ connectionString: test.superUrl })
      await owner.connect()
      await owner.query(text)
      await owner.end()
    },
    offer: (waitId) => new URL(links.urlOf(waitId)).search.slice(1),
    waitRows: async (cohortId) => {
      const rows = await database.sql.query<{ id: string; no: number | null; until: Date | null }>(
        `select w.id, p.place_no as no, w.offered_until as until from program_wait w
         left join program_place p on p.wait_id = w.id
         where w.cohort_id = $1 and standing in ('waiting', 'offered') order by number`,
        [cohortId],
      )
      const kept = rows.filter(({ no }) => no !== null)
      return {
        waiting: rows.filter(({ no }) => no === null).map(({ id }) => id),
        offers: Object.fromEntries(
          kept.map(({ id, no, until }) => [no, { waitId: id, until: until?.toISOString() ?? '' }]),
        ),
      }
    },
    rows: async (cohortId) => {
      const rows = await database.sql.query<{
        no: number
        id: string | null
        until: Date | null
        taken: Date | null
      }>(
        `select place_no as no, order_id as id, held_until as until, taken_at as taken from program_place
         where cohort_id = $1`,
        [cohortId],
      )
      return Object.fromEntries(
        rows.map(({ no, id, until, taken }) => [
          no,
          id === null ? null : { orderId: id, taken: taken !== null, until: until?.toISOString() ?? null },
        ]),
      )
    },
    close: async () => {
      await log.close()
      await database.close()
      await test.drop()
    },
  }
}

/** Ids of the orders that have a place for good. */
export const takers = (cohort: Cohort): string[] =>
  occupied(cohort)
    .filter(({ occupant }) => occupant.taken)
    .map(({ occupant }) => occupant.orderId)
