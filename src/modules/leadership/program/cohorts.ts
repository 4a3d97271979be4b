import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/database/database.ts'
import { type EventLog, type Fact, VersionClash, type Write } from '#platform/event-log/event-log.ts'
import type { CustomerActor, StaffActor } from '#platform/http/call.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { type Cohort, type CohortEvent, fold, occupied } from '../domain/cohort.ts'
import { cancel, changeCapacity, changeLinks, move, open } from '../domain/cohort-decisions.ts'
import type { CohortPlan } from '../domain/cohort-plan.ts'
import type { CohortLinks } from '../domain/program-links.ts'
import { auditOf } from './cohort-audit.ts'
import { cohortsChanged } from './cohort-list.ts'
import { cohortMail } from './cohort-mails.ts'
import { writesOf } from './cohort-writes.ts'
import { dateOpened } from './first-dates.ts'
import { answerMail } from './participant-mails.ts'
import { programTables } from './tables.ts'

/** The author of a change of a cohort, and the request. An author without an account is named as in the log: `system:program`. */
export interface Author {
  actor: StaffActor | CustomerActor | string
  requestId?: string
}

interface Loaded {
  cohort: Cohort
  version: number
}

const maxTries = 50
/** Checks the version again: a write of an order in the same transaction may have changed a place since. */
const expectText = 'select program_expect_version($1, $2)'
const streamOf = (id: string): string => `cohort-${id}`

/**
 * The event-sourced cohorts: changes by staff and records of participants. The same append writes the audit entries of staff.
 * Places are assigned by orders, in `places.sql.ts`.
 */
export class Cohorts {
  readonly #log: EventLog
  readonly #database: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #audit: AuditLog

  constructor(log: EventLog, database: Database, clock: Clock, ids: Ids, audit: AuditLog) {
    this.#log = log
    this.#database = database
    this.#clock = clock
    this.#ids = ids
    this.#audit = audit
  }

  async load(id: string): Promise<Loaded> {
    const facts = await this.#log.factsOf(streamOf(id))
    return { cohort: fold(id, facts.map(eventOf)), version: facts.at(-1)?.version ?? 0 }
  }

  /** @returns, as the other methods do, whether anything changed; false for a repeated call */
  open(id: string, plan: CohortPlan, capacity: number, author: Author): Promise<boolean> {
    return this.change(id, author, (cohort) => open(cohort, plan, capacity))
  }

  move(id: string, plan: CohortPlan, author: Author): Promise<boolean> {
    return this.change(id, author, (cohort) => move(cohort, plan))
  }

  changeLinks(id: string, links: CohortLinks, author: Author): Promise<boolean> {
    return this.change(id, author, (cohort) => changeLinks(cohort, links))
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
    // The log recognizes a repeated append by these ids before it compares versions, so each call needs its own.
    const change = this.#ids.uuid()
    for (let tries = 1; ; tries += 1) {
      const { cohort, version } = await this.load(id)
      const news = await decide(cohort)
      if (news.length === 0) return false
      const now = this.#clock.now()
      const { writes = [], jobs = [] } = extras(now)
      const unplaced = news.some(({ type }) => type === 'CohortOpened') ? await this.#unplacedOrders() : []
      try {
        await this.#log.append({
          stream: streamOf(id),
          expectedVersion: version,
          events: news.map(({ type, data }, at) => ({
            type,
            schemaVersion: 1,
            data: data as unknown as Record<string, unknown>,
            source: 'app',
            sourceId: `change:${change}:${at}`,
            occurredAt: now,
          })),
          // A caller may give more than an author, such as its call.
          metadata: { actor: nameOf(author.actor), ...(author.requestId && { requestId: author.requestId }) },
          writes: [
            { text: expectText, values: [id, version + news.length] },
            ...news.flatMap((event) => writesOf(id, event, now)),
            ...writes,
            ...this.#auditedBy(author, cohort, news),
          ],
          jobs: [
            ...news.flatMap((event) => mailsOf(cohort, event, version)),
            ...jobs,
            ...unplaced.map((orderId) =>
              cohortMail.request(
                { kind: 'opened', orderId, cohortId: id },
                { key: `opened:${id}:${orderId}` },
              ),
            ),
          ],
        })
        await this.#database.notify(cohortsChanged, '')
        return true
      } catch (error) {
        if (!(error instanceof VersionClash) || tries >= maxTries) throw error
      }
    }
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

const eventOf = ({ type, data }: Fact): CohortEvent => ({ type, data }) as unknown as CohortEvent

/** The mails that an event causes: about new dates, a cancelled cohort and a coach's answer. */
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
