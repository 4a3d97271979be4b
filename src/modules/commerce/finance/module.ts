import { Customers, StaffNames } from '#modules/identity/index.ts'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { bindAll, bindAs } from '#platform/kernel/needs.ts'
import { type Bind, singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { WaitingWork } from '#platform/kernel/waiting-work.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { Log } from '#platform/telemetry/log.ts'
import { OrderDocuments } from '../invoices/order-documents.ts'
import { MailLedger } from '../orders/mail-ledger.ts'
import { Observations } from '../orders/observations.ts'
import { OrderLists } from '../orders/order-lists.ts'
import { Orders } from '../orders/orders.ts'
import { PayoutSightings } from '../orders/payout-sightings.ts'
import { StripeAccount } from '../payments/stripe/stripe.ts'
import { TaxIdChecks } from '../tax/tax-id-checks.ts'
import { bookSettings } from './books/book-settings.ts'
import { Books } from './books/books.ts'
import { FeeCollection } from './books/fee-collection.ts'
import { FeeCursors } from './books/fee-cursor.ts'
import { ProviderFees } from './books/provider-fees.ts'
import { mountBooksRoutes } from './books/routes.ts'
import { SourceLines } from './books/source-lines.ts'
import { mountExportRoutes } from './exports/export-routes.ts'
import { ExportRuns } from './exports/export-runs.ts'
import { accountSettings } from './journal/accounts.ts'
import { LogKey, logKeyPurpose } from './log/log-key.ts'
import { LogRestores } from './log/log-restores.ts'
import { Payouts } from './payouts/payouts.ts'
import { mountPayoutRoutes } from './payouts/routes.ts'
import { Receivables } from './receivables/receivables.ts'
import { mountReceivableRoutes } from './receivables/routes.ts'
import { DocumentRegister } from './register/document-register.ts'
import { mountRegisterRoutes } from './register/routes.ts'
import { TaxFigures } from './register/tax-figures.ts'
import { mountScheduleRoutes } from './schedule/routes.ts'
import { mountEvidenceRoutes } from './search/evidence-routes.ts'
import { OrderEvidence } from './search/order-evidence.ts'
import { OrderReadings } from './search/order-readings.ts'
import { OrderSearches } from './search/order-search.ts'
import { IntegrityChecks } from './verification/integrity-checks.ts'
import { mountVerificationRoutes } from './verification/routes.ts'
import { SignedHeads } from './verification/signed-heads.ts'
import { WaitingFinance } from './waiting-finance.ts'

export function bindBooks(bind: Bind): void {
  bind(SettingForm).toConstantValue(bookSettings)
  bind(SettingForm).toConstantValue(accountSettings)
  singleton(bind, Books, Database, EventLog, Settings)
  bindAll(bind, ExportRuns, SourceLines)
  singleton(bind, OrderSearches, Database, Customers)
  singleton(bind, DocumentRegister, Database)
  bindAll(bind, TaxFigures)
  singleton(bind, OrderReadings, Database, Clock)
  singleton(bind, OrderEvidence, Database, OrderDocuments, MailLedger)
  singleton(bind, FeeCursors, Database)
  bindAll(bind, ProviderFees)
  singleton(bind, IntegrityChecks, Database, Keys)
  bind(LogKey)
    .toResolvedValue((keys) => new LogKey(keys.derive(logKeyPurpose)), [Keys])
    .inSingletonScope()
  singleton(bind, LogRestores, EventLog, Streams)
  bindAll(bind, SignedHeads)
  bind(JobHandlers).toService(SignedHeads)
  singletonAs(bind, JobHandlers, FeeCollection, ProviderFees, Log)
  bindRoutes(bind, mountBooksRoutes, { books: Books, fees: ProviderFees, sources: SourceLines })
  bindRoutes(bind, mountVerificationRoutes, {
    heads: SignedHeads,
    checks: IntegrityChecks,
    key: LogKey,
    database: Database,
    books: Books,
    staffNames: StaffNames,
  })
  bindRoutes(bind, mountEvidenceRoutes, {
    readings: OrderReadings,
    evidence: OrderEvidence,
    lists: OrderLists,
    orders: Orders,
  })
  singleton(bind, Receivables, Database, Orders, Clock)
  bindAs(bind, WaitingWork, WaitingFinance)
  bindRoutes(bind, mountReceivableRoutes, {
    receivables: Receivables,
    readings: OrderReadings,
    lists: OrderLists,
    orders: Orders,
    observations: Observations,
    customers: Customers,
    stripe: StripeAccount,
  })
  bindAll(bind, Payouts)
  bind(PayoutSightings).toService(Payouts)
  bindRoutes(bind, mountPayoutRoutes, { payouts: Payouts })
  bindRoutes(bind, mountRegisterRoutes, {
    register: DocumentRegister,
    readings: OrderReadings,
    taxIds: TaxIdChecks,
    figures: TaxFigures,
  })
  bindRoutes(bind, mountScheduleRoutes, { database: Database, books: Books })
  bindRoutes(bind, mountExportRoutes, { exports: ExportRuns, readings: OrderReadings })
}
