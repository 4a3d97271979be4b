import { AuditLog } from '#platform/audit/audit-log.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers, Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { type Bind, singleton } from '#platform/kernel/singleton.ts'
import { SettingForm } from '#platform/settings/settings.ts'
import { Documents } from '#platform/storage/documents.ts'
import { Log } from '#platform/telemetry/log.ts'
import { MailDelivery } from '../../invoices/mail-delivery.ts'
import { SentMails } from '../../invoices/sent-mails.ts'
import { MailLedger } from '../../orders/mail-ledger.ts'
import { FinanceReport } from './finance-report.ts'
import { financeSettings } from './finance-settings.ts'
import { mountMailRoutes } from './routes.ts'

/** The mails of orders: their ledger, their delivery, and sending them again. */
export function bindMails(bind: Bind): void {
  singleton(bind, MailLedger, Database, Clock)
  singleton(bind, SentMails, Documents, Keys, Clock, Log)
  bindAll(bind, MailDelivery)
  bind(JobHandlers).toService(MailDelivery)
  bind(SettingForm).toConstantValue(financeSettings)
  bindAll(bind, FinanceReport)
  bind(JobHandlers).toService(FinanceReport)
  bindRoutes(bind, mountMailRoutes, {
    ledger: MailLedger,
    database: Database,
    jobs: Jobs,
    audit: AuditLog,
    clock: Clock,
  })
}
