import { AuditLog } from '#platform/audit/audit-log.ts'
import { Database } from '#platform/database/database.ts'
import type { StaffActor } from '#platform/http/call.ts'
import type { StaffRole } from '#platform/kernel/actor.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AccountActivity } from '../accounts/account-activity.ts'
import { generatePassword } from '../accounts/generated-password.ts'
import { identityTables } from '../accounts/rows.ts'
import type { ActivityKind } from '../domain/activity.ts'
import { Sessions } from '../sessions/sessions.ts'
import { demandOwner } from './owners.ts'
import { Staff } from './staff.ts'

/**
 * The changes of staff accounts that an owner makes. Nobody changes their own account, and the caller must still be an
 * owner when the change is stored, so that at least one owner always remains.
 */
export class StaffChanges {
  static readonly needs = {
    db: Database,
    clock: Clock,
    staff: Staff,
    sessions: Sessions,
    activity: AccountActivity,
    audit: AuditLog,
  }
  readonly #parts: Given<typeof StaffChanges.needs>

  constructor(parts: Given<typeof StaffChanges.needs>) {
    this.#parts = parts
  }

  /**
   * Adds a member.
   * @returns the password, which is kept nowhere else
   * @throws AppError `invalid` STAFF_USERNAME_INVALID, `conflict` STAFF_EXISTS, `forbidden` FORBIDDEN
   */
  async create(
    member: { username: string; role: StaffRole },
    actor: StaffActor,
    address: string,
  ): Promise<{ username: string; password: string }> {
    const password = generatePassword()
    const { username } = await this.#parts.staff.create(
      { ...member, password },
      {
        by: actor.staffId,
        address,
        first: (sql) => demandOwner(sql, actor),
        also: (sql) =>
          this.#parts.audit.record(sql, {
            by: actor.username,
            action: 'Added a member of staff',
            subject: member.username.toLowerCase(),
            changes: [{ path: 'role', after: member.role }],
          }),
      },
    )
    return { username, password }
  }

  /**
   * Gives another member a role, and disables or enables the account; disabling ends its sessions.
   * @throws AppError `forbidden` OWN_ACCOUNT or FORBIDDEN, `not-found` STAFF_NOT_FOUND
   */
  async change(
    id: string,
    change: { role?: StaffRole | undefined; disabled?: boolean | undefined },
    actor: StaffActor,
    address: string,
  ): Promise<void> {
    if (id === actor.staffId)
      throw new AppError(
        'forbidden',
        'OWN_ACCOUNT',
        'Your own role and account are changed by another owner.',
      )
    await this.#parts.db.rawTransaction(async (sql) => {
      await demandOwner(sql, actor)
      const member = await identityTables(sql)
        .selectFrom('identity_staff')
        .select(['username', 'role', 'disabled_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      if (!member) throw new AppError('not-found', 'STAFF_NOT_FOUND', 'There is no such member of staff.')
      const role = change.role ?? member.role
      const wasDisabled = member.disabled_at !== null
      const disabled = change.disabled ?? wasDisabled
      await identityTables(sql)
        .updateTable('identity_staff')
        .set({
          role,
          disabled_at: disabled ? (member.disabled_at ?? this.#parts.clock.now()) : null,
          // Enabled again, the account is found by its address once more.
          ...(disabled && { provider_subject: null }),
        })
        .where('id', '=', id)
        .execute()
      // A sign-in during the disabling may have opened a session afterwards: enabling ends that session, too.
      if (disabled !== wasDisabled) await this.#parts.sessions.endAll(sql, id)
      const record = (activity: ActivityKind) =>
        this.#parts.activity.record(
          { account: 'staff', accountId: id, activity, address, by: actor.staffId },
          sql,
        )
      if (role !== member.role) await record('role-changed')
      if (disabled !== wasDisabled) await record(disabled ? 'account-disabled' : 'account-enabled')
      const changes = [
        { path: 'role', before: member.role as unknown, after: role as unknown },
        { path: 'disabled', before: wasDisabled, after: disabled },
      ].filter(({ before, after }) => before !== after)
      if (changes.length > 0)
        await this.#parts.audit.record(sql, {
          by: actor.username,
          action: 'Changed a member of staff',
          subject: member.username,
          changes,
        })
    })
  }
}
