import { createHmac } from 'node:crypto'
import { mailboxOf } from '#platform/contract/email.ts'
import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import type { Database } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { DerivedKey, Keys } from '#platform/kernel/keys.ts'
import { programTables } from '../tables.ts'

/** Most invitations to one mailbox within a day, by all organizations. */
export const mailsPerMailbox = 3
/** Most invitations by one organization within a day, for each of its seats. */
const mailsPerSeat = 3
const day = 86_400_000

/** Limits invitations, because a manager can type any address. Counted in PostgreSQL under a lock, for any number of processes. */
export class SeatMailLimits {
  readonly #database: Database
  readonly #clock: Clock
  readonly #keys: DerivedKey

  constructor(database: Database, clock: Clock, keys: Keys) {
    this.#database = database
    this.#clock = clock
    this.#keys = keys.derive('seat-mailbox')
  }

  /** Whether the invitation of this job may be sent; true again if the job is repeated. */
  async grant(mail: {
    jobId: string
    email: string
    organizationId: string
    seats: number
  }): Promise<boolean> {
    const { jobId, email, organizationId, seats } = mail
    const address = mailboxOf(email)
    const digests = this.#keys.map((key) => createHmac('sha256', key).update(address).digest())
    const now = this.#clock.now()
    return this.#database.rawTransaction(async (sql) => {
      await lockUntilEnd(sql, 'program.seat-mail')
      const tables = programTables(sql)
      const yesterday = new Date(now.getTime() - day)
      await tables.deleteFrom('program_seat_mail').where('granted_at', '<=', yesterday).execute()
      const { before, mailbox, organization } = await tables
        .selectFrom('program_seat_mail')
        .select(({ eb, fn }) => [
          fn
            .countAll<number>()
            .filterWhere(eb('job_id', '=', jobId))
            .as('before'),
          fn
            .countAll<number>()
            .filterWhere(eb('mailbox', 'in', digests))
            .as('mailbox'),
          fn
            .countAll<number>()
            .filterWhere(eb('organization_id', '=', organizationId))
            .as('organization'),
        ])
        .executeTakeFirstOrThrow()
      if (Number(before) > 0) return true
      if (Number(mailbox) >= mailsPerMailbox || Number(organization) >= mailsPerSeat * seats) return false
      const granted = { mailbox: digests[0]!, organization_id: organizationId, granted_at: now }
      await tables
        .insertInto('program_seat_mail')
        .values({ job_id: jobId, ...granted })
        .execute()
      return true
    })
  }
}
