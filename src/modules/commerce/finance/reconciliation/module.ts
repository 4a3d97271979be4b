import type { ContainerModuleLoadOptions } from 'inversify'
import { Customers } from '#modules/identity/index.ts'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Routes } from '#platform/http/routes.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Ids } from '#platform/kernel/ids.ts'
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

export function bindReconciliation(bind: ContainerModuleLoadOptions['bind']): void {
  bind(Differences)
    .toResolvedValue((database, clock, ids) => new Differences(database, clock, ids), [Database, Clock, Ids])
    .inSingletonScope()
  bind(Reconciliations)
    .toResolvedValue(
      (database, observations, differences, stripe, clock, ids) =>
        new Reconciliations({ database, observations, differences, stripe, clock, ids }),
      [Database, Observations, Differences, StripeAccount, Clock, Ids],
    )
    .inSingletonScope()
  bind(UndeliveredEvents)
    .toResolvedValue(
      (database, observations, differences, stripe, clock) =>
        new UndeliveredEvents(database, observations, differences, stripe, clock),
      [Database, Observations, Differences, StripeAccount, Clock],
    )
    .inSingletonScope()
  bind(LostOrders)
    .toResolvedValue(
      (differences, observations, orders, products, customers, stripe) =>
        new LostOrders({ differences, observations, orders, products, customers, stripe }),
      [Differences, Observations, Orders, Products, Customers, StripeAccount],
    )
    .inSingletonScope()
  bind(Settlements)
    .toResolvedValue(
      (differences, observations, orders, log, lostOrders, database, clock) =>
        new Settlements({ differences, observations, orders, log, lostOrders, database, clock }),
      [Differences, Observations, Orders, EventLog, LostOrders, Database, Clock],
    )
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (reconciliations, differences, settlements): Routes => ({
        mount: (api) => mountReconciliationRoutes(api, { reconciliations, differences, settlements }),
      }),
      [Reconciliations, Differences, Settlements],
    )
    .inSingletonScope()
}
