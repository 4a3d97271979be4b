import { Organizations } from '#modules/identity/index.ts'
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
import { BillingCopies } from '../../documents/billing-copies.ts'
import { BuyerMailer } from '../../documents/buyer-mailer.ts'
import { CheckoutMails } from '../../documents/checkout-mails.ts'
import { CompanyMails } from '../../documents/company-mails.ts'
import { MailDelivery } from '../../documents/mail-delivery.ts'
import { OrderDocuments } from '../../documents/order-documents.ts'
import { OrderMails } from '../../documents/order-mails.ts'
import { SentMails } from '../../documents/sent-mails.ts'
import { MailLedger } from '../../orders/mail-ledger.ts'
import { Orders } from '../../orders/orders.ts'
import { Differences } from '../reconciliation/differences.ts'
import { Reconciliations } from '../reconciliation/reconciliations.ts'
import { FinanceReport } from './finance-report.ts'
import { financeSettings } from './finance-settings.ts'
import { FinanceTaskList } from './finance-tasks.ts'
import { Resending } from './resending.ts'
import { mountMailRoutes } from './routes.ts'

/** The mails of orders: their ledger, their delivery, and sending them again. */
export function bindMails(bind: Bind): void {
  singleton(bind, MailLedger, Database, Clock)
  singleton(bind, SentMails, Documents, Keys, Clock)
  singleton(bind, OrderMails, Orders, OrderDocuments, MailLedger, BuyerMailer)
  singleton(bind, CompanyMails, Orders, OrderDocuments, Database, BuyerMailer)
  singleton(bind, CheckoutMails, {
    orders: Orders,
    settings: Settings,
    mailer: BuyerMailer,
    open: OpenCheckouts,
    places: Places,
    dates: CohortDates,
  })
  singleton(bind, BillingCopies, Orders, Organizations, BuyerMailer, Database, Jobs)
  bind(JobHandlers)
    .toResolvedValue(
      (ledger, sentMails, mailer, copies, clock, log, orderMails, checkout, companyMails): JobHandlers =>
        new MailDelivery({
          ledger,
          sentMails,
          mailer,
          copies,
          clock,
          log,
          composers: {
            confirmation: async (mail) =>
              (await companyMails.confirmation(mail)) ?? orderMails.confirmation(mail),
            documents: (mail) => orderMails.documents(mail),
            refund: (mail) => orderMails.refund(mail),
            'refund-failed': (mail) => orderMails.refundFailed(mail),
            schedule: (mail) => checkout.schedule(mail),
            'payment-failed': (mail) => checkout.paymentFailed(mail),
            reminder: (mail) => checkout.reminder(mail),
            invoice: (mail) => companyMails.invoice(mail),
            'payment-due': (mail) => companyMails.paymentDue(mail),
            'invoice-cancelled': (mail) => companyMails.cancelled(mail),
            'invoice-restored': (mail) => companyMails.restored(mail),
          },
        }),
      [
        MailLedger,
        SentMails,
        BuyerMailer,
        BillingCopies,
        Clock,
        Log,
        OrderMails,
        CheckoutMails,
        CompanyMails,
      ],
    )
    .inSingletonScope()
  bind(SettingForm).toConstantValue(financeSettings)
  singleton(bind, FinanceTaskList, Database, Differences, Reconciliations, MailLedger, Places)
  singleton(bind, FinanceReport, {
    database: Database,
    tasks: FinanceTaskList,
    sentMails: SentMails,
    mailer: Mailer,
    settings: Settings,
    config: Config,
    clock: Clock,
    log: Log,
  })
  bind(JobHandlers).toService(FinanceReport)
  singleton(bind, Resending, Database, MailLedger, Jobs, AuditLog, Clock)
  bindRoutes(bind, mountMailRoutes, { ledger: MailLedger, resending: Resending })
}
