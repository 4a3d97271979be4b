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
import { checkPassword, messages } from '../rules.ts'
import { Sessions, type Visitor } from '../sessions/sessions.ts'
import { SignInGuard } from '../sessions/sign-in-guard.ts'
import { passwordChangedMail } from './account-mails.ts'

/** Changes the password of a signed-in person, and confirms it before an action that cannot be undone. */
export class PasswordChanges {
  static readonly needs = {
    db: Database,
    clock: Clock,
    ids: Ids,
    passwords: Passwords,
    guard: SignInGuard,
    sessions: Sessions,
    jobs: Jobs,
    activity: AccountActivity,
  }
  readonly #parts: Given<typeof PasswordChanges.needs>

  constructor(parts: Given<typeof PasswordChanges.needs>) {
    this.#parts = parts
  }

  /**
   * @returns the new session of this browser; the old one has ended
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
    return this.#parts.passwords.admit(async () => {
      const given = { password: form.currentPassword, visitor, device }
      const stored = await this.#proven(
        userId,
        given,
        'currentPassword',
        'INVALID_CURRENT_PASSWORD',
        'Current password is incorrect',
      )
      const entry = { account: 'customer', accountId: userId, address: visitor.address } as const
      const hash = await this.#parts.passwords.hash(form.newPassword)
      return this.#parts.db.rawTransaction(async (sql) => {
        // Stored only if the hash that was checked is still the current one.
        await this.store(sql, userId, hash, stored)
        await this.#parts.activity.record({ ...entry, activity: 'password-changed' }, sql)
        return this.#parts.sessions.open(sql, userId, visitor)
      })
    }, 'known')
  }

  /**
   * Passes when a signed-in person enters the right password before an action that cannot be undone.
   * @throws AppError `invalid` VALIDATION_FAILED without a password, INVALID_PASSWORD; a wrong one counts like a failed
   *   sign-in, so `too-many` TOO_MANY_ATTEMPTS
   */
  async confirm(userId: string, given: { password: string; visitor: Visitor; device: string | undefined }) {
    if (given.password === '') throw broken('password', 'Password is required')
    await this.#parts.passwords.admit(
      () => this.#proven(userId, given, 'password', 'INVALID_PASSWORD', 'Password is incorrect'),
      'known',
    )
  }

  /**
   * The stored hash of the account, when `given` is its password. Call it within `admit`.
   * @param field the request's field with that password
   * @throws AppError `invalid` with this code and message
   */
  async #proven(
    userId: string,
    given: { password: string; visitor: Visitor; device: string | undefined },
    field: string,
    code: string,
    message: string,
  ): Promise<string> {
    const account = await identityTables(this.#parts.db.sql)
      .selectFrom('identity_customer')
      .select(['email', 'password_hash'])
      .where('id', '=', userId)
      .executeTakeFirst()
    const { address } = given.visitor
    const attempt = {
      kind: 'customer',
      account: account?.email ?? '',
      address,
      device: given.device,
    } as const
    await this.#parts.guard.claim(attempt)
    const matches = await this.#parts.passwords.verify(
      account?.password_hash ?? null,
      given.password,
      'known',
    )
    if (!matches || !account) {
      await this.#parts.activity.record({
        account: 'customer',
        accountId: userId,
        activity: 'password-refused',
        address,
      })
      throw refusedFields(code, [{ path: field, message }])
    }
    await this.#parts.guard.succeeded(attempt)
    return account.password_hash
  }

  /**
   * Stores a new password, ends all sessions and links of the account, and enqueues a mail to its owner.
   * @param replaced the hash that must still be stored; null replaces any
   * @throws AppError conflict PASSWORD_CHANGED when another hash is stored
   */
  async store(sql: Sql, userId: string, hash: string, replaced: string | null): Promise<void> {
    const now = this.#parts.clock.now()
    const stored = await identityTables(sql)
      .updateTable('identity_customer')
      .set({ password_hash: hash, updated_at: now })
      .where('id', '=', userId)
      .$if(replaced !== null, (account) => account.where('password_hash', '=', replaced!))
      .returning('id')
      .executeTakeFirst()
    if (stored === undefined)
      throw new AppError(
        'conflict',
        'PASSWORD_CHANGED',
        'The password was changed meanwhile. Please log in again.',
      )
    await this.#parts.sessions.endAll(sql, userId)
    await identityTables(sql)
      .updateTable('identity_reset')
      .set({ used_at: now })
      .where('customer_id', '=', userId)
      .where('used_at', 'is', null)
      .execute()
    await this.#parts.jobs.enqueue(sql, passwordChangedMail(userId, now, this.#parts.ids.uuid()))
  }
}

/** @param path the field of the request that holds the password @throws AppError `invalid` with the sign-up rule's text */
export function demandStrong(path: string, password: string): void {
  const problem = checkPassword(password)
  if (problem !== null) throw broken(path, problem)
}

function broken(path: string, message: string): AppError {
  return refusedFields('VALIDATION_FAILED', [{ path, message }])
}
