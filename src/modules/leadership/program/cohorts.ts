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

/** Who changes a cohort, and in which request. */
export interface Author {
  actor: StaffActor | CustomerActor
  requestId: string
}

interface Loaded {
  cohort: Cohort
  version: number
}

const maxTries = 50
/** A write of an order in the same transaction may have changed a place since the version was compared. */
const expectText = 'select program_expect_version($1, $2)'
const streamOf = (id: string): string => `cohort-${id}`

/**
 * The event-sourced cohorts, as staff opens and changes them, and what is recorded in them. What staff does is in the audit by
 * the same append. Who has which place the orders decide: `places.sql.ts`.
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

  /** Answers, as the others do, whether anything changed: a repeat does not. */
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

  /** `beside` commits with whatever `decide` answers, and not at all when that is nothing. */
  async change(
    id: string,
    author: Author,
    decide: (cohort: Cohort) => CohortEvent[],
    beside: readonly Write[] = [],
  ): Promise<boolean> {
    // The log knows a repeat by these ids before it compares versions: two callers must never share one.
    const change = this.#ids.uuid()
    for (let tries = 1; ; tries += 1) {
      const { cohort, version } = await this.load(id)
      const news = decide(cohort)
      if (news.length === 0) return false
      const now = this.#clock.now()
      const waiting = news.some(({ type }) => type === 'CohortOpened') ? await this.#waiting() : []
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
          metadata: { actor: nameOf(author.actor), requestId: author.requestId },
          writes: [
            { text: expectText, values: [id, version + news.length] },
            ...news.flatMap((event) => writesOf(id, event, now)),
            ...beside,
            ...this.#auditedBy(author, cohort, news),
          ],
          jobs: [
            ...news.flatMap((event) => mailsOf(cohort, event, version)),
            ...waiting.map((orderId) =>
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
    if (actor.kind !== 'staff') return []
    return news.flatMap((event) => {
      const entry = auditOf(cohort, event, actor.username)
      return entry === null ? [] : [this.#audit.statementOf(entry)]
    })
  }

  /** Paid orders without a place whose buyers have not asked for the money back: they wait for the next date. */
  async #waiting(): Promise<string[]> {
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_enrollment')
      .select('order_id')
      .where('unplaced_at', 'is not', null)
      .where('refund_asked_at', 'is', null)
      .execute()
    return rows.map(({ order_id }) => order_id)
  }
}

const nameOf = (actor: Author['actor']): string =>
  actor.kind === 'staff' ? `staff:${actor.staffId}` : `customer:${actor.userId}`

const eventOf = ({ type, data }: Fact): CohortEvent => ({ type, data }) as unknown as CohortEvent

/** Whoever has paid for a place is told of new dates and of a coach's answer, or asked what shall become of the payment. */
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
