import { Customers } from '#modules/identity/index.ts'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { Settings } from '#platform/settings/settings.ts'
import { CohortDates, Places } from '../index.ts'
import { CalendarAddresses } from './calendar-address.ts'
import { CohortList } from './cohort-list.ts'
import { CohortMails } from './cohort-mails.ts'
import { Cohorts } from './cohorts.ts'
import { EndedHolds } from './ended-holds.ts'
import { OrderPlaces } from './order-places.ts'
import { Participants } from './participants.ts'
import { mountParticipationRoutes } from './participation-routes.ts'
import { mountProgramRoutes } from './routes.ts'

/** Cohorts and the places in them. */
export function bindProgram(bind: Bind): void {
  singleton(bind, Cohorts, EventLog, Database, Clock)
  singleton(bind, CohortList, Database, Clock)
  bind(CohortDates).toService(CohortList)
  singletonAs(bind, Places, OrderPlaces, Database, Clock)
  singletonAs(bind, JobHandlers, EndedHolds, Database, Clock)
  singletonAs(bind, JobHandlers, CohortMails, {
    database: Database,
    customers: Customers,
    cohorts: CohortList,
    mailer: Mailer,
    config: Config,
    settings: Settings,
  })
  singleton(bind, Participants, Database)
  bind(CalendarAddresses)
    .toResolvedValue((keys, config) => new CalendarAddresses(keys, config.publicUrl), [Keys, Config])
    .inSingletonScope()
  bindRoutes(bind, mountParticipationRoutes, {
    participants: Participants,
    cohorts: Cohorts,
    customers: Customers,
    addresses: CalendarAddresses,
    config: Config,
    clock: Clock,
  })
  bindRoutes(bind, mountProgramRoutes, {
    cohorts: Cohorts,
    list: CohortList,
    customers: Customers,
    audit: AuditLog,
    database: Database,
  })
}
