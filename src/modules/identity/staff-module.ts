import { join } from 'node:path'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { type Bind, singleton } from '#platform/kernel/singleton.ts'
import { AccountActivity } from './account-activity.ts'
import { FirstAccount } from './first-account.ts'
import { FirstPasswordFile } from './first-password-file.ts'
import { StaffNames } from './index.ts'
import { OwnStaffAccount } from './own-staff-account.ts'
import { mountOwnStaffAccountRoutes } from './own-staff-account-routes.ts'
import { Passwords } from './passwords.ts'
import { SecondFactors } from './second-factors.ts'
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
  bindAll(bind, Staff, StaffSignIns, StaffAccounts, StaffChanges, OwnStaffAccount)
  singleton(bind, FirstAccount, Database, Passwords, Staff, FirstPasswordFile)
  bindRoutes(bind, mountStaffAccountRoutes, StaffAccounts, StaffChanges, AccountActivity)
  bindRoutes(bind, mountOwnStaffAccountRoutes, OwnStaffAccount)
  bind(StaffNames).toService(Staff)
}
