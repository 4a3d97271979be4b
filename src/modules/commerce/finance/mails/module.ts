import type { ContainerModuleLoadOptions } from 'inversify'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { ConfigToken } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Routes } from '#platform/http/routes.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { Documents } from '#platform/storage/documents.ts'
import { Log } from '#platform/telemetry/log.ts'
import { OpenCheckouts } from '../../checkout/open-checkouts.ts'
import { CheckoutMails } from '../../documents/checkout-mails.ts'
import { MailDelivery } from '../../documents/mail-delivery.ts'
import { MailMarks } from '../../documents/mail-marks.ts'
import { OrderDocuments } from '../../documents/order-documents.ts'
import { OrderLetters } from '../../documents/order-letters.ts'
import { OrderMails } from '../../documents/order-mails.ts'
import { MailLedger } from '../../orders/mail-ledger.ts'
import { Orders } from '../../orders/orders.ts'
import { Differences } from '../reconciliation/differences.ts'
import { Reconciliations } from '../reconciliation/reconciliations.ts'
import { FinanceReport } from './finance-report.ts'
import { financeSettings } from './finance-settings.ts'
import { FinanceTaskList } from './finance-tasks.ts'
import { Resending } from './resending.ts'
import { mountMailRoutes } from './routes.ts'

/** The mails that orders owe: their ledger, their delivery, and what finance does about those that were not sent. */
export function bindMails(bind: ContainerModuleLoadOptions['bind']): void {
  bind(MailLedger)
    .toResolvedValue((database, clock) => new MailLedger(database, clock), [Database, Clock])
    .inSingletonScope()
  bind(MailMarks)
    .toResolvedValue((documents, keys) => new MailMarks(documents, keys), [Documents, Keys])
    .inSingletonScope()
  bind(OrderMails)
    .toResolvedValue(
      (orders, documents, ledger, letters) => new OrderMails(orders, documents, ledger, letters),
      [Orders, OrderDocuments, MailLedger, OrderLetters],
    )
    .inSingletonScope()
  bind(CheckoutMails)
    .toResolvedValue(
      (orders, settings, letters, open) => new CheckoutMails(orders, settings, letters, open),
      [Orders, Settings, OrderLetters, OpenCheckouts],
    )
    .inSingletonScope()
  bind(Lifecycle)
    .toResolvedValue(
      (jobs, ledger, marks, letters, clock, log, papers, checkout): Lifecycle =>
        new MailDelivery({
          jobs,
          ledger,
          marks,
          letters,
          clock,
          log,
          composers: {
            confirmation: (mail) => papers.confirmation(mail),
            documents: (mail) => papers.documents(mail),
            refund: (mail) => papers.refund(mail),
            'refund-failed': (mail) => papers.refundFailed(mail),
            schedule: (mail) => checkout.schedule(mail),
            'payment-failed': (mail) => checkout.paymentFailed(mail),
            reminder: (mail) => checkout.reminder(mail),
          },
        }),
      [Jobs, MailLedger, MailMarks, OrderLetters, Clock, Log, OrderMails, CheckoutMails],
    )
    .inSingletonScope()
  bind(SettingForm).toConstantValue(financeSettings)
  bind(FinanceTaskList)
    .toResolvedValue(
      (database, differences, reconciliations, ledger) =>
        new FinanceTaskList(database, differences, reconciliations, ledger),
      [Database, Differences, Reconciliations, MailLedger],
    )
    .inSingletonScope()
  bind(FinanceReport)
    .toResolvedValue(
      (jobs, database, tasks, marks, mailer, settings, { config }, clock, log) =>
        new FinanceReport({ jobs, database, tasks, marks, mailer, settings, config, clock, log }),
      [Jobs, Database, FinanceTaskList, MailMarks, Mailer, Settings, ConfigToken, Clock, Log],
    )
    .inSingletonScope()
  bind(Lifecycle).toService(FinanceReport)
  bind(Resending)
    .toResolvedValue(
      (database, ledger, jobs, audit, clock) => new Resending(database, ledger, jobs, audit, clock),
      [Database, MailLedger, Jobs, AuditLog, Clock],
    )
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (ledger, resending): Routes => ({ mount: (api) => mountMailRoutes(api, { ledger, resending }) }),
      [MailLedger, Resending],
    )
    .inSingletonScope()
}
