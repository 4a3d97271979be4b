import { Database } from '#platform/database/database.ts'
import { type StaffRole, staffRoles } from '#platform/kernel/actor.ts'
import type { Given } from '#platform/kernel/needs.ts'
import { AfterRestore, BackupMarks } from '#platform/storage/backup-marks.ts'
import { AccountActivity } from './accounts/account-activity.ts'
import { identityTables } from './accounts/rows.ts'
import { PrivacyRequests } from './customers/privacy-requests.ts'
import type { ActivityKind } from './domain/activity.ts'

/**
 * Erases accounts again, disables and enables members of staff again, gives them their role, removes second factors that were changed or removed since the
 * backup, and ends all sessions: some of them had ended.
 */
export class AccountsAfterRestore extends AfterRestore {
  static readonly needs = {
    db: Database,
    marks: BackupMarks,
    privacy: PrivacyRequests,
    activity: AccountActivity,
  }
  readonly #parts: Given<typeof AccountsAfterRestore.needs>

  constructor(parts: Given<typeof AccountsAfterRestore.needs>) {
    super()
    this.#parts = parts
  }

  override async doAgain(): Promise<Record<string, number>> {
    const tables = identityTables(this.#parts.db.sql)
    const members = await tables
      .selectFrom('identity_staff')
      .select(['id', 'role', 'disabled_at as disabledAt', 'totp_box as totpBox'])
      .execute()
    const done = {
      'staff accounts disabled': 0,
      'staff accounts enabled': 0,
      'roles of staff changed': 0,
      'second factors removed': 0,
    }
    for (const { id, role, disabledAt, totpBox } of members) {
      const record = (activity: ActivityKind) =>
        this.#parts.activity.record({ account: 'staff', accountId: id, activity, by: 'command-line' })
      const change = (
        changed: { disabled_at: Date | null } | { role: StaffRole } | { totp_box: null; totp_step: number },
      ) => tables.updateTable('identity_staff').set(changed).where('id', '=', id).execute()
      const account = await this.#parts.marks.newest('staff account', id)
      if (account !== null && (account.state === 'disabled') !== (disabledAt !== null)) {
        const isDisabled = account.state === 'disabled'
        await change({ disabled_at: isDisabled ? new Date(account.at) : null })
        await record(isDisabled ? 'account-disabled' : 'account-enabled')
        done[isDisabled ? 'staff accounts disabled' : 'staff accounts enabled'] += 1
      }
      const marked = (await this.#parts.marks.newest('staff role', id))?.state
      const newestRole = staffRoles.find((each) => each === marked)
      if (newestRole !== undefined && newestRole !== role) {
        await change({ role: newestRole })
        await record('role-changed')
        done['roles of staff changed'] += 1
      }
      const factor = await this.#parts.marks.newest('second factor', id)
      // What the backup knows has its activity in the backup.
      const { newest } = await tables
        .selectFrom('identity_activity')
        .select(({ fn }) => fn.max('at').as('newest'))
        .where('account', '=', 'staff')
        .where('account_id', '=', id)
        .where('activity', 'in', ['second-factor-set-up', 'second-factor-removed'])
        .executeTakeFirstOrThrow()
      const isLater = factor !== null && (newest === null || new Date(factor.at) > new Date(newest))
      if (isLater && totpBox !== null) {
        await change({ totp_box: null, totp_step: 0 })
        await record('second-factor-removed')
        done['second factors removed'] += 1
      }
    }
    const erased = await this.#parts.privacy.eraseAgain()
    const { numDeletedRows } = await tables.deleteFrom('identity_session').executeTakeFirst()
    return { 'accounts erased': erased, ...done, 'sessions ended': Number(numDeletedRows) }
  }
}
