import { canonicalEmail, mailboxOf } from '#platform/contract/email.ts'
import type { OutputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { dayIn } from '#platform/kernel/time-zone.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { Cohorts } from './cohorts.ts'
import type { cohortWaitList, waitListEntry } from './contract-wait.ts'
import { type Cohort, type CohortEvent, hasEndedHolds, type LeaveReason } from './domain/cohort.ts'
import { join, leave } from './domain/cohort-decisions.ts'
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

const endHoldsText = 'select program_end_holds($1, $2)'

/** Also for a link with an invalid signature. */
export const unknownWait = (): AppError =>
  new AppError(
    'not-found',
    'WAIT_NOT_FOUND',
    'This link is not valid any more. There is no entry on the wait list for it.',
  )

/** The wait lists of full cohorts, first come, first served. `wait.sql.ts` makes the offers. */
export class WaitList {
  static readonly needs = {
    cohorts: Cohorts,
    database: Database,
    jobs: Jobs,
    clock: Clock,
    ids: Ids,
  }
  readonly #parts: Given<typeof WaitList.needs>

  constructor(parts: Given<typeof WaitList.needs>) {
    this.#parts = parts
  }

  /**
   * Adds an entry and enqueues its mail. If the mailbox has an entry, its mail is sent again to the entry's address, at most
   * once an hour; the response is the same.
   * @throws as `join` of the domain
   */
  async join({ cohortId, email: typedEmail, name, consent }: JoinRequest): Promise<void> {
    const email = canonicalEmail(typedEmail)
    if (email === null) throw new Error('The contract accepts valid addresses only')
    const [id, mailbox, now] = [this.#parts.ids.uuid(), mailboxOf(email), this.#parts.clock.now()]
    const row = { id, cohortId, email, mailbox, name: name.trim() || null, consent }
    if (hasEndedHolds((await this.#parts.cohorts.load(cohortId)).cohort, now))
      await this.#parts.database.sql.query(endHoldsText, [cohortId, now])
    const added = { id, standing: 'waiting' } as const
    let entry: Pick<WaitEntry, 'id' | 'standing'> = added
    const decide = async (cohort: Cohort): Promise<CohortEvent[]> => {
      const news = join(cohort, id, dayIn(cohort.plan?.timeZone ?? 'UTC', now))
      entry = (await this.#entryOf(cohortId, mailbox)) ?? added
      return entry === added ? news : []
    }
    const insert = (joinedAt: Date): Write =>
      writeOf(
        programTables()
          .insertInto('program_wait')
          .values({ ...row, standing: 'waiting', joinedAt }),
      )
    const isNew = await this.#parts.cohorts.change(
      cohortId,
      { actor: 'system:program' },
      decide,
      (joinedAt) => ({
        writes: [insert(joinedAt)],
        jobs: [this.#mailOf(added)],
      }),
    )
    if (!isNew) await this.#parts.jobs.enqueue(this.#parts.database.sql, this.#mailOf(entry))
  }

  /** A person's entry that has not ended. */
  #entryOf(cohortId: string, mailbox: string) {
    return programTables(this.#parts.database.sql)
      .selectFrom('program_wait')
      .select(['id', 'standing'])
      .where('cohortId', '=', cohortId)
      .where('mailbox', '=', mailbox)
      .where('standing', 'in', ['waiting', 'offered'])
      .executeTakeFirst()
  }

  /** The mail about the state of an entry. */
  #mailOf({ id, standing }: Pick<WaitEntry, 'id' | 'standing'>): JobRequest {
    const kind = standing === 'offered' ? 'offered' : 'joined'
    const hour = this.#parts.clock.now().toISOString().slice(0, 13)
    return waitMail.request({ kind, waitId: id, hour }, { key: `${kind}:${id}:${hour}` })
  }

  /**
   * Ends an entry: the person leaves, or staff removes it. A reserved place goes to the next entry.
   * @param actor as the log names it
   */
  async leave(id: string, reason: LeaveReason, actor: string): Promise<void> {
    const entry = await programTables(this.#parts.database.sql)
      .selectFrom('program_wait')
      .select('cohortId')
      .where('id', '=', id)
      .executeTakeFirst()
    if (entry !== undefined)
      await this.#parts.cohorts.change(entry.cohortId, { actor }, (cohort) => leave(cohort, id, reason))
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
    const rows = await programTables(this.#parts.database.sql)
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
      begun: entry.startsOn < dayIn(timeZone, this.#parts.clock.now()),
    }))
  }
}

/** Personal data of wait lists: names and addresses. */
export class WaitPersonalData extends PersonalData {
  readonly name = 'waitLists'
  readonly #database: Database
  readonly #waits: WaitList

  constructor(database: Database, waits: WaitList) {
    super()
    this.#database = database
    this.#waits = waits
  }

  override async export({ email }: Person): Promise<unknown> {
    return (await this.#waits.ofPerson(email)).map(({ id: _, begun: __, ...entry }) => entry)
  }

  override async erase({ email }: Person): Promise<void> {
    const address = canonicalEmail(email)
    if (address === null) return
    for (const { id } of await this.#waits.ofPerson(email))
      await this.#waits.leave(id, 'erased', 'system:privacy')
    await programTables(this.#database.sql)
      .updateTable('program_wait')
      .set({ email: null, mailbox: null, name: null })
      .where('email', '=', address)
      .execute()
  }
}
