import { Database } from '#platform/database/database.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { bindAll } from '#platform/kernel/needs.ts'
import { type Bind, singleton } from '#platform/kernel/singleton.ts'
import { LostNumbers, PrintedNumbers } from '../../invoices/printed-numbers.ts'
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
  bindAll(bind, Comparison, Reconciliations, UndeliveredEvents, LostOrders)
  singleton(bind, LostNumbers, Database, PrintedNumbers, Clock)
  bindAll(bind, Settlements, OrderWatch, Reconciler)
  bind(Lifecycle).toService(Reconciler)
  bindRoutes(bind, mountReconciliationRoutes, {
    reconciliations: Reconciliations,
    differences: Differences,
    settlements: Settlements,
  })
}
