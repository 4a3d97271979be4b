import { ContainerModule } from 'inversify'
import { Challenge } from '#platform/challenge/turnstile.ts'
import { ConfigToken } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Authenticator, Routes } from '#platform/http/routes.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { supportEmail } from '#platform/settings/contact-settings.ts'
import { Settings } from '#platform/settings/settings.ts'
import { AccountActivity } from './account-activity.ts'
import { AccountData } from './account-data.ts'
import { AccountMails } from './account-mails.ts'
import { Accounts } from './accounts.ts'
import { IdentityAuthenticator } from './authenticator.ts'
import { Challenges } from './challenges.ts'
import { Codes } from './codes.ts'
import { Housekeeping } from './housekeeping.ts'
import { IdentityMails } from './identity-mails.ts'
import { Customers } from './index.ts'
import { PasswordChanges } from './password-changes.ts'
import { PasswordResets } from './password-resets.ts'
import { Passwords } from './passwords.ts'
import { PrivacyRequests } from './privacy-requests.ts'
import { Registrations } from './registrations.ts'
import { identityRoutes } from './routes.ts'
import { SecondFactors } from './second-factors.ts'
import { Sessions } from './sessions.ts'
import { SignInGuard } from './sign-in-guard.ts'
import { SignIns } from './sign-ins.ts'
import { StaffAccounts } from './staff-accounts.ts'
import { bindStaff } from './staff-module.ts'
import { StaffSignIns } from './staff-sign-ins.ts'

export { generatePassword } from './generated-password.ts'
export { identityEntities } from './rows.ts'
export { type FirstStaff, Staff } from './staff.ts'

export const identityModule = new ContainerModule(({ bind }) => {
  bind(Passwords)
    .toResolvedValue(() => new Passwords(), [])
    .inSingletonScope()
  bind(Sessions)
    .toResolvedValue((db, clock, ids) => new Sessions(db, clock, ids), [Database, Clock, Ids])
    .inSingletonScope()
  bind(AccountActivity)
    .toResolvedValue((db, clock) => new AccountActivity(db, clock), [Database, Clock])
    .inSingletonScope()
  bind(Authenticator)
    .toResolvedValue((sessions): Authenticator => new IdentityAuthenticator(sessions), [Sessions])
    .inSingletonScope()
  bind(SignInGuard)
    .toResolvedValue(
      (db, clock, ids, keys, { config }) => new SignInGuard(db, clock, ids, keys, config.rateLimits),
      [Database, Clock, Ids, Keys, ConfigToken],
    )
    .inSingletonScope()
  bind(IdentityMails)
    .toResolvedValue(
      ({ config }, settings) => new IdentityMails(config, () => supportEmail(settings, config)),
      [ConfigToken, Settings],
    )
    .inSingletonScope()
  bind(AccountMails)
    .toResolvedValue(
      (db, clock, keys, jobs, mailer, mails, { config }) =>
        new AccountMails(db, clock, keys, jobs, mailer, mails, config.publicUrl),
      [Database, Clock, Keys, Jobs, Mailer, IdentityMails, ConfigToken],
    )
    .inSingletonScope()
  bind(Codes)
    .toResolvedValue(
      (db, clock, ids, keys, jobs, mailer, mails) => new Codes(db, clock, ids, keys, jobs, mailer, mails),
      [Database, Clock, Ids, Keys, Jobs, Mailer, IdentityMails],
    )
    .inSingletonScope()
  bind(Challenges)
    .toResolvedValue(
      (challenge, db, clock) => new Challenges(challenge, db, clock),
      [Challenge, Database, Clock],
    )
    .inSingletonScope()
  bind(Registrations)
    .toResolvedValue(
      (db, clock, ids, passwords, codes, sessions, mails, activity) =>
        new Registrations(db, clock, ids, passwords, codes, sessions, mails, activity),
      [Database, Clock, Ids, Passwords, Codes, Sessions, AccountMails, AccountActivity],
    )
    .inSingletonScope()
  bind(SignIns)
    .toResolvedValue(
      (db, clock, passwords, guard, sessions, registrations, activity) =>
        new SignIns(db, clock, passwords, guard, sessions, registrations, activity),
      [Database, Clock, Passwords, SignInGuard, Sessions, Registrations, AccountActivity],
    )
    .inSingletonScope()
  bind(PasswordChanges)
    .toResolvedValue(
      (db, clock, ids, passwords, guard, sessions, mails, activity) =>
        new PasswordChanges(db, clock, ids, passwords, guard, sessions, mails, activity),
      [Database, Clock, Ids, Passwords, SignInGuard, Sessions, AccountMails, AccountActivity],
    )
    .inSingletonScope()
  bind(PasswordResets)
    .toResolvedValue(
      (db, clock, ids, passwords, changes, mails, activity, jobs) =>
        new PasswordResets(db, clock, ids, passwords, changes, mails, activity, jobs),
      [Database, Clock, Ids, Passwords, PasswordChanges, AccountMails, AccountActivity, Jobs],
    )
    .inSingletonScope()
  bind(PersonalData)
    .toResolvedValue(
      (db, sessions, activity): PersonalData => new AccountData(db, sessions, activity),
      [Database, Sessions, AccountActivity],
    )
    .inSingletonScope()
  bind(Accounts)
    .toResolvedValue((db, clock) => new Accounts(db, clock), [Database, Clock])
    .inSingletonScope()
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
      ) => new PrivacyRequests(db, clock, jobs, customers, kept, activity),
      [
        Database,
        Clock,
        Jobs,
        Customers,
        { serviceIdentifier: PersonalData, isMultiple: true },
        AccountActivity,
      ],
    )
    .inSingletonScope()
  bindStaff(bind)
  bind(Lifecycle)
    .toResolvedValue(
      (db, clock, jobs, codes, mails, privacy, factors, activity, resets): Lifecycle =>
        new Housekeeping(db, clock, jobs, codes, mails, privacy, factors, activity, resets),
      [
        Database,
        Clock,
        Jobs,
        Codes,
        AccountMails,
        PrivacyRequests,
        SecondFactors,
        AccountActivity,
        PasswordResets,
      ],
    )
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (
        registrations,
        signIns,
        sessions,
        passwords,
        resets,
        accounts,
        privacy,
        challenges,
        guard,
        activity,
        ...staff
      ) =>
        identityRoutes(
          {
            registrations,
            signIns,
            sessions,
            passwords,
            resets,
            accounts,
            privacy,
            challenges,
            guard,
            activity,
          },
          ...staff,
        ),
      [
        Registrations,
        SignIns,
        Sessions,
        PasswordChanges,
        PasswordResets,
        Accounts,
        PrivacyRequests,
        Challenges,
        SignInGuard,
        AccountActivity,
        StaffSignIns,
        StaffAccounts,
      ],
    )
    .inSingletonScope()
})
