import { Customers } from '#modules/identity/index.ts'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { type Bind, singleton } from '#platform/kernel/singleton.ts'
import { Products } from '../../checkout/products.ts'
import { Observations } from '../../orders/observations.ts'
import { Orders } from '../../orders/orders.ts'
import { StripeAccount } from '../../stripe/stripe.ts'
import { Differences } from './differences.ts'
import { LostOrders } from './lost-orders.ts'
import { Reconciliations } from './reconciliations.ts'
import { mountReconciliationRoutes } from './routes.ts'
import { Settlements } from './settlements.ts'
import { UndeliveredEvents } from './undelivered-events.ts'

export function bindReconciliation(bind: Bind): void {
  singleton(bind, Differences, Database, Clock, Ids)
  singleton(bind, Reconciliations, {
    database: Database,
    observations: Observations,
    differences: Differences,
    stripe: StripeAccount,
    clock: Clock,
    ids: Ids,
  })
  singleton(bind, UndeliveredEvents, Database, Observations, Differences, StripeAccount, Clock)
  singleton(bind, LostOrders, {
    differences: Differences,
    observations: Observations,
    orders: Orders,
    products: Products,
    customers: Customers,
    stripe: StripeAccount,
  })
  singleton(bind, Settlements, {
    differences: Differences,
    observations: Observations,
    orders: Orders,
    log: EventLog,
    lostOrders: LostOrders,
    database: Database,
    clock: Clock,
  })
  bindRoutes(bind, mountReconciliationRoutes, {
    reconciliations: Reconciliations,
    differences: Differences,
    settlements: Settlements,
  })
}
