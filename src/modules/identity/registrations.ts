import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError, refusedFields } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import type { AccountActivity } from './account-activity.ts'
import { welcomeMail } from './account-mails.ts'
import { tooManyCodes } from './code-refusals.ts'
import type { Codes } from './codes.ts'
import { codeRules } from './domain/codes.ts'
import { createAccount, emailTaken, isTaken } from './new-accounts.ts'
import type { Passwords } from './passwords.ts'
import { lockEmail, type PendingRegistration, profileColumns } from './pending-registration.ts'
import { identityTables } from './rows.ts'
import { checkCode, checkSignUp, messages, normalizeEmail, type SignUp } from './rules.ts'
import { fingerprint } from './secrets.ts'
import type { Sessions, Visitor } from './sessions.ts'

/** The cookie that binds a code to the registration that requested it. */
export const registrationCookie = { name: 'reg', maxAge: codeRules.registrationMs / 1000 } as const

/**
 * Registrations wait, each with its own password, until the mailed code is entered in the browser that registered. Only
 * then is the account made, so that a stranger cannot prepare an account for another person's address.
 */
export class Registrations {
  readonly #db: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #passwords: Passwords
  readonly #codes: Codes
  readonly #sessions: Sessions
  readonly #jobs: Jobs
  readonly #activity: AccountActivity

  constructor(
    db: Database,
    clock: Clock,
    ids: Ids,
    passwords: Passwords,
    codes: Codes,
    sessions: Sessions,
    jobs: Jobs,
    activity: AccountActivity,
  ) {
    this.#db = db
    this.#clock = clock
    this.#ids = ids
    this.#passwords = passwords
    this.#codes = codes
    this.#sessions = sessions
    this.#jobs = jobs
    this.#activity = activity
  }

  /** True for verified accounts only. */
  async exists(email: string): Promise<boolean> {
    return isTaken(this.#db.sql, normalizeEmail(email))
  }

  /**
   * Stores the registration, replacing an earlier unverified one of the address, and enqueues its code.
   * @param source the caller's address
   * @param passed runs once the form is valid and before any query: the bot challenge
   * @returns the value of the registration cookie
   * @throws AppError `invalid` VALIDATION_FAILED with every broken rule, `conflict` USER_EXISTS, `too-many`
   */
  async register(form: SignUp, source: string, passed: () => Promise<void>): Promise<string> {
    const [first, ...more] = checkSignUp(form)
    if (first !== undefined) throw refusedFields('VALIDATION_FAILED', [first, ...more])
    await passed()
    const email = normalizeEmail(form.email)
    if (await isTaken(this.#db.sql, email)) throw emailTaken()
    return this.#passwords.admit(async () => {
      const passwordHash = await this.#passwords.hash(form.password)
      return this.#db.rawTransaction(async (sql) => {
        await lockEmail(sql, email)
        if (await isTaken(sql, email)) throw emailTaken()
        const verdict = await this.#codes.verdict(sql, email, source, { cooldown: false })
        if (!verdict.allowed) throw tooManyCodes(verdict)
        return this.#store(sql, { ...form, email }, passwordHash, source)
      })
    })
  }

  /**
   * Sends a code to the registration of this browser. Unless it is a resend (`isResend`), a live code is enough.
   * @throws AppError `invalid` REGISTRATION_NOT_FOUND, `too-many` RESEND_TOO_SOON or TOO_MANY_CODES
   */
  async sendCode(
    email: string,
    cookie: string | undefined,
    isResend: boolean,
    source: string,
  ): Promise<void> {
    const address = normalizeEmail(email)
    await this.#db.rawTransaction(async (sql) => {
      await lockEmail(sql, address)
      const registration = await this.#pending(sql, address, cookie)
      if (!isResend && (await this.#codes.hasLive(sql, registration.id))) return
      const verdict = await this.#codes.verdict(sql, address, source, { cooldown: true })
      if (!verdict.allowed) throw tooManyCodes(verdict)
      await this.#codes.issue(sql, registration, source)
    })
  }

  /**
   * Makes the account when the code is right, and opens its first session.
   * @throws AppError `invalid` with the reason, `conflict` USER_EXISTS
   */
  async verify(
    form: { email: string; otpCode: string },
    cookie: string | undefined,
    visitor: Visitor,
  ): Promise<{ userId: string; email: string; session: string }> {
    const malformed = checkCode(form.otpCode)
    if (malformed !== null) throw new AppError('invalid', 'INVALID_OTP', malformed)
    const email = normalizeEmail(form.email)
    const registration = await this.#pending(this.#db.sql, email, cookie)
    const { codeId } = await this.#codes.spend(registration.id, form.otpCode)
    return this.#db.rawTransaction(async (sql) => {
      await lockEmail(sql, email)
      // Read again under the lock: another registration may have replaced it meanwhile.
      const current = await this.#pending(sql, email, cookie)
      if (!(await this.#codes.consume(sql, codeId)))
        throw new AppError('invalid', 'INVALID_OTP', messages.invalidCode)
      const userId = await createAccount(sql, current, this.#ids.uuid(), this.#clock.now())
      await identityTables(sql).deleteFrom('identity_registration').where('email', '=', email).execute()
      const session = await this.#sessions.open(sql, userId, visitor)
      await this.#jobs.enqueue(sql, welcomeMail(userId))
      const entry = { account: 'customer', accountId: userId, address: visitor.address } as const
      await this.#activity.record({ ...entry, activity: 'account-created' }, sql)
      return { userId, email, session }
    })
  }

  /** Binds the registration to another browser of its owner, and sends a code if the limits allow one. */
  async resume(registration: PendingRegistration, source: string): Promise<string> {
    const cookie = this.#ids.token(32)
    await this.#db.rawTransaction(async (sql) => {
      await lockEmail(sql, registration.email)
      await identityTables(sql)
        .updateTable('identity_registration')
        .set({ cookie_hash: fingerprint(cookie) })
        .where('id', '=', registration.id)
        .execute()
      const verdict = await this.#codes.verdict(sql, registration.email, source, { cooldown: true })
      if (verdict.allowed) await this.#codes.issue(sql, registration, source)
    })
    return cookie
  }

  async #pending(sql: Sql, email: string, cookie: string | undefined): Promise<PendingRegistration> {
    const row =
      cookie === undefined
        ? undefined
        : await identityTables(sql)
            .selectFrom('identity_registration')
            .select(profileColumns)
            .where('cookie_hash', '=', fingerprint(cookie))
            .where('email', '=', email)
            .where('expires_at', '>', this.#clock.now())
            .executeTakeFirst()
    if (!row) throw new AppError('invalid', 'REGISTRATION_NOT_FOUND', messages.registrationNotFound)
    return row
  }

  async #store(sql: Sql, form: SignUp, passwordHash: string, source: string): Promise<string> {
    const cookie = this.#ids.token(32)
    const id = this.#ids.uuid()
    const now = this.#clock.now()
    const tables = identityTables(sql)
    await tables.deleteFrom('identity_registration').where('email', '=', form.email).execute()
    await tables
      .insertInto('identity_registration')
      .values({
        id,
        cookie_hash: fingerprint(cookie),
        email: form.email,
        first_name: form.firstName.trim(),
        last_name: form.lastName.trim(),
        phone: form.phone?.trim() || null,
        company: form.company?.trim() || null,
        password_hash: passwordHash,
        created_at: now,
        expires_at: new Date(now.getTime() + codeRules.registrationMs),
      })
      .execute()
    await this.#codes.issue(sql, { id, email: form.email }, source)
    return cookie
  }
}
