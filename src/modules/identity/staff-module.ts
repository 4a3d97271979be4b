import { join } from 'node:path'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { type Bind, singleton } from '#platform/kernel/singleton.ts'
import { AccountActivity } from './account-activity.ts'
import { FirstAccount } from './first-account.ts'
import { FirstPasswordFile } from './first-password-file.ts'
import { StaffNames } from './index.ts'
import { OwnStaffAccount } from './own-staff-account.ts'
import { mountOwnStaffAccountRoutes } from './own-staff-account-routes.ts'
import { Passwords } from './passwords.ts'
import { SecondFactors } from './second-factors.ts'
import { Sessions } from './sessions.ts'
import { SignInGuard } from './sign-in-guard.ts'
import { Staff } from './staff.ts'
import { mountStaffAccountRoutes } from './staff-account-routes.ts'
import { StaffAccounts } from './staff-accounts.ts'
import { StaffChanges } from './staff-changes.ts'
import { StaffSignIns } from './staff-sign-ins.ts'

/** The part of the module's wiring that is about members of staff. */
export function bindStaff(bind: Bind): void {
  singleton(bind, SecondFactors, Database, Clock, Keys, Config)
  bind(FirstPasswordFile)
    .toResolvedValue((config) => new FirstPasswordFile(join(config.dataDir.path, 'first-staff')), [Config])
    .inSingletonScope()
  singleton(
    bind,
    Staff,
    Database,
    Clock,
    Ids,
    Passwords,
    Sessions,
    SecondFactors,
    SignInGuard,
    AccountActivity,
  )
  singleton(bind, FirstAccount, Database, Passwords, Staff, FirstPasswordFile)
  singleton(
    bind,
    StaffSignIns,
    Database,
    Passwords,
    SignInGuard,
    Sessions,
    SecondFactors,
    FirstPasswordFile,
    AccountActivity,
  )
  singleton(bind, StaffAccounts, Database, Passwords, SignInGuard, Sessions, SecondFactors, AccountActivity)
  singleton(bind, StaffChanges, Database, Clock, Staff, Sessions, AccountActivity, AuditLog)
  singleton(bind, OwnStaffAccount, Database, Passwords, SignInGuard, Sessions, SecondFactors, AccountActivity)
  bindRoutes(bind, mountStaffAccountRoutes, StaffAccounts, StaffChanges, AccountActivity)
  bindRoutes(bind, mountOwnStaffAccountRoutes, OwnStaffAccount)
  bind(StaffNames).toService(Staff)
}
