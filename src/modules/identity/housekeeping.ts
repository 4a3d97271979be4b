import type { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { AccountActivity } from './account-activity.ts'
import { type AccountMails, accountMail } from './account-mails.ts'
import { type Codes, codeMail } from './codes.ts'
import { lifetimes } from './domain/sign-in-rules.ts'
import { type PasswordResets, resetRequest } from './password-resets.ts'
import { erasure, type PrivacyRequests } from './privacy-requests.ts'
import { identityTables } from './rows.ts'
import type { SecondFactors } from './second-factors.ts'

const hourlySweep = defineJob({
  queue: 'identity.sweep',
  schedule: '17 * * * *',
  retryLimit: 0,
  concurrency: 1,
})
const day = 86_400_000

/** Registers the jobs of this module, and deletes expired rows once an hour. */
export class Housekeeping extends JobHandlers {
  readonly #db: Database
  readonly #clock: Clock
  readonly #codes: Codes
  readonly #mails: AccountMails
  readonly #privacy: PrivacyRequests
  readonly #factors: SecondFactors
  readonly #activity: AccountActivity
  readonly #resets: PasswordResets

  constructor(
    db: Database,
    clock: Clock,
    codes: Codes,
    mails: AccountMails,
    privacy: PrivacyRequests,
    factors: SecondFactors,
    activity: AccountActivity,
    resets: PasswordResets,
  ) {
    super()
    this.#db = db
    this.#clock = clock
    this.#codes = codes
    this.#mails = mails
    this.#privacy = privacy
    this.#factors = factors
    this.#activity = activity
    this.#resets = resets
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(codeMail, this.#codes.deliver)
    registry.handle(accountMail, this.#mails.deliver)
    registry.handle(resetRequest, this.#resets.deliver)
    registry.handle(erasure, this.#privacy.finishErasure)
    registry.handle(hourlySweep, () => this.sweep())
  }

  /** Deletes expired rows. The rows that daily limits are counted from are kept for that day. */
  async sweep(): Promise<void> {
    const now = this.#clock.now()
    const dayAgo = new Date(now.getTime() - day)
    const unused = { customer: lifetimes.customerIdleMs, staff: lifetimes.staffIdleMs }
    const tables = identityTables(this.#db.sql)
    await tables
      .deleteFrom('identity_session')
      .where(({ eb, or }) =>
        or([
          eb('expires_at', '<', now),
          ...(['customer', 'staff'] as const).map((kind) =>
            eb('kind', '=', kind).and('seen_at', '<', new Date(now.getTime() - unused[kind])),
          ),
        ]),
      )
      .execute()
    await tables.deleteFrom('identity_registration').where('expires_at', '<', now).execute()
    await tables.deleteFrom('identity_code').where('created_at', '<', dayAgo).execute()
    await tables.deleteFrom('identity_reset').where('created_at', '<', dayAgo).execute()
    await tables.deleteFrom('identity_login_try').where('at', '<', dayAgo).execute()
    await tables.deleteFrom('identity_challenge_pass').where('expires_at', '<', now).execute()
    await this.#activity.forgetOldAddresses()
    await this.#factors.encryptAnew()
  }
}
