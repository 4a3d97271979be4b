import { join } from 'node:path'
import { Config } from '#platform/config/config.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import type { Bind } from '#platform/kernel/singleton.ts'
import { SettingForm } from '#platform/settings/settings.ts'
import { AccountActivity } from '../accounts/account-activity.ts'
import { StaffNames } from '../index.ts'
import { FirstAccount } from './first-account.ts'
import { FirstPasswordFile } from './first-password-file.ts'
import { OwnStaffAccount } from './own-staff-account.ts'
import { mountOwnStaffAccountRoutes } from './own-staff-account-routes.ts'
import { mountProviderRoutes } from './provider-routes.ts'
import { providerSettings } from './provider-settings.ts'
import { ProviderSignIns } from './provider-sign-ins.ts'
import { SecondFactors } from './second-factors.ts'
import { Staff } from './staff.ts'
import { mountStaffAccountRoutes } from './staff-account-routes.ts'
import { StaffAccounts } from './staff-accounts.ts'
import { StaffChanges } from './staff-changes.ts'
import { StaffSignIns } from './staff-sign-ins.ts'

/** The part of the module's wiring that is about members of staff. */
export function bindStaff(bind: Bind): void {
  bindAll(bind, SecondFactors)
  bind(FirstPasswordFile)
    .toResolvedValue((config) => new FirstPasswordFile(join(config.dataDir.path, 'first-staff')), [Config])
    .inSingletonScope()
  bind(SettingForm).toConstantValue(providerSettings)
  bindAll(
    bind,
    Staff,
    ProviderSignIns,
    StaffSignIns,
    StaffAccounts,
    StaffChanges,
    OwnStaffAccount,
    FirstAccount,
  )
  bindRoutes(bind, mountStaffAccountRoutes, StaffAccounts, StaffChanges, AccountActivity)
  bindRoutes(bind, mountProviderRoutes, ProviderSignIns)
  bindRoutes(bind, mountOwnStaffAccountRoutes, OwnStaffAccount)
  bind(StaffNames).toService(Staff)
}
