import { z } from 'zod'
import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import type { JobOf, Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { PersonalData } from '#platform/privacy/personal-data.ts'
import type { BackupMarks } from '#platform/storage/backup-marks.ts'
import type { AccountActivity } from '../accounts/account-activity.ts'
import { identityTables } from '../accounts/rows.ts'
import type { Customers } from '../index.ts'
import { lockEmail } from './pending-registration.ts'

export const erasure = defineJob({
  queue: 'identity.erase',
  data: z.object({ userId: z.string() }),
  concurrency: 1,
})

/** Exports or erases a person's own data. */
export class PrivacyRequests {
  readonly #db: Database
  readonly #clock: Clock
  readonly #jobs: Jobs
  readonly #customers: Customers
  readonly #kept: readonly PersonalData[]
  readonly #activity: AccountActivity
  readonly #marks: Pick<BackupMarks, 'set' | 'newest'>

  /** `kept` is the personal data of every part of the site. */
  constructor(
    db: Database,
    clock: Clock,
    jobs: Jobs,
    customers: Customers,
    kept: readonly PersonalData[],
    activity: AccountActivity,
    marks: Pick<BackupMarks, 'set' | 'newest'>,
  ) {
    this.#db = db
    this.#clock = clock
    this.#jobs = jobs
    this.#customers = customers
    this.#kept = kept
    this.#activity = activity
    this.#marks = marks
  }

  /** The data that every part of the site stores about the person, by the part's name. */
  async export(
    userId: string,
    address?: string,
  ): Promise<{ exportedAt: Date; data: Record<string, unknown> }> {
    const person = await this.#customers.get(userId)
    if (!person)
      throw new AppError('unauthenticated', 'UNAUTHENTICATED', 'Please log in to access your profile')
    const parts = this.#kept.map(
      async (part) => [part.name, await part.export({ userId, email: person.email })] as const,
    )
    const exported = await Promise.all(parts)
    await this.#activity.record({
      account: 'customer',
      accountId: userId,
      activity: 'data-exported',
      address,
    })
    return { exportedAt: this.#clock.now(), data: Object.fromEntries(exported) }
  }

  /**
   * Deletes the account and all its rows of this module at once, and enqueues the erasure in the other parts. Orders keep
   * their events, which contain ids only.
   */
  async erase(userId: string, address?: string): Promise<void> {
    const person = await this.#customers.get(userId)
    if (!person) return
    await this.#db.rawTransaction(async (sql) => {
      await lockEmail(sql, person.email)
      const tables = identityTables(sql)
      const { email } = person
      await tables
        .insertInto('identity_erasure')
        .values({ user_id: userId, email, requested_at: this.#clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tables.deleteFrom('identity_session').where('subject', '=', userId).execute()
      await tables.deleteFrom('identity_reset').where('customer_id', '=', userId).execute()
      await tables.deleteFrom('identity_registration').where('email', '=', email).execute()
      await tables.deleteFrom('identity_code').where('email', '=', email).execute()
      await tables.deleteFrom('identity_customer').where('id', '=', userId).execute()
      await this.#activity.forgetAddressesOf(userId, sql)
      // With its address, which shows whether the owner erased the account.
      await this.#activity.record(
        { account: 'customer', accountId: userId, activity: 'account-erased', address },
        sql,
      )
      await this.#jobs.enqueue(sql, erasure.request({ userId }, { key: userId }))
    })
  }

  /** Erases the accounts that a restored backup has again, though they were erased before. @returns how many */
  async eraseAgain(): Promise<number> {
    const accounts = await identityTables(this.#db.sql).selectFrom('identity_customer').select('id').execute()
    let erased = 0
    for (const { id } of accounts) {
      if ((await this.#marks.newest('customer', id)) === null) continue
      await this.erase(id)
      erased += 1
    }
    return erased
  }

  /** The job: every part erases its data; afterwards the address is deleted. */
  readonly finishErasure = async ({ data: { userId } }: JobOf<typeof erasure>): Promise<void> => {
    const tables = identityTables(this.#db.sql)
    const pending = await tables
      .selectFrom('identity_erasure')
      .select('email')
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!pending) return
    const at = this.#clock.now().toISOString()
    await this.#marks.set({ kind: 'customer', id: userId, state: 'erased', at })
    for (const part of this.#kept) await part.erase({ userId, email: pending.email })
    await tables.deleteFrom('identity_erasure').where('user_id', '=', userId).execute()
  }
}
