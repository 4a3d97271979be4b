import type { Database } from '#platform/database/database.ts'
import { JobHandlers, type JobRegistry } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { AccountActivity } from './account-activity.ts'
import { AccountMails } from './account-mails.ts'
import { Codes } from './codes.ts'
import { lifetimes } from './domain/sign-in-rules.ts'
import { PasswordResets } from './password-resets.ts'
import { PrivacyRequests } from './privacy-requests.ts'
import type { SecondFactors } from './second-factors.ts'

const sweepQueue = 'identity.sweep'
const day = 86_400_000

/** Registers the jobs of this module, and once an hour removes what nobody needs any more. */
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
    // A queue of its own: a code never waits behind other mail, and is not worth sending after ten minutes.
    registry.handle(Codes.queue, { retryLimit: 7, retryDelaySeconds: 2, concurrency: 4 }, this.#codes.deliver)
    registry.handle(AccountMails.queue, { concurrency: 2 }, this.#mails.deliver)
    registry.handle(PasswordResets.queue, { concurrency: 2 }, this.#resets.deliver)
    registry.handle(PrivacyRequests.queue, { concurrency: 1 }, this.#privacy.finishErasure)
    registry.handle(sweepQueue, { retryLimit: 0, concurrency: 1 }, () => this.sweep())
    registry.schedule(sweepQueue, '17 * * * *')
  }

  /** Deletes what has expired. The rows that limits are counted from stay for the day they are counted over. */
  async sweep(): Promise<void> {
    const now = this.#clock.now()
    const dayAgo = new Date(now.getTime() - day)
    const idle = new Date(now.getTime() - lifetimes.customerIdleMs)
    const staffIdle = new Date(now.getTime() - lifetimes.staffIdleMs)
    const statements: [string, unknown[]][] = [
      [
        `delete from identity_session
         where expires_at < $1 or seen_at < case kind when 'customer' then $2::timestamptz else $3::timestamptz end`,
        [now, idle, staffIdle],
      ],
      ['delete from identity_registration where expires_at < $1', [now]],
      ['delete from identity_code where created_at < $1', [dayAgo]],
      ['delete from identity_reset where created_at < $1', [dayAgo]],
      ['delete from identity_login_try where at < $1', [dayAgo]],
      ['delete from identity_challenge_pass where expires_at < $1', [now]],
    ]
    for (const [text, values] of statements) await this.#db.sql.query(text, values)
    await this.#activity.forgetOldAddresses()
    await this.#factors.sealAnew()
  }
}
