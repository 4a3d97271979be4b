import type { ContainerModuleLoadOptions } from 'inversify'
import { Customers, StaffNames } from '#modules/identity/index.ts'
import { ConfigToken } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Routes } from '#platform/http/routes.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { Mailer } from '#platform/mail/mailer.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { DocumentsPlace } from '#platform/storage/open-documents.ts'
import { Log } from '#platform/telemetry/log.ts'
import { OrderDocuments } from '../documents/order-documents.ts'
import { MailLedger } from '../orders/mail-ledger.ts'
import { Observations } from '../orders/observations.ts'
import { OrderLists } from '../orders/order-lists.ts'
import { Orders } from '../orders/orders.ts'
import { StripeAccount } from '../stripe/stripe.ts'
import { bookSettings } from './books/book-settings.ts'
import { Books } from './books/books.ts'
import { FeeCollection } from './books/fee-collection.ts'
import { FeeMarks } from './books/fee-mark.ts'
import { ProviderFees } from './books/provider-fees.ts'
import { mountExportRoutes } from './exports/export-routes.ts'
import { ExportRuns } from './exports/export-runs.ts'
import { LogKey, logKeyPurpose } from './log/log-key.ts'
import { LogRestores } from './log/log-restores.ts'
import { mountBooksRoutes } from './routes.ts'
import { OrderEvidence } from './search/order-evidence.ts'
import { OrderReadings } from './search/order-readings.ts'
import { OrderSearches } from './search/order-search.ts'
import { IntegrityChecks } from './verification/integrity-checks.ts'
import { SignedHeads } from './verification/signed-heads.ts'

/** What the routes of orders need of the books. */
export class FinanceBooks {
  readonly search: OrderSearches
  readonly readings: OrderReadings

  constructor(search: OrderSearches, readings: OrderReadings) {
    this.search = search
    this.readings = readings
  }
}

export function bindBooks(bind: ContainerModuleLoadOptions['bind']): void {
  bind(SettingForm).toConstantValue(bookSettings)
  bind(Books)
    .toResolvedValue(
      (database, log, settings) => new Books(database, log, settings),
      [Database, EventLog, Settings],
    )
    .inSingletonScope()
  bind(ExportRuns)
    .toResolvedValue(
      (database, books, keys, clock) => new ExportRuns(database, books, keys, clock),
      [Database, Books, Keys, Clock],
    )
    .inSingletonScope()
  bind(OrderSearches)
    .toResolvedValue((database, customers) => new OrderSearches(database, customers), [Database, Customers])
    .inSingletonScope()
  bind(OrderReadings)
    .toResolvedValue((database, clock) => new OrderReadings(database, clock), [Database, Clock])
    .inSingletonScope()
  bind(OrderEvidence)
    .toResolvedValue(
      (database, documents, ledger) => new OrderEvidence(database, documents, ledger),
      [Database, OrderDocuments, MailLedger],
    )
    .inSingletonScope()
  bind(ProviderFees)
    .toResolvedValue(
      (database, log, observations, stripe, clock) =>
        new ProviderFees(database, log, observations, stripe, clock, new FeeMarks(database)),
      [Database, EventLog, Observations, StripeAccount, Clock],
    )
    .inSingletonScope()
  bind(IntegrityChecks)
    .toResolvedValue(
      (database, keys, documents) => new IntegrityChecks(database, keys, documents),
      [Database, Keys, DocumentsPlace],
    )
    .inSingletonScope()
  bind(LogKey)
    .toResolvedValue((keys) => new LogKey(keys.derive(logKeyPurpose)), [Keys])
    .inSingletonScope()
  bind(LogRestores)
    .toResolvedValue((log, clock) => new LogRestores(log, clock), [EventLog, Clock])
    .inSingletonScope()
  bind(SignedHeads)
    .toResolvedValue(
      (database, log, clock, mailer, jobs, logger, { config }, key, checks) =>
        new SignedHeads({ database, log, clock, mailer, jobs, logger, config, key, checks }),
      [Database, EventLog, Clock, Mailer, Jobs, Log, ConfigToken, LogKey, IntegrityChecks],
    )
    .inSingletonScope()
  bind(Lifecycle).toService(SignedHeads)
  bind(Lifecycle)
    .toResolvedValue(
      (jobs, fees, log): Lifecycle => new FeeCollection(jobs, fees, log),
      [Jobs, ProviderFees, Log],
    )
    .inSingletonScope()
  bind(FinanceBooks)
    .toResolvedValue((search, readings) => new FinanceBooks(search, readings), [OrderSearches, OrderReadings])
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (books, heads, checks, key, database, staffNames, fees, readings, evidence, lists, orders): Routes => ({
        mount: (api) =>
          mountBooksRoutes(api, {
            books,
            heads,
            checks,
            key,
            database,
            staffNames,
            fees,
            readings,
            evidence,
            lists,
            orders,
          }),
      }),
      [
        Books,
        SignedHeads,
        IntegrityChecks,
        LogKey,
        Database,
        StaffNames,
        ProviderFees,
        OrderReadings,
        OrderEvidence,
        OrderLists,
        Orders,
      ],
    )
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (exports, readings): Routes => ({ mount: (api) => mountExportRoutes(api, { exports, readings }) }),
      [ExportRuns, OrderReadings],
    )
    .inSingletonScope()
}
