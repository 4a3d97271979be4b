import { ContainerModule } from 'inversify'
import { Customers, StaffNames } from '#modules/identity/index.ts'
import { ConfigToken } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Routes } from '#platform/http/routes.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Keys } from '#platform/kernel/keys.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { SettingForm } from '#platform/settings/settings.ts'
import { Log } from '#platform/telemetry/log.ts'
import { StoredFigures } from '#platform/telemetry/stored-figures.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { Checkout } from './checkout/checkout.ts'
import { checkoutSettings } from './checkout/checkout-settings.ts'
import { OpenCheckouts } from './checkout/open-checkouts.ts'
import { Products } from './checkout/products.ts'
import { Returns } from './checkout/returns.ts'
import { Downloads } from './documents/downloads.ts'
import { InvoiceDetailsOfOrders } from './documents/invoice-details.ts'
import { OrderDocuments } from './documents/order-documents.ts'
import { bindPapers } from './documents/papers-module.ts'
import { sellerSettings } from './documents/seller-settings.ts'
import { CommerceFigures } from './figures.ts'
import { mountInboxRoutes } from './finance/inbox-routes.ts'
import { bindMails } from './finance/mails/module.ts'
import { bindBooks, FinanceBooks } from './finance/module.ts'
import { Differences } from './finance/reconciliation/differences.ts'
import { bindReconciliation } from './finance/reconciliation/module.ts'
import { Reconciler } from './finance/reconciliation/reconciler.ts'
import { Reconciliations } from './finance/reconciliation/reconciliations.ts'
import { UndeliveredEvents } from './finance/reconciliation/undelivered-events.ts'
import { mountFinanceRoutes } from './finance/search/finance-routes.ts'
import { CustomerOrders } from './index.ts'
import { DocumentIssue } from './orders/document-issue.ts'
import { Inbox } from './orders/inbox.ts'
import { MailLedger } from './orders/mail-ledger.ts'
import { Observations } from './orders/observations.ts'
import { OrderLists } from './orders/order-lists.ts'
import { OrderRow } from './orders/order-row.ts'
import { Orders } from './orders/orders.ts'
import { Product } from './orders/product.ts'
import { Refunds } from './orders/refunds.ts'
import { SecondOrders } from './orders/second-orders.ts'
import { OrderPersonalData } from './personal-data.ts'
import { mountCommerceRoutes } from './routes.ts'
import { OrderSeals } from './stripe/order-seals.ts'
import { StripeAccount } from './stripe/stripe.ts'
import { StripeCheck } from './stripe/stripe-check.ts'
import { stripeConnection } from './stripe/stripe-connection.ts'

export const commerceEntities = [OrderRow, Product]
export { Reconciler, StripeAccount }

