import { canonicalEmail, mailboxOf } from '#platform/contract/email.ts'
import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import type { cohortWaitList, waitListEntry } from './contract-wait.ts'
import { programTables } from './tables.ts'
import { waitMail } from './wait-mails.ts'

export interface JoinRequest {
  cohortId: string
  email: string
  name: string
  consent: string
}

/** An entry of a wait list, for the person and for staff. */
export type WaitEntry = OutputOf<typeof waitListEntry>['entry'] &
  OutputOf<typeof cohortWaitList>['waiting'][number]

const joinText = 'select program_join($1, $2, $3, $4, $5, $6, $7) as outcome'
const leaveText = 'select program_leave($1, $2, $3, $4)'

/** Also for a link with an invalid signature. */
export const unknownWait = (): AppError =>
  new AppError(
    'not-found',
    'WAIT_NOT_FOUND',
    'This link is not valid any more. There is no entry on the wait list for it.',
  )

/** The wait lists of full cohorts, first come, first served. `wait.sql.ts` makes the offers. */
export class WaitList {
  readonly #database: Database
  readonly #jobs: Jobs
  readonly #clock: Clock
  readonly #ids: Ids

  constructor(database: Database, jobs: Jobs, clock: Clock, ids: Ids) {
    this.#database = database
    this.#jobs = jobs
    this.#clock = clock
    this.#ids = ids
  }

  /**
   * Adds an entry and enqueues its mail. If the mailbox has an entry, its mail is sent again to the entry's address, at most
   * once an hour; the response is the same.
   * @throws AppError conflict `COHORT_HAS_PLACES`, `COHORT_NOT_OPEN`, `WAIT_LIST_FULL`
   */
  async join({ cohortId, email: typedEmail, name, consent }: JoinRequest): Promise<void> {
    const email = canonicalEmail(typedEmail)
    if (email === null) throw new Error('The contract accepts valid addresses only')
    const id = this.#ids.uuid()
    const outcome = await this.#database.rawTransaction(async (sql) => {
      const values = [id, cohortId, email, mailboxOf(email), name.trim() || null, consent, this.#clock.now()]
      const [row] = await sql.query<{ outcome: string }>(joinText, values)
      if (row?.outcome === 'joined' || row?.outcome === 'waiting')
        await this.#enqueueMail(sql, cohortId, mailboxOf(email))
      return row?.outcome
    })
    if (outcome === 'free')
      throw new AppError(
        'conflict',
        'COHORT_HAS_PLACES',
        'A place in this cohort is free: you can book it now. Please load the page again.',
      )
    if (outcome === 'full')
      throw new AppError(
        'conflict',
        'WAIT_LIST_FULL',
        'The wait list of this date is full. Whoever is on it stays on it; please choose another date.',
      )
    if (outcome === 'closed')
      throw new AppError('conflict', 'COHORT_NOT_OPEN', 'This date cannot be booked any more.')
  }

  /** Enqueues the mail about the state of a person's entry. */
  async #enqueueMail(sql: Sql, cohortId: string, mailbox: string): Promise<void> {
    const entry = await programTables(sql)
      .selectFrom('program_wait')
      .select(['id', 'standing'])
      .where('cohortId', '=', cohortId)
      .where('mailbox', '=', mailbox)
      .where('standing', 'in', ['waiting', 'offered'])
      .executeTakeFirstOrThrow()
    const kind = entry.standing === 'offered' ? 'offered' : 'joined'
    const hour = this.#clock.now().toISOString().slice(0, 13)
    await this.#jobs.enqueue(
      sql,
      waitMail.request({ kind, waitId: entry.id, hour }, { key: `${kind}:${entry.id}:${hour}` }),
    )
  }

  /** Ends an entry: the person leaves, or staff removes it. A reserved place goes to the next entry. */
  async leave(id: string, reason: 'left' | 'removed' | 'erased', actor: string): Promise<void> {
    await this.#database.sql.query(leaveText, [id, reason, actor, this.#clock.now()])
  }

  /** @throws AppError not-found `WAIT_NOT_FOUND` */
  async get(id: string): Promise<WaitEntry> {
    const [entry] = await this.#entries({ id })
    if (entry === undefined) throw unknownWait()
    return entry
  }

  /** The entries that have not ended: those with an offer first, then the others, each in the order of joining. */
  async ofCohort(cohortId: string): Promise<WaitEntry[]> {
    const entries = await this.#entries({ cohortId })
    const live = entries.filter(({ standing }) => standing === 'offered' || standing === 'waiting')
    return [
      ...live.filter((one) => one.standing === 'offered'),
      ...live.filter((one) => one.standing === 'waiting'),
    ]
  }

  /** Every entry of an exact address; other spellings of its mailbox may belong to other people. */
  ofPerson(email: string): Promise<WaitEntry[]> {
    const address = canonicalEmail(email)
    return address === null ? Promise.resolve([]) : this.#entries({ email: address })
  }

  async #entries(by: { id?: string; cohortId?: string; email?: string }): Promise<WaitEntry[]> {
    const rows = await programTables(this.#database.sql)
      .selectFrom('program_wait as w')
      .innerJoin('program_cohort as c', 'c.id', 'w.cohortId')
      .select(['w.id', 'w.cohortId', 'w.name', 'w.email', 'w.standing', 'w.joinedAt', 'w.offeredUntil'])
      .select(['c.startsOn', 'c.timeZone'])
      .where(({ and }) =>
        and(Object.fromEntries(Object.entries(by).map(([column, value]) => [`w.${column}`, value]))),
      )
      .orderBy('w.number')
      .execute()
    return rows.map(({ timeZone, ...entry }) => ({
      ...entry,
      begun: entry.startsOn < dayIn(timeZone, this.#clock.now()),
    }))
  }
}
