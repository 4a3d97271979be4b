import { ContainerModule } from 'inversify'
import { CustomerOrders } from '#modules/commerce/index.ts'
import { Customers } from '#modules/identity/index.ts'
import { CostReports } from '#modules/leadership/index.ts'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { Challenge } from '#platform/challenge/turnstile.ts'
import { ConfigToken } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Routes } from '#platform/http/routes.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { LinkSigner } from '#platform/storage/link-signer.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { Lead } from './lead.ts'
import { LeadAudit } from './lead-audit.ts'
import { LeadInbox } from './lead-inbox.ts'
import { LeadMails } from './lead-mails.ts'
import { LeadPersons } from './lead-persons.ts'
import { LeadRetention } from './lead-retention.ts'
import { leadSettings } from './lead-settings.ts'
import { Leads } from './leads.ts'
import { LeadPersonalData } from './personal-data.ts'
import { mountLeadRoutes } from './routes.ts'
import { ThankYouLimits } from './thank-you-limits.ts'

export const leadsEntities = [Lead]

export const leadsModule = new ContainerModule(({ bind }) => {
  bind(SettingForm).toConstantValue(leadSettings)
  bind(Leads)
    .toResolvedValue(
      (database, jobs, settings, clock, ids, keys, audit, { config }) =>
        new Leads(database, jobs, settings, clock, ids, keys, audit, {
          notify: config.leads.notifyEmail !== undefined,
          hook: config.leads.hook !== undefined,
        }),
      [Database, Jobs, Settings, Clock, Ids, Keys, LeadAudit, ConfigToken],
    )
    .inSingletonScope()
  bind(LeadAudit)
    .toResolvedValue(
      (database, audit, clock) => new LeadAudit(database, audit, clock),
      [Database, AuditLog, Clock],
    )
    .inSingletonScope()
  bind(LeadInbox)
    .toResolvedValue((database) => new LeadInbox(database), [Database])
    .inSingletonScope()
  bind(LeadPersons)
    .toResolvedValue(
      (inbox, customers, orders) => new LeadPersons(inbox, customers, orders),
      [LeadInbox, Customers, CustomerOrders],
    )
    .inSingletonScope()
  bind(ThankYouLimits)
    .toResolvedValue(
      (database, jobs, settings, clock, keys) => new ThankYouLimits(database, jobs, settings, clock, keys),
      [Database, Jobs, Settings, Clock, Keys],
    )
    .inSingletonScope()
  bind(Lifecycle)
    .toResolvedValue(
      (jobs, leads, mailer, signer, clock, { config }, telemetry, reports, settings, limits): Lifecycle =>
        new LeadMails(jobs, leads, mailer, signer, clock, config, telemetry, reports, settings, limits),
      [Jobs, Leads, Mailer, LinkSigner, Clock, ConfigToken, Telemetry, CostReports, Settings, ThankYouLimits],
    )
    .inSingletonScope()
  bind(Lifecycle)
    .toResolvedValue(
      (jobs, database, settings, clock): Lifecycle => new LeadRetention(jobs, database, settings, clock),
      [Jobs, Database, Settings, Clock],
    )
    .inSingletonScope()
  bind(PersonalData)
    .toResolvedValue((database): PersonalData => new LeadPersonalData(database), [Database])
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (leads, inbox, persons, audit, challenge, signer, clock, reports): Routes => ({
        mount: (api) =>
          mountLeadRoutes(api, { leads, inbox, persons, audit, challenge, signer, clock, reports }),
      }),
      [Leads, LeadInbox, LeadPersons, LeadAudit, Challenge, LinkSigner, Clock, CostReports],
    )
    .inSingletonScope()
})