export const commerceModule = new ContainerModule(({ bind }) => {
  bind(SettingForm).toConstantValue(sellerSettings)
  bind(SettingForm).toConstantValue(checkoutSettings)
  bind(StripeAccount)
    .toResolvedValue(
      ({ config }, telemetry, keys) =>
        new StripeAccount(stripeConnection(config), telemetry, new OrderSeals(keys), {
          brandName: config.brandName,
          paymentMethodConfiguration: config.paymentMethodConfiguration,
        }),
      [ConfigToken, Telemetry, Keys],
    )
    .inSingletonScope()
  bind(Products)
    .toResolvedValue((database) => new Products(database), [Database])
    .inSingletonScope()
  bind(Orders)
    .toResolvedValue(
      (log, database, clock, documents) => new Orders(log, database, clock, documents),
      [EventLog, Database, Clock, DocumentIssue],
    )
    .inSingletonScope()
  bind(OrderLists)
    .toResolvedValue((database, orders) => new OrderLists(database, orders), [Database, Orders])
    .inSingletonScope()
  bind(CustomerOrders).toService(OrderLists)
  bind(Observations)
    .toResolvedValue(
      (database, orders, stripe) => new Observations(database, orders, stripe),
      [Database, Orders, StripeAccount],
    )
    .inSingletonScope()
  bind(Checkout)
    .toResolvedValue(
      (database, orders, products, customers, observations, stripe, clock, ids, { config }) =>
        new Checkout(
          { database, orders, products, customers, observations, stripe, clock, ids },
          config.rateLimits === 'strict',
        ),
      [Database, Orders, Products, Customers, Observations, StripeAccount, Clock, Ids, ConfigToken],
    )
    .inSingletonScope()
  bind(Returns)
    .toResolvedValue(
      (orders, observations, stripe, log) => new Returns(orders, observations, stripe, log),
      [Orders, Observations, StripeAccount, Log],
    )
    .inSingletonScope()
  bind(Inbox)
    .toResolvedValue(
      (database, observations, stripe, clock, log, { config }) => {
        const { webhookSecrets: secrets } = stripeConnection(config)
        return new Inbox(database, observations, { secrets, livemode: stripe.livemode }, clock, log)
      },
      [Database, Observations, StripeAccount, Clock, Log, ConfigToken],
    )
    .inSingletonScope()
  bind(Refunds)
    .toResolvedValue(
      (orders, observations, stripe) => new Refunds(orders, observations, stripe),
      [Orders, Observations, StripeAccount],
    )
    .inSingletonScope()
  bindReconciliation(bind)
  bind(Reconciler)
    .toResolvedValue(
      (
        database,
        orders,
        observations,
        stripe,
        inbox,
        refunds,
        reconciliations,
        differences,
        undelivered,
        clock,
        log,
      ) =>
        new Reconciler({
          database,
          orders,
          observations,
          stripe,
          inbox,
          refunds,
          reconciliations,
          differences,
          undelivered,
          clock,
          log,
        }),
      [
        Database,
        Orders,
        Observations,
        StripeAccount,
        Inbox,
        Refunds,
        Reconciliations,
        Differences,
        UndeliveredEvents,
        Clock,
        Log,
      ],
    )
    .inSingletonScope()
  bindPapers(bind)
  bindMails(bind)
  bind(Lifecycle)
    .toResolvedValue(
      (stripe, log, { config }): Lifecycle => new StripeCheck(stripe, log, config.stripe.kind === 'stripe'),
      [StripeAccount, Log, ConfigToken],
    )
    .inSingletonScope()
  bind(StoredFigures)
    .toResolvedValue(
      (inbox, differences, reconciliations, mails): StoredFigures =>
        new CommerceFigures(inbox, differences, reconciliations, mails),
      [Inbox, Differences, Reconciliations, MailLedger],
    )
    .inSingletonScope()
  bind(Lifecycle).toService(Reconciler)
  bind(Lifecycle)
    .toResolvedValue(
      (database, orders, jobs): Lifecycle => new SecondOrders(database, orders, jobs),
      [Database, Orders, Jobs],
    )
    .inSingletonScope()
  bind(PersonalData)
    .toResolvedValue(
      (database, lists, documents): PersonalData => new OrderPersonalData(database, lists, documents),
      [Database, OrderLists, OrderDocuments],
    )
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (products, checkout, returns, open, lists, downloads, details, inbox, stripe): Routes => ({
        mount: (api) => {
          const parts = { products, checkout, returns, open, lists, downloads, details, inbox, stripe }
          mountCommerceRoutes(api, parts)
        },
      }),
      [
        Products,
        Checkout,
        Returns,
        OpenCheckouts,
        OrderLists,
        Downloads,
        InvoiceDetailsOfOrders,
        Inbox,
        StripeAccount,
      ],
    )
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (lists, orders, refunds, customers, staffNames, ids, { search, readings }): Routes => ({
        mount: (api) =>
          mountFinanceRoutes(api, { lists, orders, refunds, search, readings, customers, staffNames, ids }),
      }),
      [OrderLists, Orders, Refunds, Customers, StaffNames, Ids, FinanceBooks],
    )
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (inbox, { readings }, database): Routes => ({
        mount: (api) => mountInboxRoutes(api, { inbox, readings, database }),
      }),
      [Inbox, FinanceBooks, Database],
    )
    .inSingletonScope()
  bindBooks(bind)
})
