import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/database/database.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import type { StreamKind, Streams } from '#platform/event-log/streams.ts'
import type { CustomerActor, StaffActor } from '#platform/http/call.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import { auditOf, cohortSubject } from './cohort-audit.ts'
import { cohortsChanged } from './cohort-list.ts'
import { cohortMail } from './cohort-mails.ts'
import { writesOf } from './cohort-writes.ts'
import { type Cohort, type CohortEvent, evolve, newCohort, occupied } from './domain/cohort.ts'
import {
  cancel,
  changeCapacity,
  changeLinks,
  changeWeek,
  move,
  type OpenedCohort,
  open,
} from './domain/cohort-decisions.ts'
import type { CohortPlan } from './domain/cohort-plan.ts'
import type { CohortLinks } from './domain/program-links.ts'
import type { ProgramWeek } from './domain/program-weeks.ts'
import { dateOpened } from './first-dates.ts'
import { answerMail } from './participant-mails.ts'
import type { Syllabus } from './syllabus.ts'
import { programTables } from './tables.ts'

/** The author of a change of a cohort, and the request. An author without an account is named as in the log: `system:program`. */
export interface Author {
  actor: StaffActor | CustomerActor | string
  requestId?: string
}

/** Checks the version again: a write of an order in the same transaction may have changed a place since. */
const expectText = 'select program_expect_version($1, $2)'

const cohortStream: StreamKind<Cohort, CohortEvent> = { prefix: 'cohort-', empty: newCohort, evolve }

/**
 * The event-sourced cohorts: changes by staff and records of participants. The same append writes the audit entries of staff.
 * Places are assigned by orders, in `places.sql.ts`.
 */
export class Cohorts {
  readonly #streams: Streams
  readonly #database: Database
  readonly #audit: AuditLog
  readonly #syllabus: Syllabus

  constructor(streams: Streams, database: Database, audit: AuditLog, syllabus: Syllabus) {
    this.#streams = streams
    this.#database = database
    this.#audit = audit
    this.#syllabus = syllabus
  }

