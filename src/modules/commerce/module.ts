import { ContainerModule } from 'inversify'
import { Customers, Organizations, StaffNames } from '#modules/identity/index.ts'
import { OrderStandings, Places } from '#modules/leadership/index.ts'
import { AuditedReads } from '#platform/audit/audited-reads.ts'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { SearchedList } from '#platform/http/searched-list.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { bindAll, bindAs } from '#platform/kernel/needs.ts'
import { singleton, singletonAs, singletonBy } from '#platform/kernel/singleton.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { Log } from '#platform/telemetry/log.ts'
import { StoredFigures } from '#platform/telemetry/stored-figures.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { Checkout } from './checkout/checkout.ts'
import { checkoutSettings } from './checkout/checkout-settings.ts'
import { bindCompanyOrders } from './checkout/company-module.ts'
import { OpenCheckouts } from './checkout/open-checkouts.ts'
import { OrderCohorts } from './checkout/order-cohorts.ts'
import { Returns } from './checkout/returns.ts'
import { mountCheckoutRoutes } from './checkout/routes.ts'
import { CommerceCommands } from './commands.ts'
import { CommerceFigures } from './figures.ts'
import { Proposals } from './finance/bank-transfers/proposals.ts'
import { mountTransferRoutes } from './finance/bank-transfers/routes.ts'
import { TransferList } from './finance/bank-transfers/transfer-list.ts'
import { Books } from './finance/books/books.ts'
import { mountInboxRoutes } from './finance/inbox/routes.ts'
import { bindMails } from './finance/mails/module.ts'
import { bindBooks } from './finance/module.ts'
import { Payouts } from './finance/payouts/payouts.ts'
import { bindReconciliation } from './finance/reconciliation/module.ts'
import { DocumentRegister } from './finance/register/document-register.ts'
import { OrderReadings } from './finance/search/order-readings.ts'
import { OrderSearches } from './finance/search/order-search.ts'
import { mountFinanceRoutes } from './finance/search/routes.ts'
import {
  SearchedDocuments,
  SearchedOrders,
  SearchedPayouts,
  SearchedQuotes,
  SearchedTransfers,
} from './finance/searched-lists.ts'
import { CustomerOrders, LeadSources } from './index.ts'
import { Downloads } from './invoices/downloads.ts'
import { InvoiceCorrections } from './invoices/invoice-corrections.ts'
import { InvoiceDetailsOfOrders } from './invoices/invoice-details.ts'
import { bindDocuments } from './invoices/module.ts'
import { mountDocumentRoutes } from './invoices/routes.ts'
import { sellerSettings } from './invoices/seller-settings.ts'
import { CashBalances } from './orders/cash-balances.ts'
import { Inbox } from './orders/inbox.ts'
import { Observations } from './orders/observations.ts'
import { OrderLists } from './orders/order-lists.ts'
import { OrderRow } from './orders/order-row.ts'
import { OrderSources } from './orders/order-sources.ts'
import { StandingsOfOrders } from './orders/order-standings.ts'
import { Orders } from './orders/orders.ts'
import { PayoutSightings } from './orders/payout-sightings.ts'
import { Product, Products } from './orders/products.ts'
import { Refunds } from './orders/refunds.ts'
import { SecondOrders } from './orders/second-orders.ts'
import { BankStatements } from './payments/bank-transfers/bank-statements.ts'
import { MistakenImports } from './payments/bank-transfers/mistaken-imports.ts'
import { bindTransfers } from './payments/bank-transfers/module.ts'
import { StatementFiles } from './payments/bank-transfers/statement-files.ts'
import { StripeTransferActions } from './payments/bank-transfers/stripe-transfer-actions.ts'
import { TransferInstructions } from './payments/bank-transfers/transfer-instructions.ts'
import { Transfers } from './payments/bank-transfers/transfers.ts'
import { UnmatchedEntries } from './payments/bank-transfers/unmatched-entries.ts'
import { StripeBankTransfers } from './payments/stripe/bank-transfers.ts'
import { optionalRights } from './payments/stripe/key-rights.ts'
import { OrderSignatures } from './payments/stripe/order-signatures.ts'
import { StripeAccount } from './payments/stripe/stripe.ts'
import { StripeCheck } from './payments/stripe/stripe-check.ts'
import { stripeConnection } from './payments/stripe/stripe-connection.ts'
import { missingEvents } from './payments/stripe/webhook-events.ts'
import { OrderPersonalData } from './personal-data.ts'
import { bindPrices } from './pricing/module.ts'
import { Prices } from './pricing/prices.ts'
import { bindQuotes } from './quotes/module.ts'
import { QuoteList } from './quotes/quote-list.ts'
import { mountCommerceRoutes } from './routes.ts'
import { mountTaxRoutes } from './tax/routes.ts'
import { TaxIdChecks } from './tax/tax-id-checks.ts'
import { taxSettings } from './tax/tax-settings.ts'
import { bindVendorPack } from './vendor-pack/module.ts'
import { bindWithdrawals } from './withdrawals/module.ts'

export const commerceEntities = [OrderRow, Product]
export { CommerceCommands, missingEvents, optionalRights, StripeAccount }

