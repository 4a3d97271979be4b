import { Database } from '#platform/database/database.ts'
import type { StaffActor } from '#platform/http/call.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AccountActivity } from '../accounts/account-activity.ts'
import { generatePassword } from '../accounts/generated-password.ts'
import { Passwords } from '../accounts/passwords.ts'
import { identityTables, StaffRow } from '../accounts/rows.ts'
import type { ActivityKind } from '../domain/activity.ts'
import { type OpenSession, Sessions } from '../sessions/sessions.ts'
import { SignInGuard } from '../sessions/sign-in-guard.ts'
import { demandOwner } from './owners.ts'
import { SecondFactors } from './second-factors.ts'
import type { StaffMember } from './staff.ts'

export interface StaffOverview extends StaffMember {
  secondFactor: boolean
  disabled: boolean
  /** After too many tries, browsers that have not signed in to the account before are refused for up to an hour. */
  lockedOut: boolean
  sessions: OpenSession[]
}

/** The list of the members of staff and their sessions, and an owner's help for a member who cannot sign in. */
export class StaffAccounts {
  static readonly needs = {
    db: Database,
    passwords: Passwords,
    guard: SignInGuard,
    sessions: Sessions,
    factors: SecondFactors,
    activity: AccountActivity,
  }
  readonly #parts: Given<typeof StaffAccounts.needs>

  constructor(parts: Given<typeof StaffAccounts.needs>) {
    this.#parts = parts
  }

  /** By username. */
  async members(): Promise<StaffOverview[]> {
    const rows = await this.#parts.db.em().find(StaffRow, {}, { orderBy: { username: 'asc' } })
    return Promise.all(
      rows.map(async ({ id, username, role, totpBox, disabledAt }) => ({
        id,
        username,
        role,
        secondFactor: totpBox !== null && totpBox !== undefined,
        disabled: Boolean(disabledAt),
        lockedOut: await this.#parts.guard.keepsStrangersOut('staff', username),
        sessions: await this.#parts.sessions.list(id, 'staff'),
      })),
    )
  }

  /**
   * Ends one of the caller's sessions; an owner may end any member's.
   * @throws AppError `not-found` SESSION_NOT_FOUND
   */
  async endSession(handle: string, actor: StaffActor, address: string): Promise<void> {
    const subject = await this.#parts.sessions.staffOf(handle)
    const allowed = subject !== null && (subject === actor.staffId || actor.role === 'owner')
    if (!allowed || !(await this.#parts.sessions.revoke(subject, handle, 'staff')))
      throw new AppError('not-found', 'SESSION_NOT_FOUND', 'There is no such session.')
    const by = subject === actor.staffId ? undefined : actor.staffId
    await this.#parts.activity.record({
      account: 'staff',
      accountId: subject,
      activity: 'session-ended',
      address,
      by,
    })
  }

  /** @throws AppError `not-found` STAFF_NOT_FOUND */
  async liftWait(id: string, actor: StaffActor, address: string): Promise<void> {
    const member = await this.#member(id)
    await this.#parts.guard.lift('staff', member.username)
    await this.#record(member, 'wait-lifted', actor, address)
  }

  /**
   * Gives another member a new password; the member's sessions and the wait of the account end.
   * @returns the password, which is kept nowhere else
   * @throws AppError `not-found` STAFF_NOT_FOUND, `forbidden` OWN_ACCOUNT or FORBIDDEN
   */
  async newPassword(
    id: string,
    actor: StaffActor,
    address: string,
  ): Promise<{ username: string; password: string }> {
    const member = await this.#other(id, actor)
    const password = generatePassword()
    const hash = await this.#parts.passwords.admit(() => this.#parts.passwords.hash(password))
    await this.#parts.db.rawTransaction(async (sql) => {
      await demandOwner(sql, actor)
      await identityTables(sql)
        .updateTable('identity_staff')
        .set({ password_hash: hash })
        .where('id', '=', id)
        .execute()
      await this.#parts.sessions.endAll(sql, id)
      await this.#parts.guard.lift('staff', member.username, sql)
      await this.#parts.activity.record(
        { account: 'staff', accountId: id, activity: 'password-reset', address, by: actor.staffId },
        sql,
      )
    })
    return { username: member.username, password }
  }

  /**
   * Takes another member's second factor away and ends the member's sessions. Where one is required, the next sign-in
   * sets up a new one.
   * @throws AppError `not-found` STAFF_NOT_FOUND, `forbidden` OWN_ACCOUNT or FORBIDDEN
   */
  async removeSecondFactor(id: string, actor: StaffActor, address: string): Promise<void> {
    const member = await this.#other(id, actor)
    await this.#parts.db.rawTransaction(async (sql) => {
      await demandOwner(sql, actor)
      await this.#parts.factors.set(sql, member, false)
      await this.#parts.sessions.endAll(sql, id)
      await this.#parts.activity.record(
        { account: 'staff', accountId: id, activity: 'second-factor-removed', address, by: actor.staffId },
        sql,
      )
    })
  }

  async #record(member: StaffRow, activity: ActivityKind, actor: StaffActor, address: string): Promise<void> {
    await this.#parts.activity.record({
      account: 'staff',
      accountId: member.id,
      activity,
      address,
      by: actor.staffId,
    })
  }

  async #member(id: string): Promise<StaffRow> {
    const member = await this.#parts.db.em().findOne(StaffRow, { id })
    if (!member) throw new AppError('not-found', 'STAFF_NOT_FOUND', 'There is no such member of staff.')
    return member
  }

  /** The caller's own account is refused: a stolen session of an owner must not be enough to take the account over. */
  async #other(id: string, actor: StaffActor): Promise<StaffRow> {
    if (id === actor.staffId)
      throw new AppError(
        'forbidden',
        'OWN_ACCOUNT',
        'Your own account is changed by another owner, or with npm run staff:create -- --replace.',
      )
    return this.#member(id)
  }
}
