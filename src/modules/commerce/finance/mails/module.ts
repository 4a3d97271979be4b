import { Customers, Organizations } from '#modules/identity/index.ts'
import { CohortDates, Places } from '#modules/leadership/index.ts'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { type Bind, singleton } from '#platform/kernel/singleton.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { Documents } from '#platform/storage/documents.ts'
import { Log } from '#platform/telemetry/log.ts'
import { OpenCheckouts } from '../../checkout/open-checkouts.ts'
import { MailDelivery } from '../../documents/mail-delivery.ts'
import { OrderDocuments } from '../../documents/order-documents.ts'
import { SentMails } from '../../documents/sent-mails.ts'
import { MailLedger } from '../../orders/mail-ledger.ts'
import { Orders } from '../../orders/orders.ts'
import { Differences } from '../reconciliation/differences.ts'
import { Reconciliations } from '../reconciliation/reconciliations.ts'
import { FinanceReport } from './finance-report.ts'
import { financeSettings } from './finance-settings.ts'
import { mountMailRoutes } from './routes.ts'

/** The mails of orders: their ledger, their delivery, and sending them again. */
export function bindMails(bind: Bind): void {
  singleton(bind, MailLedger, Database, Clock)
  singleton(bind, SentMails, Documents, Keys, Clock, Log)
  singleton(bind, MailDelivery, {
    orders: Orders,
    customers: Customers,
    organizations: Organizations,
    sentMails: SentMails,
    mailer: Mailer,
    jobs: Jobs,
    clock: Clock,
    documents: OrderDocuments,
    ledger: MailLedger,
    database: Database,
    settings: Settings,
    open: OpenCheckouts,
    places: Places,
    dates: CohortDates,
    config: Config,
  })
  bind(JobHandlers).toService(MailDelivery)
  bind(SettingForm).toConstantValue(financeSettings)
  singleton(bind, FinanceReport, {
    database: Database,
    differences: Differences,
    reconciliations: Reconciliations,
    ledger: MailLedger,
    places: Places,
    sentMails: SentMails,
    mailer: Mailer,
    settings: Settings,
    config: Config,
    clock: Clock,
  })
  bind(JobHandlers).toService(FinanceReport)
  bindRoutes(bind, mountMailRoutes, {
    ledger: MailLedger,
    database: Database,
    jobs: Jobs,
    audit: AuditLog,
    clock: Clock,
  })
}
