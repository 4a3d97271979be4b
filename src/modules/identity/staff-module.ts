import { join } from 'node:path'
import type { ContainerModuleLoadOptions } from 'inversify'
import { ConfigToken } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { AccountActivity } from './account-activity.ts'
import { FirstPasswordFile } from './first-password-file.ts'
import { StaffNames } from './index.ts'
import { Passwords } from './passwords.ts'
import { SecondFactors } from './second-factors.ts'
import { Sessions } from './sessions.ts'
import { SignInGuard } from './sign-in-guard.ts'
import { Staff } from './staff.ts'
import { StaffAccounts } from './staff-accounts.ts'
import { StaffSignIns } from './staff-sign-ins.ts'

/** The part of the module's wiring that is about members of staff. */
export function bindStaff(bind: ContainerModuleLoadOptions['bind']): void {
  bind(SecondFactors)
    .toResolvedValue(
      (db, clock, keys, { config }) => new SecondFactors(db, clock, keys, config),
      [Database, Clock, Keys, ConfigToken],
    )
    .inSingletonScope()
  bind(FirstPasswordFile)
    .toResolvedValue(
      ({ config }) => new FirstPasswordFile(join(config.dataDir.path, 'first-staff')),
      [ConfigToken],
    )
    .inSingletonScope()
  bind(Staff)
    .toResolvedValue(
      (db, clock, ids, passwords, sessions, factors, firstPassword, guard, activity) =>
        new Staff(db, clock, ids, passwords, sessions, factors, firstPassword, guard, activity),
      [
        Database,
        Clock,
        Ids,
        Passwords,
        Sessions,
        SecondFactors,
        FirstPasswordFile,
        SignInGuard,
        AccountActivity,
      ],
    )
    .inSingletonScope()
  bind(StaffSignIns)
    .toResolvedValue(
      (db, passwords, guard, sessions, factors, firstPassword, activity) =>
        new StaffSignIns(db, passwords, guard, sessions, factors, firstPassword, activity),
      [Database, Passwords, SignInGuard, Sessions, SecondFactors, FirstPasswordFile, AccountActivity],
    )
    .inSingletonScope()
  bind(StaffAccounts)
    .toResolvedValue(
      (db, passwords, guard, sessions, factors, activity) =>
        new StaffAccounts(db, passwords, guard, sessions, factors, activity),
      [Database, Passwords, SignInGuard, Sessions, SecondFactors, AccountActivity],
    )
    .inSingletonScope()
  bind(StaffNames).toService(Staff)
}