export const commerceModule = new ContainerModule(({ bind }) => {
  bind(SettingForm).toConstantValue(sellerSettings)
  bind(SettingForm).toConstantValue(taxSettings)
  bind(SettingForm).toConstantValue(checkoutSettings)
  const atStripe = <T>(Account: new (...args: ConstructorParameters<typeof StripeAccount>) => T) => {
    const make = (config: Config, telemetry: Telemetry, keys: Keys): T =>
      new Account(stripeConnection(config), telemetry, new OrderSignatures(keys), {
        brandName: config.brandName,
        paymentMethodConfiguration: config.paymentMethodConfiguration,
      })
    singletonBy<T, [Config, Telemetry, Keys]>(bind, Account as never, make as never, Config, Telemetry, Keys)
  }
  atStripe(StripeAccount)
  atStripe(StripeBankTransfers)
  singleton(bind, Products, Database)
  bindPrices(bind)
  bindTransfers(bind)
  bindVendorPack(bind)
  bindAll(bind, Orders)
  singleton(bind, OrderSources, LeadSources)
  bindCompanyOrders(bind)
  singleton(bind, OrderLists, Database, Orders, Organizations)
  bind(CustomerOrders).toService(OrderLists)
  singletonAs(bind, OrderStandings, StandingsOfOrders, Database, Orders)
  bindAll(bind, Observations, OrderCohorts)
  bind(Checkout)
    .toResolvedValue(
      (
        database,
        orders,
        products,
        customers,
        places,
        cohorts,
        prices,
        sources,
        observations,
        stripe,
        clock,
        ids,
        config,
      ) =>
        new Checkout(
          {
            database,
            orders,
            products,
            customers,
            places,
            cohorts,
            prices,
            sources,
            observations,
            stripe,
            clock,
            ids,
          },
          config.rateLimits === 'strict',
        ),
      [
        ...([Database, Orders, Products, Customers, Places, OrderCohorts, Prices] as const),
        ...([OrderSources, Observations, StripeAccount, Clock, Ids, Config] as const),
      ],
    )
    .inSingletonScope()
  bindAll(bind, Returns)
  bind(Inbox)
    .toResolvedValue(
      (database, observations, balances, payouts, stripe, clock, log, config) => {
        const { webhookSecrets: secrets } = stripeConnection(config)
        const endpoint = { secrets, livemode: stripe.livemode }
        return new Inbox(database, observations, balances, payouts, endpoint, clock, log)
      },
      [Database, Observations, CashBalances, PayoutSightings, StripeAccount, Clock, Log, Config],
    )
    .inSingletonScope()
  bindAll(bind, Refunds)
  bindReconciliation(bind)
  bindDocuments(bind)
  bindQuotes(bind)
  bindWithdrawals(bind)
  bindMails(bind)
  bind(Lifecycle)
    .toResolvedValue(
      (stripe, log, config): Lifecycle => new StripeCheck(stripe, log, config.stripe.kind === 'stripe'),
      [StripeAccount, Log, Config],
    )
    .inSingletonScope()
  bindAs(bind, StoredFigures, CommerceFigures)
  singletonAs(bind, JobHandlers, SecondOrders, Database, Orders)
  bindAs(bind, PersonalData, OrderPersonalData)
  bindRoutes(bind, mountCommerceRoutes, {
    products: Products,
    prices: Prices,
    checkout: Checkout,
    returns: Returns,
    cohorts: OrderCohorts,
    lists: OrderLists,
    organizations: Organizations,
    details: InvoiceDetailsOfOrders,
    instructions: TransferInstructions,
    inbox: Inbox,
    stripe: StripeAccount,
    clock: Clock,
  })
  singleton(bind, TransferList, Database)
  singleton(bind, Proposals, Database)
  singletonAs(bind, SearchedList, SearchedOrders, OrderSearches, OrderReadings)
  singletonAs(bind, SearchedList, SearchedDocuments, DocumentRegister, OrderReadings)
  singletonAs(bind, SearchedList, SearchedQuotes, QuoteList, AuditedReads)
  singletonAs(bind, SearchedList, SearchedTransfers, TransferList, AuditedReads)
  singletonAs(bind, SearchedList, SearchedPayouts, Payouts)
  bindRoutes(bind, mountTransferRoutes, {
    transfers: Transfers,
    atStripe: StripeTransferActions,
    statements: BankStatements,
    files: StatementFiles,
    unmatched: UnmatchedEntries,
    mistaken: MistakenImports,
    list: TransferList,
    proposals: Proposals,
    lists: OrderLists,
    customers: Customers,
    reads: AuditedReads,
    books: Books,
    clock: Clock,
  })
  bindAll(bind, TaxIdChecks)
  bind(JobHandlers).toService(TaxIdChecks)
  bindRoutes(bind, mountTaxRoutes, { settings: Settings, clock: Clock })
  bindRoutes(bind, mountCheckoutRoutes, { returns: Returns, open: OpenCheckouts })
  bindRoutes(bind, mountDocumentRoutes, {
    lists: OrderLists,
    downloads: Downloads,
    details: InvoiceDetailsOfOrders,
  })
  bindRoutes(bind, mountFinanceRoutes, {
    lists: OrderLists,
    orders: Orders,
    refunds: Refunds,
    corrections: InvoiceCorrections,
    search: OrderSearches,
    readings: OrderReadings,
    customers: Customers,
    staffNames: StaffNames,
    ids: Ids,
    places: Places,
    stripe: StripeAccount,
  })
  bindRoutes(bind, mountInboxRoutes, { inbox: Inbox, readings: OrderReadings, database: Database })
  bindBooks(bind)
  bindAll(bind, CommerceCommands)
})
