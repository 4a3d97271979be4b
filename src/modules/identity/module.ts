import { ContainerModule } from 'inversify'
import { Challenge } from '#platform/challenge/turnstile.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Authenticator, bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { bindAll, bindAs } from '#platform/kernel/needs.ts'
import { singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { bindMailKinds } from '#platform/mail/mail-kind.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { AfterRestore, BackupMarks } from '#platform/storage/backup-marks.ts'
import { AccountActivity } from './accounts/account-activity.ts'
import { Passwords } from './accounts/passwords.ts'
import { AccountsAfterRestore } from './accounts-after-restore.ts'
import { AccountData } from './customers/account-data.ts'
import { Accounts } from './customers/accounts.ts'
import { Codes } from './customers/codes.ts'
import { identityMails } from './customers/identity-mails.ts'
import { PasswordChanges } from './customers/password-changes.ts'
import { PasswordResets } from './customers/password-resets.ts'
import { PrivacyRequests } from './customers/privacy-requests.ts'
import { Registrations } from './customers/registrations.ts'
import { SignIns } from './customers/sign-ins.ts'
import { Housekeeping } from './housekeeping.ts'
import { Customers } from './index.ts'
import { bindOrganizations } from './organizations/module.ts'
import { mountIdentityRoutes } from './routes.ts'
import { IdentityAuthenticator } from './sessions/authenticator.ts'
import { Challenges } from './sessions/challenges.ts'
import { Sessions } from './sessions/sessions.ts'
import { SignInGuard } from './sessions/sign-in-guard.ts'
import { bindStaff } from './staff/staff-module.ts'
import { StaffSignIns } from './staff/staff-sign-ins.ts'

export { generatePassword } from './accounts/generated-password.ts'
export { identityEntities } from './accounts/rows.ts'
export { FirstAccount, type FirstStaff } from './staff/first-account.ts'
export { Staff } from './staff/staff.ts'

export const identityModule = new ContainerModule(({ bind }) => {
  singleton(bind, Passwords)
  singleton(bind, Sessions, Database, Clock, Ids)
  singleton(bind, AccountActivity, Database, Clock, Jobs)
  singletonAs(bind, Authenticator, IdentityAuthenticator, Sessions)
  bind(SignInGuard)
    .toResolvedValue(
      (db, clock, ids, keys, config) => new SignInGuard(db, clock, ids, keys, config.rateLimits),
      [Database, Clock, Ids, Keys, Config],
    )
    .inSingletonScope()
  bindAll(bind, Codes)
  singleton(bind, Challenges, Challenge, Database, Clock)
  bindAll(bind, Registrations, SignIns, PasswordChanges, PasswordResets)
  bindMailKinds(bind, identityMails, {
    database: Database,
    codes: Codes,
    resets: PasswordResets,
    config: Config,
  })
  singletonAs(bind, PersonalData, AccountData, Database, Sessions, AccountActivity)
  singleton(bind, Accounts, Database, Clock)
  bind(Customers).toService(Accounts)
  bind(PrivacyRequests)
    .toResolvedValue(
      (
        db: Database,
        clock: Clock,
        jobs: Jobs,
        customers: Customers,
        kept: PersonalData[],
        activity: AccountActivity,
        marks: BackupMarks,
      ) => new PrivacyRequests(db, clock, jobs, customers, kept, activity, marks),
      [
        Database,
        Clock,
        Jobs,
        Customers,
        { serviceIdentifier: PersonalData, isMultiple: true },
        AccountActivity,
        BackupMarks,
      ],
    )
    .inSingletonScope()
  bindAs(bind, AfterRestore, AccountsAfterRestore)
  bindStaff(bind)
  bindOrganizations(bind)
  bindAs(bind, JobHandlers, Housekeeping)
  bindRoutes(
    bind,
    mountIdentityRoutes,
    {
      registrations: Registrations,
      signIns: SignIns,
      sessions: Sessions,
      passwords: PasswordChanges,
      resets: PasswordResets,
      accounts: Accounts,
      privacy: PrivacyRequests,
      challenges: Challenges,
      guard: SignInGuard,
      activity: AccountActivity,
    },
    StaffSignIns,
  )
})
