import type { Customers } from '#modules/identity/index.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import { cancelPayments } from '../../checkout/cancel-payments.ts'
import { cancelCompanyOrder, releaseAccess } from '../../domain/due-decisions.ts'
import { statusOf } from '../../domain/status.ts'
import type { Loaded } from '../../orders/loaded.ts'
import { refusePeople } from '../../orders/no-people.ts'
import type { Observations } from '../../orders/observations.ts'
import type { OrderLists } from '../../orders/order-lists.ts'
import type { Orders } from '../../orders/orders.ts'
import type { StripeAccount } from '../../payments/stripe/stripe.ts'
import type { OrderReadings } from '../search/order-readings.ts'
import { cancelOrder, financeReceivables, releaseOrder } from './contract.ts'
import type { Receivables } from './receivables.ts'

export interface ReceivableParts {
  receivables: Receivables
  readings: OrderReadings
  lists: OrderLists
  orders: Orders
  observations: Observations
  customers: Customers
  stripe: StripeAccount
}

/** Receivables, and the decisions of finance about them. */
export function mountReceivableRoutes(api: ApiRouter, parts: ReceivableParts): void {
  const { receivables, readings, lists, orders, observations, customers, stripe } = parts

  api.serve(financeReceivables, async ({ query }, call) => {
    const seesPeople = await readings.seesPeople(call.actor)
    return receivables.list(query.age, seesPeople)
  })

  api.serve(releaseOrder, async ({ params, body }, call) => {
    await refusePeople('reason', body.reason, await lists.load(params.id), customers)
    const data = { by: call.actor.staffId, reason: body.reason }
    const author = { actor: call.actor, requestId: call.requestId }
    return changed(await orders.change(params.id, author, ({ order }) => releaseAccess(order, data)))
  })

  api.serve(cancelOrder, async ({ params, body }, call) => {
    const loaded = await lists.load(params.id)
    await refusePeople('reason', body.reason, loaded, customers)
    const author = { actor: call.actor, requestId: call.requestId }
    if (loaded.order.placed?.organizationId) await cancelPayments(loaded, author, stripe, observations, 'all')
    return changed(
      await orders.change(params.id, author, ({ order }) => cancelCompanyOrder(order, body.reason)),
    )
  })
}

function changed({ order }: Loaded) {
  return { order: { id: order.id, status: statusOf(order), released: order.released !== null } }
}
