import { Customers } from '#modules/identity/index.ts'
import { AuditedReads } from '#platform/audit/audited-reads.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { bindAll, bindAs } from '#platform/kernel/needs.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { bindMailKinds } from '#platform/mail/mail-kind.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { AfterRestore, BackupMarks } from '#platform/storage/backup-marks.ts'

import { Participants } from '../cohorts/participants.ts'
import { EnrollmentStandings } from '../cohorts/seats/enrollment-standings.ts'
import { DocumentCheck } from './check-document.ts'
import { CredentialChanges, CredentialPaymentJobs } from './credential-changes.ts'
import { CredentialKeys } from './credential-keys.ts'
import { awardMail, CredentialReminders, reminderMail } from './credential-mails.ts'
import { CredentialRegister } from './credential-register.ts'
import { Credentials } from './credentials.ts'
import { CompromisedKeyMarks, CredentialsAfterRestore } from './credentials-after-restore.ts'
import { OwnHosts } from './did.ts'
import { EarnedCredentials } from './earned-credentials.ts'
import { mountParticipantRoutes } from './participant-routes.ts'
import { CredentialPersonalData } from './personal-data.ts'
import { mountPublicPages } from './public-routes.ts'
import { mountCredentialRoutes } from './routes.ts'
import { mountStaffRoutes } from './staff-routes.ts'
import { StatusLists } from './status-lists.ts'

/** Award, signature, changes and check of credentials. */
export function bindCredentials(bind: Bind): void {
  singleton(bind, CredentialKeys, Config, Database)
  bindAll(bind, Credentials)
  bind(CredentialRegister)
    .toResolvedValue(
      (database, clock, config) => new CredentialRegister(database, clock, config.publicUrl),
      [Database, Clock, Config],
    )
    .inSingletonScope()
  bindAll(bind, StatusLists)
  bind(DocumentCheck)
    .toResolvedValue(
      (keys, register, clock, { publicUrl, formerPublicUrls }) =>
        new DocumentCheck(keys, register, clock, new OwnHosts(publicUrl, formerPublicUrls)),
      [CredentialKeys, CredentialRegister, Clock, Config],
    )
    .inSingletonScope()
  bindAll(bind, EarnedCredentials, CredentialChanges)
  bindAs(bind, AfterRestore, CredentialsAfterRestore)
  singletonAs(bind, JobHandlers, CompromisedKeyMarks, CredentialKeys, BackupMarks)
  singletonAs(bind, JobHandlers, CredentialPaymentJobs, CredentialChanges, EnrollmentStandings)
  singletonAs(bind, JobHandlers, CredentialReminders, Database, Jobs, Clock)
  bindMailKinds(bind, [awardMail, reminderMail], {
    register: CredentialRegister,
    customers: Customers,
    config: Config,
  })
  bindAs(bind, PersonalData, CredentialPersonalData)
  // Mounted before `/credentials/:id`, which would match their paths.
  bindRoutes(bind, mountPublicPages, {
    register: CredentialRegister,
    check: DocumentCheck,
    clock: Clock,
    site: Config,
  })
  bindRoutes(bind, mountCredentialRoutes, {
    register: CredentialRegister,
    credentials: Credentials,
    keys: CredentialKeys,
    lists: StatusLists,
    clock: Clock,
    site: Config,
  })
  bindRoutes(bind, mountParticipantRoutes, {
    participants: Participants,
    earned: EarnedCredentials,
    register: CredentialRegister,
    database: Database,
    clock: Clock,
  })
  bindRoutes(bind, mountStaffRoutes, {
    earned: EarnedCredentials,
    register: CredentialRegister,
    credentials: Credentials,
    changes: CredentialChanges,
    keys: CredentialKeys,
    reads: AuditedReads,
    clock: Clock,
  })
}
