import type Stripe from 'stripe'
import type { ApiCall, ApiRoute } from './api-route.ts'
import { matches } from './chaos.ts'
import { page, pageParameters } from './listing.ts'
import type { Kind, Kinds, Records } from './records.ts'
import { badParameter, noSuch } from './stripe-error.ts'

const eventsKeptSeconds = 30 * 86_400

/** Charges, refunds, disputes, the balance, and events. */
export const moneyRoutes: ApiRoute[] = [
  retrieve('charge', '/v1/charges'),
  list('charge', '/v1/charges', ['customer', 'payment_intent']),
  {
    method: 'POST',
    path: '/v1/refunds',
    run: ({ refunds }, { input }) => refunds.create(input),
  },
  retrieve('refund', '/v1/refunds'),
  list('refund', '/v1/refunds', ['charge', 'payment_intent']),
  {
    method: 'POST',
    path: '/v1/refunds/:id',
    run: ({ records }, { id, input }) => {
      input.only('metadata')
      const refund = records.get('refund', id)
      refund.metadata = input.metadata(refund.metadata ?? {})
      return refund
    },
  },
  {
    method: 'POST',
    path: '/v1/refunds/:id/cancel',
    run: ({ records, refunds }, { id }) => refunds.cancel(records.get('refund', id)),
  },
  retrieve('dispute', '/v1/disputes'),
  list('dispute', '/v1/disputes', ['charge', 'payment_intent']),
  {
    method: 'POST',
    path: '/v1/disputes/:id/close',
    run: ({ records, disputes }, { id }) => disputes.close(records.get('dispute', id), 'lost'),
  },
  {
    method: 'GET',
    path: '/v1/events/:id',
    run: ({ records, clock }, { id }) => {
      const event = records.get('event', id)
      if (event.created <= clock.seconds() - eventsKeptSeconds) throw noSuch('event', id)
      return event
    },
  },
  {
    method: 'GET',
    path: '/v1/events',
    run: ({ records, clock }, { input, path }) => {
      input.only(...pageParameters, 'type', 'types', 'delivery_success')
      const type = input.text('type')
      const types = input.texts('types')
      if (types.length > 20) throw badParameter('', 'types', 'You can give up to 20 event types.')
      const delivered = input.has('delivery_success') ? input.flag('delivery_success') : undefined
      const oldest = clock.seconds() - eventsKeptSeconds
      const kept = records
        .all('event')
        .filter((each) => each.created > oldest)
        .filter((each) => type === null || matches(type, each.type))
        .filter((each) => types.length === 0 || types.includes(each.type))
        .filter((each) => delivered === undefined || (each.pending_webhooks === 0) === delivered)
      return page<Stripe.Event>(path, kept, input)
    },
  },
]

/** `GET …/:id` */
export function retrieve(kind: Kind, path: string): ApiRoute {
  return {
    method: 'GET',
    path: `${path}/:id`,
    run: ({ records }, { id, input }) => {
      input.only()
      return records.get(kind, id)
    },
  }
}

/** `GET …` with filters on members of the object. */
export function list(kind: Kind, path: string, filters: string[]): ApiRoute {
  return {
    method: 'GET',
    path,
    run: ({ records }, call) => listed(records, kind, filters, call),
  }
}

function listed(records: Records, kind: Kind, filters: string[], { input, path }: ApiCall): object {
  input.only(...pageParameters, ...filters)
  const conditions = filters
    .filter((name) => input.has(name))
    .map((name) => [name, input.text(name)] as const)
  const objects = records.all(kind).filter((each: Kinds[Kind]) => {
    const members = each as unknown as Record<string, unknown>
    return conditions.every(([name, value]) => String(members[name]) === value)
  })
  return page(path, objects as { id: string; created?: number }[], input)
}