  async load(id: string): Promise<{ cohort: Cohort }> {
    return { cohort: (await this.#streams.load(cohortStream, id)).state }
  }

  /**
   * Opens a cohort with a copy of the published syllabus, which later changes of the content leave alone.
   * @returns, as the other methods do, whether anything changed; false for a repeated call
   */
  open(id: string, asked: OpenedCohort, author: Author): Promise<boolean> {
    return this.change(id, author, (cohort) => open(cohort, asked, this.#syllabus.published()))
  }

  move(id: string, plan: CohortPlan, author: Author): Promise<boolean> {
    return this.change(id, author, (cohort) => move(cohort, plan))
  }

  changeLinks(id: string, links: CohortLinks, author: Author): Promise<boolean> {
    return this.change(id, author, (cohort) => changeLinks(cohort, links))
  }

  changeWeek(id: string, week: number, content: ProgramWeek, author: Author): Promise<boolean> {
    return this.change(id, author, (cohort) => changeWeek(cohort, week, content))
  }

  /** The name of a cohort's coach; '' for none. */
  async coachOf(id: string): Promise<string> {
    const { coach } = await programTables(this.#database.sql)
      .selectFrom('program_cohort')
      .select('coach')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return coach
  }

  /** Names the coach of a cohort. The name is in no event, and not in the audit. */
  async nameCoach(id: string, coach: string, { username }: StaffActor): Promise<void> {
    await this.#database.rawTransaction(async (sql) => {
      const changed = await programTables(sql)
        .updateTable('program_cohort')
        .set({ coach })
        .where('id', '=', id)
        .where('coach', '!=', coach)
        .returning('startsOn')
        .executeTakeFirst()
      if (changed === undefined) return
      const subject = cohortSubject(changed.startsOn)
      await this.#audit.record(sql, { by: username, action: 'Named a coach', subject, changes: [] })
    })
  }

  changeCapacity(id: string, capacity: number, author: Author): Promise<boolean> {
    return this.change(id, author, (cohort) => changeCapacity(cohort, capacity))
  }

  cancel(id: string, author: Author): Promise<boolean> {
    return this.change(id, author, cancel)
  }

  /** @param extras commit with the events of `decide`, which occurred `now`; not executed if there are none */
  async change(
    id: string,
    author: Author,
    decide: (cohort: Cohort) => CohortEvent[] | Promise<CohortEvent[]>,
    extras: (now: Date) => { writes?: readonly Write[]; jobs?: readonly JobRequest[] } = () => ({}),
  ): Promise<boolean> {
    const { isNew } = await this.#streams.change(cohortStream, id, decide, async (decision) => {
      const { before, news, version, now } = decision
      const { writes = [], jobs = [] } = extras(now)
      const isPublic = news.some((event) => event.type === 'CohortOpened' && !event.data.organizationId)
      const unplaced = isPublic ? await this.#unplacedOrders() : []
      return {
        // A caller may give more than an author, such as its call.
        metadata: { actor: nameOf(author.actor), ...(author.requestId && { requestId: author.requestId }) },
        writes: [
          { text: expectText, values: [id, version] },
          ...news.flatMap((event) => writesOf(id, event, now)),
          ...writes,
          ...this.#auditedBy(author, before, news),
        ],
        jobs: [
          ...news.flatMap((event) => mailsOf(before, event, version - news.length)),
          ...jobs,
          ...unplaced.map((orderId) =>
            cohortMail.request({ kind: 'opened', orderId, cohortId: id }, { key: `opened:${id}:${orderId}` }),
          ),
        ],
      }
    })
    if (isNew) await this.#database.notify(cohortsChanged, '')
    return isNew
  }

  #auditedBy({ actor }: Author, cohort: Cohort, news: readonly CohortEvent[]): Write[] {
    if (typeof actor === 'string' || actor.kind !== 'staff') return []
    return news.flatMap((event) => {
      const entry = auditOf(cohort, event, actor.username)
      return entry === null ? [] : [this.#audit.statementOf(entry)]
    })
  }

  /** Paid orders without a place and without a refund request: their buyers wait for the next date. */
  async #unplacedOrders(): Promise<string[]> {
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_enrollment')
      .select('orderId')
      .where('unplacedAt', 'is not', null)
      .where('refundAskedAt', 'is', null)
      .execute()
    return rows.map(({ orderId }) => orderId)
  }
}

function nameOf(actor: Author['actor']): string {
  if (typeof actor === 'string') return actor
  return actor.kind === 'staff' ? `staff:${actor.staffId}` : `customer:${actor.userId}`
}

/**
 * The mails that an event causes: about new dates, a cancelled cohort and a coach's answer.
 * @param version of the cohort before the event
 */
function mailsOf(cohort: Cohort, event: CohortEvent, version: number): JobRequest[] {
  const mail = (kind: 'moved' | 'cancelled') =>
    occupied(cohort)
      .filter(({ occupant }) => occupant.taken)
      .map(({ occupant: { orderId } }) =>
        cohortMail.request(
          { kind, orderId, cohortId: cohort.id },
          { key: `${kind}:${cohort.id}:${orderId}:${version}` },
        ),
      )
  if (event.type === 'CohortMoved') return mail('moved')
  if (event.type === 'CohortOpened') return [dateOpened.request({ cohortId: cohort.id }, { key: cohort.id })]
  if (event.type === 'CapacityChanged' && event.data.added.length > 0)
    return [dateOpened.request({ cohortId: cohort.id }, { key: `${cohort.id}:${version}` })]
  if (event.type === 'AssignmentAnswered') {
    const { submissionId } = event.data
    return [answerMail.request({ submissionId }, { key: submissionId })]
  }
  return event.type === 'CohortCancelled' ? mail('cancelled') : []
}
