import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError, refusedFields } from '#platform/kernel/error.ts'
import { Ids } from '#platform/kernel/ids.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AccountActivity } from '../accounts/account-activity.ts'
import { Passwords } from '../accounts/passwords.ts'
import { identityTables } from '../accounts/rows.ts'
import { fingerprint } from '../accounts/secrets.ts'
import { codeRules } from '../domain/codes.ts'
import { checkCode, checkSignUp, messages, normalizeEmail, type SignUp } from '../rules.ts'
import { Sessions, type Visitor } from '../sessions/sessions.ts'
import { welcomeMail } from './account-mails.ts'
import { tooManyCodes } from './code-refusals.ts'
import { Codes } from './codes.ts'
import { lockEmail, type PendingRegistration, profileColumns } from './pending-registration.ts'

/** The cookie that binds a code to the registration that requested it. */
export const registrationCookie = { name: 'reg', maxAge: codeRules.registrationMs / 1000 } as const

/**
 * Registrations wait, each with its own password, until the mailed code is entered in the browser that registered. Only
 * then is the account made, so that a stranger cannot prepare an account for another person's address.
 */
export class Registrations {
  static readonly needs = {
    db: Database,
    clock: Clock,
    ids: Ids,
    passwords: Passwords,
    codes: Codes,
    sessions: Sessions,
    jobs: Jobs,
    activity: AccountActivity,
  }
  readonly #parts: Given<typeof Registrations.needs>

  constructor(parts: Given<typeof Registrations.needs>) {
    this.#parts = parts
  }

  /** True for verified accounts only. */
  async exists(email: string): Promise<boolean> {
    return isTaken(this.#parts.db.sql, normalizeEmail(email))
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
    if (await isTaken(this.#parts.db.sql, email)) throw emailTaken()
    return this.#parts.passwords.admit(async () => {
      const passwordHash = await this.#parts.passwords.hash(form.password)
      return this.#parts.db.rawTransaction(async (sql) => {
        await lockEmail(sql, email)
        if (await isTaken(sql, email)) throw emailTaken()
        const verdict = await this.#parts.codes.verdict(sql, email, source, { cooldown: false })
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
    await this.#parts.db.rawTransaction(async (sql) => {
      await lockEmail(sql, address)
      const registration = await this.#pending(sql, address, cookie)
      if (!isResend && (await this.#parts.codes.hasLive(sql, registration.id))) return
      const verdict = await this.#parts.codes.verdict(sql, address, source, { cooldown: true })
      if (!verdict.allowed) throw tooManyCodes(verdict)
      await this.#parts.codes.issue(sql, registration, source)
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
    const registration = await this.#pending(this.#parts.db.sql, email, cookie)
    const { codeId } = await this.#parts.codes.spend(registration.id, form.otpCode)
    return this.#parts.db.rawTransaction(async (sql) => {
      await lockEmail(sql, email)
      // Read again under the lock: another registration may have replaced it meanwhile.
      const current = await this.#pending(sql, email, cookie)
      if (!(await this.#parts.codes.consume(sql, codeId)))
        throw new AppError('invalid', 'INVALID_OTP', messages.invalidCode)
      const userId = await createAccount(sql, current, this.#parts.ids.uuid(), this.#parts.clock.now())
      await identityTables(sql).deleteFrom('identity_registration').where('email', '=', email).execute()
      const session = await this.#parts.sessions.open(sql, userId, visitor)
      await this.#parts.jobs.enqueue(sql, welcomeMail(userId))
      const entry = { account: 'customer', accountId: userId, address: visitor.address } as const
      await this.#parts.activity.record({ ...entry, activity: 'account-created' }, sql)
      return { userId, email, session }
    })
  }

  /** Binds the registration to another browser of its owner, and sends a code if the limits allow one. */
  async resume(registration: PendingRegistration, source: string): Promise<string> {
    const cookie = this.#parts.ids.token(32)
    await this.#parts.db.rawTransaction(async (sql) => {
      await lockEmail(sql, registration.email)
      await identityTables(sql)
        .updateTable('identity_registration')
        .set({ cookie_hash: fingerprint(cookie) })
        .where('id', '=', registration.id)
        .execute()
      const verdict = await this.#parts.codes.verdict(sql, registration.email, source, { cooldown: true })
      if (verdict.allowed) await this.#parts.codes.issue(sql, registration, source)
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
            .where('expires_at', '>', this.#parts.clock.now())
            .executeTakeFirst()
    if (!row) throw new AppError('invalid', 'REGISTRATION_NOT_FOUND', messages.registrationNotFound)
    return row
  }

  async #store(sql: Sql, form: SignUp, passwordHash: string, source: string): Promise<string> {
    const cookie = this.#parts.ids.token(32)
    const id = this.#parts.ids.uuid()
    const now = this.#parts.clock.now()
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
    await this.#parts.codes.issue(sql, { id, email: form.email }, source)
    return cookie
  }
}

/** Whether a verified account has this address (in its stored form). */
async function isTaken(sql: Sql, email: string): Promise<boolean> {
  const taken = await identityTables(sql)
    .selectFrom('identity_customer')
    .select('id')
    .where('email', '=', email)
    .where('is_email_verified', '=', true)
    .executeTakeFirst()
  return taken !== undefined
}

/** The error for an address that has an account. */
function emailTaken(): AppError {
  return new AppError('conflict', 'USER_EXISTS', messages.emailTaken, {
    errors: [messages.emailTaken],
    fields: [{ path: 'email', message: messages.emailTaken }],
  })
}

/**
 * Makes the account of a registration after the right code.
 * @returns the new customer's id
 * @throws AppError `conflict` USER_EXISTS when the address has an account by now
 */
async function createAccount(
  sql: Sql,
  registration: PendingRegistration,
  id: string,
  now: Date,
): Promise<string> {
  const { email, first_name, last_name, phone, company, password_hash } = registration
  const created = await identityTables(sql)
    .insertInto('identity_customer')
    .values({
      id,
      email,
      first_name,
      last_name,
      phone,
      company,
      password_hash,
      is_email_verified: true,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) throw emailTaken()
  return created.id
}
