import { ContainerModule } from 'inversify'
import { CustomerOrders, LeadSources } from '#modules/commerce/index.ts'
import { UploadedPaper } from '#modules/content/index.ts'
import { Customers, StaffNames } from '#modules/identity/index.ts'
import { CohortDates, CostReports } from '#modules/leadership/index.ts'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { Challenge } from '#platform/challenge/turnstile.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { SearchedList } from '#platform/http/searched-list.ts'
import { JobHandlers, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { WaitingWork } from '#platform/kernel/waiting-work.ts'
import { bindMailKinds } from '#platform/mail/mail-kind.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { LinkSigner } from '#platform/storage/link-signer.ts'
import { mountLeadForm } from './form-routes.ts'
import { mountInboxRoutes, mountSavedFilterRoutes } from './inbox-routes.ts'
import { Lead } from './lead.ts'
import { LeadAudit } from './lead-audit.ts'
import { LeadChanges } from './lead-changes.ts'
import { LeadInbox } from './lead-inbox.ts'
import { leadMails } from './lead-mails.ts'
import { LeadNotes } from './lead-notes.ts'
import { LeadPersons } from './lead-persons.ts'
import { LeadRetention } from './lead-retention.ts'
import { leadSettings } from './lead-settings.ts'
import { SourcesOfLeads } from './lead-sources.ts'
import { Leads } from './leads.ts'
import { LeadPersonalData } from './personal-data.ts'
import { mountLeadRoutes } from './routes.ts'
import { SavedFilters } from './saved-filters.ts'
import { SearchedLeads } from './searched-leads.ts'
import { WaitingLeads } from './waiting-leads.ts'

export const leadsEntities = [Lead]

export const leadsModule = new ContainerModule(({ bind }) => {
  bind(SettingForm).toConstantValue(leadSettings)
  singleton(bind, Leads, Database, Jobs, Settings, Clock, Ids, Keys, Config)
  singleton(bind, LeadAudit, Database, AuditLog, Clock)
  singleton(bind, LeadInbox, Database)
  singletonAs(bind, LeadSources, SourcesOfLeads, Database)
  singleton(bind, LeadNotes, Database, Clock)
  bindAll(bind, LeadChanges)
  singletonAs(bind, SearchedList, SearchedLeads, LeadInbox, LeadAudit)
  singleton(bind, SavedFilters, Database)
  singleton(bind, LeadPersons, LeadInbox, Customers, CustomerOrders)
  bindMailKinds(bind, leadMails, {
    leads: Leads,
    signer: LinkSigner,
    clock: Clock,
    config: Config,
    reports: CostReports,
    dates: CohortDates,
    settings: Settings,
    database: Database,
    jobs: Jobs,
  })
  singletonAs(bind, JobHandlers, LeadRetention, Database, Settings, Clock)
  singletonAs(bind, PersonalData, LeadPersonalData, Database, LeadNotes, SavedFilters)
  singletonAs(bind, WaitingWork, WaitingLeads, LeadInbox)
  bindRoutes(bind, mountLeadForm, { leads: Leads, challenge: Challenge, config: Config, settings: Settings })
  bindRoutes(bind, mountLeadRoutes, {
    leads: Leads,
    challenge: Challenge,
    signer: LinkSigner,
    clock: Clock,
    reports: CostReports,
    paper: UploadedPaper,
  })
  bindRoutes(bind, mountInboxRoutes, {
    leads: Leads,
    inbox: LeadInbox,
    changes: LeadChanges,
    notes: LeadNotes,
    persons: LeadPersons,
    audit: LeadAudit,
    staff: StaffNames,
  })
  bindRoutes(bind, mountSavedFilterRoutes, SavedFilters)
})
