import { Database } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/job-definition.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AccountActivity } from './accounts/account-activity.ts'
import { identityTables } from './accounts/rows.ts'
import { erasure, PrivacyRequests } from './customers/privacy-requests.ts'
import { lifetimes } from './domain/sign-in-rules.ts'
import { SecondFactors } from './staff/second-factors.ts'

const hourlySweep = defineJob({
  queue: 'identity.sweep',
  schedule: '17 * * * *',
  retryLimit: 0,
  concurrency: 1,
})
const day = 86_400_000

/** Finishes erasures, and deletes expired rows once an hour. */
export class Housekeeping extends JobHandlers {
  static readonly needs = {
    db: Database,
    clock: Clock,
    privacy: PrivacyRequests,
    factors: SecondFactors,
    activity: AccountActivity,
  }
  readonly #parts: Given<typeof Housekeeping.needs>

  constructor(parts: Given<typeof Housekeeping.needs>) {
    super()
    this.#parts = parts
  }

  override registerJobs(registry: JobRegistry): void {
    registry.handle(erasure, this.#parts.privacy.finishErasure)
    registry.handle(hourlySweep, () => this.sweep())
  }

  /** Deletes expired rows. The rows that daily limits are counted from are kept for that day. */
  async sweep(): Promise<void> {
    const now = this.#parts.clock.now()
    const dayAgo = new Date(now.getTime() - day)
    const unused = { customer: lifetimes.customerIdleMs, staff: lifetimes.staffIdleMs }
    const tables = identityTables(this.#parts.db.sql)
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
    await this.#parts.activity.forgetOldAddresses()
    await this.#parts.factors.encryptAnew()
  }
}
