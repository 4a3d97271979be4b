import type { ApiRoute } from './api-route.ts'
import { list, retrieve } from './routes-money.ts'

/** Customers, products, prices and checkout sessions. */
export const catalogueRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: '/v1/customers',
    run: ({ catalogue }, { input }) => catalogue.createCustomer(input),
  },
  {
    method: 'POST',
    path: '/v1/customers/:id',
    run: ({ catalogue, records }, { id, input }) =>
      catalogue.updateCustomer(records.get('customer', id), input),
  },
  retrieve('customer', '/v1/customers'),
  list('customer', '/v1/customers', ['email']),
  {
    method: 'POST',
    path: '/v1/products',
    run: ({ catalogue }, { input }) => catalogue.createProduct(input),
  },
  retrieve('product', '/v1/products'),
  list('product', '/v1/products', ['active']),
  {
    method: 'POST',
    path: '/v1/prices',
    run: ({ catalogue }, { input }) => catalogue.createPrice(input),
  },
  retrieve('price', '/v1/prices'),
  list('price', '/v1/prices', ['product', 'active', 'currency', 'type']),
  {
    method: 'POST',
    path: '/v1/checkout/sessions',
    run: ({ sessions }, { input }) => sessions.create(input),
  },
  retrieve('checkout.session', '/v1/checkout/sessions'),
  list('checkout.session', '/v1/checkout/sessions', ['payment_intent', 'customer', 'status']),
  {
    method: 'GET',
    path: '/v1/checkout/sessions/:id/line_items',
    run: ({ sessions, records }, { id, path }) => {
      const data = sessions.lineItems(records.get('checkout.session', id))
      return { object: 'list', url: path, has_more: false, data }
    },
  },
  {
    method: 'POST',
    path: '/v1/checkout/sessions/:id/expire',
    run: ({ sessions, records }, { id }) => sessions.expire(records.get('checkout.session', id)),
  },
]
