import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import type { AccountActivity } from './account-activity.ts'
import type { Sessions } from './sessions.ts'

/** What this module itself keeps about a person. */
export class AccountData extends PersonalData {
  override readonly name = 'account'
  readonly #db: Database
  readonly #sessions: Sessions
  readonly #activity: AccountActivity

  constructor(db: Database, sessions: Sessions, activity: AccountActivity) {
    super()
    this.#db = db
    this.#sessions = sessions
    this.#activity = activity
  }

  override async export({ userId, email }: Person): Promise<unknown> {
    const [profile] = await this.#db.sql.query(
      `select id, email, first_name as "firstName", last_name as "lastName", phone, company,
         is_email_verified as "isEmailVerified", created_at as "createdAt", updated_at as "updatedAt"
       from identity_customer where id = $1`,
      [userId],
    )
    const codes = await this.#db.sql.query(
      'select created_at as "sentAt", expires_at as "validUntil" from identity_code where email = $1 order by 1',
      [email],
    )
    const resets = await this.#db.sql.query(
      `select created_at as "askedAt", used_at as "usedAt" from identity_reset where customer_id = $1 order by 1`,
      [userId],
    )
    const activity = await this.#activity.ofCustomer(userId)
    return { profile, sessions: await this.#sessions.list(userId), codes, resets, activity }
  }

  /** `PrivacyRequests.erase` has done it with the account; again here for what arrived between. By id only: the address may
   * have registered anew since. */
  override async erase({ userId }: Person): Promise<void> {
    await this.#db.sql.query('delete from identity_session where subject = $1', [userId])
    await this.#db.sql.query('delete from identity_reset where customer_id = $1', [userId])
  }
}
