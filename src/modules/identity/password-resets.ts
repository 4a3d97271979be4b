import type { Database } from '#platform/database/database.ts'
import type { Jobs, RunningJob } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import type { AccountActivity } from './account-activity.ts'
import type { AccountMails } from './account-mails.ts'
import { lockEmail } from './codes.ts'
import { windowWait } from './domain/codes.ts'
import { lifetimes } from './domain/sign-in-rules.ts'
import { demandStrong, type PasswordChanges } from './password-changes.ts'
import type { Passwords } from './passwords.ts'
import { normalizeEmail } from './rules.ts'

const expiredLink = 'This link has expired or was already used. Please request a new one.'

/** A new password by a mailed link, for who has forgotten the old one. */
export class PasswordResets {
  static readonly queue = 'identity.reset'
  readonly #db: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #passwords: Passwords
  readonly #changes: PasswordChanges
  readonly #mails: AccountMails
  readonly #activity: AccountActivity
  readonly #jobs: Jobs

  constructor(
    db: Database,
    clock: Clock,
    ids: Ids,
    passwords: Passwords,
    changes: PasswordChanges,
    mails: AccountMails,
    activity: AccountActivity,
    jobs: Jobs,
  ) {
    this.#db = db
    this.#clock = clock
    this.#ids = ids
    this.#passwords = passwords
    this.#changes = changes
    this.#mails = mails
    this.#activity = activity
    this.#jobs = jobs
  }

  /**
   * Owes a link to set a new password. Statements and job are the same whether there is such an account or not, so that
   * the time of the answer does not say it either.
   */
  async forgot(email: string): Promise<void> {
    const address = normalizeEmail(email)
    await this.#db.rawTransaction(async (sql) => {
      const [account] = await sql.query<{ id: string }>('select id from identity_customer where email = $1', [
        address,
      ])
      const resetId = this.#ids.uuid()
      // Nobody has an id that was drawn just now: the job will find no account.
      const data = { resetId, customerId: account?.id ?? this.#ids.uuid() }
      await this.#jobs.owe(sql, [{ queue: PasswordResets.queue, key: resetId, data }])
    })
  }

  /** The job: mails the link when there is such an account and its limits allow one more. */
  readonly deliver = async ({ data }: RunningJob): Promise<void> => {
    const resetId = String(data.resetId)
    if (await this.#grant(resetId, String(data.customerId))) await this.#mails.sendReset(resetId)
  }

  /** Whether the account may have this link: at most 3 an hour and 10 a day. A link stays granted. */
  async #grant(resetId: string, customerId: string): Promise<boolean> {
    return this.#db.rawTransaction(async (sql) => {
      const [account] = await sql.query<{ email: string }>(
        'select email from identity_customer where id = $1',
        [customerId],
      )
      if (!account) return false
      await lockEmail(sql, account.email)
      const now = this.#clock.now()
      const granted = await sql.query<{ id: string; created_at: Date }>(
        'select id, created_at from identity_reset where customer_id = $1 and created_at > $2',
        [customerId, new Date(now.getTime() - 86_400_000)],
      )
      if (granted.some(({ id }) => id === resetId)) return true
      const ages = granted.map(({ created_at }) => now.getTime() - created_at.getTime()).sort((a, b) => a - b)
      if (windowWait(ages, lifetimes.resetsPerHour, 3_600_000) > 0) return false
      if (windowWait(ages, lifetimes.resetsPerDay, 86_400_000) > 0) return false
      await sql.query(
        'insert into identity_reset (id, customer_id, created_at, expires_at) values ($1, $2, $3, $4)',
        [resetId, customerId, now, new Date(now.getTime() + lifetimes.resetMs)],
      )
      return true
    })
  }

  /**
   * Sets the password with the token of a link, which is used up.
   * @returns the address, whose browser is now a known device
   * @throws AppError `invalid` with the sign-up rule's text, or RESET_LINK_INVALID
   */
  async reset(token: string, password: string, address?: string): Promise<{ email: string }> {
    demandStrong('password', password)
    const id = this.#mails.resetIdOf(token)
    if (id === null) throw new AppError('invalid', 'RESET_LINK_INVALID', expiredLink)
    return this.#passwords.admit(async () => {
      const hash = await this.#passwords.hash(password)
      return this.#db.rawTransaction(async (sql) => {
        const [used] = await sql.query<{ customer_id: string; email: string }>(
          `update identity_reset r set used_at = $2 from identity_customer c
           where r.id::text = $1 and c.id = r.customer_id and r.used_at is null and r.expires_at > $2
           returning r.customer_id, c.email`,
          [id, this.#clock.now()],
        )
        if (!used) throw new AppError('invalid', 'RESET_LINK_INVALID', expiredLink)
        await this.#changes.store(sql, used.customer_id, hash, null)
        const entry = { account: 'customer', accountId: used.customer_id, address } as const
        await this.#activity.record({ ...entry, activity: 'password-reset' }, sql)
        return { email: used.email }
      })
    })
  }
}
