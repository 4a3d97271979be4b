import type { ContainerModuleLoadOptions } from 'inversify'
import { Customers } from '#modules/identity/index.ts'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { ConfigToken } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Documents } from '#platform/storage/documents.ts'
import { LinkSigner } from '#platform/storage/link-signer.ts'
import { Log } from '#platform/telemetry/log.ts'
import { OpenCheckouts } from '../checkout/open-checkouts.ts'
import { DocumentIssue } from '../orders/document-issue.ts'
import { MailLedger } from '../orders/mail-ledger.ts'
import { Orders } from '../orders/orders.ts'
import { StripeAccount } from '../stripe/stripe.ts'
import { DocumentFaults } from './document-faults.ts'
import { DocumentRetention } from './document-retention.ts'
import { Downloads } from './downloads.ts'
import { InvoiceDetailsOfOrders } from './invoice-details.ts'
import { Issuing } from './issuing.ts'
import { NumberMarks } from './number-marks.ts'
import { OrderDocuments } from './order-documents.ts'
import { OrderLetters } from './order-letters.ts'
import { SellerCheck } from './seller-check.ts'

/** What an order puts on paper and into mails. */
export function bindPapers(bind: ContainerModuleLoadOptions['bind']): void {
  bind(NumberMarks)
    .toResolvedValue((documents, keys) => new NumberMarks(documents, keys), [Documents, Keys])
    .inSingletonScope()
  bind(DocumentIssue)
    .toResolvedValue(
      (database, settings, { config }, clock, marks) => new Issuing(database, settings, config, clock, marks),
      [Database, Settings, ConfigToken, Clock, NumberMarks],
    )
    .inSingletonScope()
  bind(DocumentFaults)
    .toResolvedValue(
      (audit, database, log) => new DocumentFaults(audit, database, log),
      [AuditLog, Database, Log],
    )
    .inSingletonScope()
  bind(InvoiceDetailsOfOrders)
    .toResolvedValue(
      (database, settings) => new InvoiceDetailsOfOrders(database, settings),
      [Database, Settings],
    )
    .inSingletonScope()
  bind(OrderDocuments)
    .toResolvedValue(
      (orders, database, documents, marks, settings, stripe, { config }, faults) =>
        new OrderDocuments({ orders, database, documents, marks, settings, stripe, config, faults }),
      [Orders, Database, Documents, NumberMarks, Settings, StripeAccount, ConfigToken, DocumentFaults],
    )
    .inSingletonScope()
  bind(OrderLetters)
    .toResolvedValue(
      (orders, database, customers, mailer, { config }, settings) =>
        new OrderLetters(orders, database, customers, mailer, config, settings),
      [Orders, Database, Customers, Mailer, ConfigToken, Settings],
    )
    .inSingletonScope()
  bind(Downloads)
    .toResolvedValue(
      (orders, documents, database, ledger, jobs, signer, clock) =>
        new Downloads(orders, documents, database, ledger, jobs, signer, clock),
      [Orders, OrderDocuments, Database, MailLedger, Jobs, LinkSigner, Clock],
    )
    .inSingletonScope()
  bind(OpenCheckouts)
    .toResolvedValue(
      (orders, database, signer, clock) => new OpenCheckouts(orders, database, signer, clock),
      [Orders, Database, LinkSigner, Clock],
    )
    .inSingletonScope()
  bind(Lifecycle)
    .toResolvedValue(
      (settings, log, { config }): Lifecycle => new SellerCheck(settings, log, config.env === 'production'),
      [Settings, Log, ConfigToken],
    )
    .inSingletonScope()
  bind(DocumentRetention)
    .toResolvedValue(
      (jobs, database, settings, documents, clock) =>
        new DocumentRetention(jobs, database, settings, documents, clock),
      [Jobs, Database, Settings, Documents, Clock],
    )
    .inSingletonScope()
  bind(Lifecycle).toService(DocumentRetention)
}
