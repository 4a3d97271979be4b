import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Jobs, RunningJob } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError, refusedFields } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import type { AccountActivity } from './account-activity.ts'
import type { AccountMails } from './account-mails.ts'
import { lockEmail } from './codes.ts'
import { windowWait } from './domain/codes.ts'
import { lifetimes } from './domain/sign-in-rules.ts'
import type { Passwords } from './passwords.ts'
import { checkPassword, messages, normalizeEmail } from './rules.ts'
import type { Sessions, Visitor } from './sessions.ts'
import type { SignInGuard } from './sign-in-guard.ts'

const expiredLink = 'This link has expired or was already used. Please request a new one.'

/** Changing a password, with the old one or with a mailed link. Either way every other session ends. */
export class PasswordChanges {
  static readonly queue = 'identity.reset'
  readonly #db: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #passwords: Passwords
  readonly #guard: SignInGuard
  readonly #sessions: Sessions
  readonly #mails: AccountMails
  readonly #activity: AccountActivity
  readonly #jobs: Jobs

  constructor(
    db: Database,
    clock: Clock,
    ids: Ids,
    passwords: Passwords,
    guard: SignInGuard,
    sessions: Sessions,
    mails: AccountMails,
    activity: AccountActivity,
    jobs: Jobs,
  ) {
    this.#db = db
    this.#clock = clock
    this.#ids = ids
    this.#passwords = passwords
    this.#guard = guard
    this.#sessions = sessions
    this.#mails = mails
    this.#activity = activity
    this.#jobs = jobs
  }

  /**
   * @returns the new session of this browser; the old one is dead
   * @throws AppError `invalid` with the sign-up rule's text, or INVALID_CURRENT_PASSWORD; a wrong current password
   *   counts like a failed sign-in
   */
  async change(
    userId: string,
    form: { currentPassword: string; newPassword: string },
    visitor: Visitor,
    device: string | undefined,
  ): Promise<string> {
    if (form.currentPassword === '' || form.newPassword === '')
      throw broken(
        form.currentPassword === '' ? 'currentPassword' : 'newPassword',
        messages.passwordFieldsRequired,
      )
    demandStrong('newPassword', form.newPassword)
    return this.#passwords.admit(async () => {
      const given = { password: form.currentPassword, visitor, device }
      const stored = await this.#proven(
        userId,
        given,
        'currentPassword',
        'INVALID_CURRENT_PASSWORD',
        'Current password is incorrect',
      )
      const entry = { account: 'customer', accountId: userId, address: visitor.address } as const
      const hash = await this.#passwords.hash(form.newPassword)
      return this.#db.rawTransaction(async (sql) => {
        // Only if nobody else changed it since it was checked.
        await this.#set(sql, userId, hash, stored)
        await this.#activity.record({ ...entry, activity: 'password-changed' }, sql)
        return this.#sessions.open(sql, userId, visitor)
      })
    }, 'known')
  }

  /**
   * Passes when a signed-in person types the password of the account once more, before what cannot be undone.
   * @throws AppError `invalid` VALIDATION_FAILED without a password, INVALID_PASSWORD; a wrong one counts like a failed
   *   sign-in, so `too-many` TOO_MANY_ATTEMPTS
   */
  async confirm(userId: string, given: { password: string; visitor: Visitor; device: string | undefined }) {
    if (given.password === '') throw broken('password', 'Password is required')
    await this.#passwords.admit(
      () => this.#proven(userId, given, 'password', 'INVALID_PASSWORD', 'Password is incorrect'),
      'known',
    )
  }

  /**
   * Within `admit`: the stored hash of the account whose password is `given`.
   * @param field where the request holds that password
   * @throws AppError `invalid` with this code and message
   */
  async #proven(
    userId: string,
    given: { password: string; visitor: Visitor; device: string | undefined },
    field: string,
    code: string,
    message: string,
  ): Promise<string> {
    const [account] = await this.#db.sql.query<{ email: string; password_hash: string }>(
      'select email, password_hash from identity_customer where id = $1',
      [userId],
    )
    const { address } = given.visitor
    const attempt = {
      kind: 'customer',
      account: account?.email ?? '',
      address,
      device: given.device,
    } as const
    await this.#guard.claim(attempt)
    const matches = await this.#passwords.verify(account?.password_hash ?? null, given.password, 'known')
    if (!matches || !account) {
      await this.#activity.record({
        account: 'customer',
        accountId: userId,
        activity: 'password-refused',
        address,
      })
      throw refusedFields(code, [{ path: field, message }])
    }
    await this.#guard.succeeded(attempt)
    return account.password_hash
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
      await this.#jobs.owe(sql, [{ queue: PasswordChanges.queue, key: resetId, data }])
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
        await this.#set(sql, used.customer_id, hash, null)
        const entry = { account: 'customer', accountId: used.customer_id, address } as const
        await this.#activity.record({ ...entry, activity: 'password-reset' }, sql)
        return { email: used.email }
      })
    })
  }

  async #set(sql: Sql, userId: string, hash: string, replaced: string | null): Promise<void> {
    const now = this.#clock.now()
    const rows = await sql.query(
      `update identity_customer set password_hash = $2, updated_at = $3
       where id = $1 and ($4::text is null or password_hash = $4) returning id`,
      [userId, hash, now, replaced],
    )
    if (rows.length === 0)
      throw new AppError(
        'conflict',
        'PASSWORD_CHANGED',
        'The password was changed meanwhile. Please log in again.',
      )
    await this.#sessions.endAll(sql, userId)
    await sql.query('update identity_reset set used_at = $2 where customer_id = $1 and used_at is null', [
      userId,
      now,
    ])
    await this.#mails.owePasswordChanged(sql, userId, this.#ids.uuid())
  }
}

/** @param path the field of the request that holds the password */
function demandStrong(path: string, password: string): void {
  const problem = checkPassword(password)
  if (problem !== null) throw broken(path, problem)
}

function broken(path: string, message: string): AppError {
  return refusedFields('VALIDATION_FAILED', [{ path, message }])
}
