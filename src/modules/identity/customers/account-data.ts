import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import type { AccountActivity } from '../accounts/account-activity.ts'
import { identityTables } from '../accounts/rows.ts'
import type { Sessions } from '../sessions/sessions.ts'

/** The personal data that this module itself stores. */
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
    const tables = identityTables(this.#db.sql)
    const profile = await tables
      .selectFrom('identity_customer')
      .select(['id', 'email', 'first_name as firstName', 'last_name as lastName', 'phone', 'company'])
      .select(['is_email_verified as isEmailVerified', 'created_at as createdAt', 'updated_at as updatedAt'])
      .where('id', '=', userId)
      .executeTakeFirst()
    const codes = await tables
      .selectFrom('identity_code')
      .select(['created_at as sentAt', 'expires_at as validUntil'])
      .where('email', '=', email)
      .orderBy('created_at')
      .execute()
    const resets = await tables
      .selectFrom('identity_reset')
      .select(['created_at as askedAt', 'used_at as usedAt'])
      .where('customer_id', '=', userId)
      .orderBy('created_at')
      .execute()
    const activity = await this.#activity.ofCustomer(userId)
    return { profile, sessions: await this.#sessions.list(userId), codes, resets, activity }
  }

  /** `PrivacyRequests.erase` has done this with the account; repeated for rows that were added since. By id only: the address
   * may belong to a new registration by now. */
  override async erase({ userId }: Person): Promise<void> {
    await this.#sessions.endAll(this.#db.sql, userId)
    await identityTables(this.#db.sql)
      .deleteFrom('identity_reset')
      .where('customer_id', '=', userId)
      .execute()
  }
}
