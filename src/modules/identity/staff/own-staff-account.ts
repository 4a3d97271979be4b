import type { OutputOf } from '#platform/contract/endpoint.ts'
import { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { StaffActor } from '#platform/http/call.ts'
import { AppError, refusedFields } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AccountActivity } from '../accounts/account-activity.ts'
import { Passwords } from '../accounts/passwords.ts'
import { identityTables, StaffRow } from '../accounts/rows.ts'
import { demandStrong } from '../customers/password-changes.ts'
import type { ActivityKind } from '../domain/activity.ts'
import { type OpenSession, Sessions, type Visitor } from '../sessions/sessions.ts'
import { type Attempt, SignInGuard } from '../sessions/sign-in-guard.ts'
import type { ownStaffAccount } from './contract-staff-self.ts'
import { type Enrolment, SecondFactors } from './second-factors.ts'

/** The origin of a member's call. */
interface Caller extends Visitor {
  /** The cookie of a browser that has signed in to the account before. */
  device: string | undefined
}

/**
 * The changes that members of staff make to their own account. Each demands the password again: a stolen session must not
 * be enough to take the account over.
 */
export class OwnStaffAccount {
  static readonly needs = {
    db: Database,
    passwords: Passwords,
    guard: SignInGuard,
    sessions: Sessions,
    factors: SecondFactors,
    activity: AccountActivity,
  }
  readonly #parts: Given<typeof OwnStaffAccount.needs>

  constructor(parts: Given<typeof OwnStaffAccount.needs>) {
    this.#parts = parts
  }

  async overview(
    actor: StaffActor,
  ): Promise<Omit<OutputOf<typeof ownStaffAccount>, 'sessions'> & { sessions: OpenSession[] }> {
    const { username, role, totpBox } = await this.#member(actor)
    return {
      username,
      role,
      secondFactor: Boolean(totpBox),
      secondFactorRequired: this.#parts.factors.required,
      sessions: await this.#parts.sessions.list(actor.staffId, 'staff'),
    }
  }

  /**
   * @returns the new session of this browser; all others have ended
   * @throws AppError `invalid` with the sign-up rule's text, or INVALID_CURRENT_PASSWORD; a wrong current password
   *   counts like a failed sign-in
   */
  async changePassword(
    actor: StaffActor,
    form: { currentPassword: string; newPassword: string },
    caller: Caller,
  ): Promise<string> {
    demandStrong('newPassword', form.newPassword)
    return this.#parts.passwords.admit(async () => {
      const member = await this.#proven(actor, form.currentPassword, caller, {
        path: 'currentPassword',
        code: 'INVALID_CURRENT_PASSWORD',
        message: 'Current password is incorrect',
      })
      await this.#parts.guard.succeeded(attemptOf(actor, caller))
      const hash = await this.#parts.passwords.hash(form.newPassword)
      return this.#parts.db.rawTransaction(async (sql) => {
        const changed = await identityTables(sql)
          .updateTable('identity_staff')
          .set({ password_hash: hash })
          .where('id', '=', member.id)
          .where('password_hash', '=', member.passwordHash)
          .returning('id')
          .executeTakeFirst()
        if (!changed) throw passwordChanged()
        await this.#record(actor, 'password-changed', caller, sql)
        return this.#onlySession(sql, { id: member.id, passwordHash: hash }, caller)
      })
    }, 'known')
  }

  /**
   * Offers a new key for the authenticator app of the account.
   * @throws AppError `invalid` INVALID_PASSWORD at the field `password`; TOTP_REQUIRED or TOTP_INVALID at `totp` where a
   *   second factor is replaced
   */
  async offerSecondFactor(
    actor: StaffActor,
    form: { password: string; totp?: string | undefined },
    caller: Caller,
  ): Promise<Enrolment> {
    return this.#parts.passwords.admit(async () => {
      const member = await this.#proven(actor, form.password, caller, {
        path: 'password',
        code: 'INVALID_PASSWORD',
        message: 'Password is incorrect',
      })
      if (member.totpBox)
        await this.#parts.factors.demand(member, form).catch(async (error: unknown) => {
          // Not answered with 401: the session is still valid.
          if (!(error instanceof AppError) || error.kind !== 'unauthenticated') throw error
          if (error.code === 'TOTP_INVALID') await this.#record(actor, 'second-factor-failed', caller)
          throw refusedFields(error.code, [{ path: 'totp', message: error.message }])
        })
      // The tries are forgotten only after the digits were right: otherwise digits could be tried without limit.
      await this.#parts.guard.succeeded(attemptOf(actor, caller))
      return this.#parts.factors.offer(member)
    }, 'known')
  }

  /**
   * Sets up the key that was offered.
   * @returns the new session of this browser; all others have ended
   * @throws AppError `invalid` ENROLMENT_EXPIRED, TOTP_INVALID
   */
  async confirmSecondFactor(
    actor: StaffActor,
    given: { token: string; code: string },
    caller: Caller,
  ): Promise<string> {
    const member = await this.#member(actor)
    return this.#parts.db.rawTransaction(async (sql) => {
      await this.#parts.factors.confirm(sql, member.id, given)
      await this.#record(actor, 'second-factor-set-up', caller, sql)
      return this.#onlySession(sql, member, caller)
    })
  }

  async #onlySession(
    sql: Sql,
    member: { id: string; passwordHash: string },
    caller: Caller,
  ): Promise<string> {
    await this.#parts.sessions.endAll(sql, member.id)
    const session = await this.#parts.sessions.replace('staff', member, caller, undefined, sql)
    if (session === null) throw passwordChanged()
    return session
  }

  /** The member, when `password` is right. The try stays counted until the caller reports success. */
  async #proven(
    actor: StaffActor,
    password: string,
    caller: Caller,
    refusal: { path: string; code: string; message: string },
  ): Promise<StaffRow> {
    await this.#parts.guard.claim(attemptOf(actor, caller))
    const member = await this.#member(actor)
    if (!(await this.#parts.passwords.verify(member.passwordHash, password, 'known'))) {
      await this.#record(actor, 'password-refused', caller)
      throw refusedFields(refusal.code, [{ path: refusal.path, message: refusal.message }])
    }
    return member
  }

  async #member(actor: StaffActor): Promise<StaffRow> {
    return this.#parts.db.em().findOneOrFail(StaffRow, { id: actor.staffId })
  }

  async #record(
    { staffId }: StaffActor,
    activity: ActivityKind,
    { address }: Caller,
    sql?: Sql,
  ): Promise<void> {
    await this.#parts.activity.record({ account: 'staff', accountId: staffId, activity, address }, sql)
  }
}

const attemptOf = ({ username }: StaffActor, { address, device }: Caller): Attempt => ({
  kind: 'staff',
  account: username,
  address,
  device,
})

const passwordChanged = (): AppError =>
  new AppError('conflict', 'PASSWORD_CHANGED', 'The password was changed meanwhile. Please sign in again.')
