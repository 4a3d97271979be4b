import { Customers, Organizations } from '#modules/identity/index.ts'
import { Places } from '#modules/leadership/index.ts'
import { Database } from '#platform/database/database.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { type Bind, singleton } from '#platform/kernel/singleton.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Log } from '#platform/telemetry/log.ts'
import { LostNumbers, PrintedNumbers } from '../../documents/printed-numbers.ts'
import { CashBalances } from '../../orders/cash-balances.ts'
import { Inbox } from '../../orders/inbox.ts'
import { Observations } from '../../orders/observations.ts'
import { Orders } from '../../orders/orders.ts'
import { Products } from '../../orders/products.ts'
import { Refunds } from '../../orders/refunds.ts'
import { Prices } from '../../prices/prices.ts'
import { AcceptedQuotes } from '../../quotes/accepted-quotes.ts'
import { StripeAccount } from '../../stripe/stripe.ts'
import { BankPayments } from '../../transfers/bank-payments.ts'
import { Comparison } from './comparison.ts'
import { Differences } from './differences.ts'
import { LostOrders } from './lost-orders.ts'
import { OrderWatch } from './order-watch.ts'
import { Reconciler } from './reconciler.ts'
import { Reconciliations } from './reconciliations.ts'
import { mountReconciliationRoutes } from './routes.ts'
import { Settlements } from './settlements.ts'
import { UndeliveredEvents } from './undelivered-events.ts'

export function bindReconciliation(bind: Bind): void {
  singleton(bind, Differences, Database, Clock, Ids)
  singleton(bind, Comparison, Database, Observations, Differences, StripeAccount)
  singleton(bind, Reconciliations, {
    database: Database,
    comparison: Comparison,
    clock: Clock,
    ids: Ids,
  })
  singleton(bind, UndeliveredEvents, Database, Observations, Differences, StripeAccount, CashBalances, Clock)
  singleton(bind, LostOrders, {
    differences: Differences,
    observations: Observations,
    orders: Orders,
    products: Products,
    customers: Customers,
    organizations: Organizations,
    places: Places,
    prices: Prices,
    settings: Settings,
    database: Database,
    ids: Ids,
    stripe: StripeAccount,
    printed: PrintedNumbers,
    numbers: LostNumbers,
    quotes: AcceptedQuotes,
  })
  singleton(bind, LostNumbers, Database, PrintedNumbers, Clock)
  singleton(bind, Settlements, {
    differences: Differences,
    observations: Observations,
    orders: Orders,
    streams: Streams,
    lostOrders: LostOrders,
    database: Database,
  })
  singleton(bind, OrderWatch, {
    database: Database,
    orders: Orders,
    observations: Observations,
    stripe: StripeAccount,
    refunds: Refunds,
    bankPayments: BankPayments,
    differences: Differences,
    clock: Clock,
    log: Log,
  })
  singleton(bind, Reconciler, {
    watch: OrderWatch,
    inbox: Inbox,
    reconciliations: Reconciliations,
    undelivered: UndeliveredEvents,
    balances: CashBalances,
    database: Database,
    clock: Clock,
    log: Log,
  })
  bind(Lifecycle).toService(Reconciler)
  bindRoutes(bind, mountReconciliationRoutes, {
    reconciliations: Reconciliations,
    differences: Differences,
    settlements: Settlements,
  })
}
