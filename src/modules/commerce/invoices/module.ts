import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Documents } from '#platform/storage/documents.ts'
import { Log } from '#platform/telemetry/log.ts'
import { OpenCheckouts } from '../checkout/open-checkouts.ts'
import { DocumentIssue } from '../orders/document-issue.ts'
import { TransferInstructions } from '../payments/bank-transfers/transfer-instructions.ts'
import { StripeAccount } from '../payments/stripe/stripe.ts'
import { DocumentRetention } from './document-retention.ts'
import { Downloads } from './downloads.ts'
import { InvoiceCorrections } from './invoice-corrections.ts'
import { InvoiceDetailsOfOrders } from './invoice-details.ts'
import { Issuing } from './issuing.ts'
import { OrderDocuments } from './order-documents.ts'
import { PaymentMethods } from './payment-methods.ts'
import { PrintedNumbers } from './printed-numbers.ts'
import { SellerCheck } from './seller-settings.ts'

/** What an order puts on paper and into mails. */
export function bindDocuments(bind: Bind): void {
  singleton(bind, PrintedNumbers, Documents, Keys, Clock)
  singletonAs(
    bind,
    DocumentIssue,
    Issuing,
    Database,
    Settings,
    Config,
    Clock,
    PrintedNumbers,
    TransferInstructions,
  )
  singleton(bind, InvoiceDetailsOfOrders, Database, Settings, Clock)
  singleton(bind, PaymentMethods, StripeAccount, Clock)
  bindAll(bind, OrderDocuments, Downloads, OpenCheckouts, InvoiceCorrections)
  bind(Lifecycle)
    .toResolvedValue(
      (settings, log, config): Lifecycle => new SellerCheck(settings, log, config),
      [Settings, Log, Config],
    )
    .inSingletonScope()
  bindAll(bind, DocumentRetention)
  bind(JobHandlers).toService(DocumentRetention)
}
