import type Stripe from 'stripe'
import type { Account, ApiCall, ApiRoute } from './api-route.ts'
import { page, pageParameters } from './listing.ts'
import { searchFor } from './search.ts'
import { badParameter, noSuch, StripeFault } from './stripe-error.ts'

const base = '/v1/payment_intents'

/** Payment intents and payment methods. */
export const paymentRoutes: ApiRoute[] = [
  {
    method: 'POST',
    path: base,
    run: (account, { input }) => {
      const confirms = input.flag('confirm')
      const intent = account.intents.create(input)
      if (!confirms) return intent
      account.confirmations.confirm(intent, input.among(confirmNames))
      return intent
    },
  },
  {
    method: 'GET',
    path: base,
    run: ({ records }, { input, path }) => {
      input.only(...pageParameters, 'customer')
      const customer = input.text('customer')
      const all = records.all('payment_intent')
      return page(path, customer ? all.filter((each) => each.customer === customer) : all, input)
    },
  },
  {
    method: 'GET',
    path: `${base}/search`,
    run: ({ records, clock, chaos }, { input, path }) => {
      input.only('query', 'limit', 'page')
      const matches = searchFor(input.requiredText('query'))
      const visible = clock.millis() - chaos.plan.searchLagMs
      const found = records
        .all('payment_intent')
        .filter((each) => each.created * 1000 <= visible && matches(each))
      const limit = input.integer('limit') ?? 10
      const start = Number(input.text('page') ?? 0)
      const data = found.reverse().slice(start, start + limit)
      const more = found.length > start + limit
      return {
        object: 'search_result',
        url: path,
        has_more: more,
        next_page: more ? String(start + limit) : null,
        data,
      }
    },
  },
  {
    method: 'GET',
    path: `${base}/:id`,
    publishable: true,
    run: (account, call) => {
      call.input.only('client_secret')
      return shown(intentOf(account, call), call)
    },
  },
  {
    method: 'POST',
    path: `${base}/:id`,
    run: (account, call) => account.intents.update(intentOf(account, call), call.input),
  },
  {
    method: 'POST',
    path: `${base}/:id/confirm`,
    publishable: true,
    run: (account, call) => shown(account.confirmations.confirm(intentOf(account, call), call.input), call),
  },
  {
    method: 'POST',
    path: `${base}/:id/verify_microdeposits`,
    publishable: true,
    run: (account, call) => {
      call.input.only('descriptor_code', 'client_secret')
      const intent = intentOf(account, call)
      return shown(
        account.confirmations.verifyDeposits(intent, call.input.requiredText('descriptor_code')),
        call,
      )
    },
  },
  {
    method: 'POST',
    path: `${base}/:id/cancel`,
    run: (account, call) => account.intents.cancel(intentOf(account, call), call.input),
  },
  {
    method: 'POST',
    path: '/v1/payment_methods',
    publishable: true,
    run: ({ methods }, { input }) => methods.create(input),
  },
  {
    method: 'GET',
    path: '/v1/payment_methods/:id',
    run: ({ records }, { id, input }) => {
      input.only()
      return records.get('payment_method', id, 'payment_method')
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    run: ({ methods }, { id, input }) => {
      input.only('customer')
      return methods.attach(methods.resolve(id), input.requiredText('customer'))
    },
  },
]

const confirmNames = [
  'payment_method',
  'payment_method_data',
  'return_url',
  'use_stripe_sdk',
  'off_session',
  'receipt_email',
]

/** The intent of a call; the publishable key requires its client secret. */
function intentOf({ records }: Account, { id, input, publishable }: ApiCall): Stripe.PaymentIntent {
  const secret = input.text('client_secret')
  if (publishable && secret === null) {
    throw badParameter('parameter_missing', 'client_secret', 'Missing required param: client_secret.')
  }
  const intent = records.get('payment_intent', id, 'intent')
  if (secret === null || secret === intent.client_secret) return intent
  if (publishable) throw noSuch('payment_intent', id, 'intent')
  throw new StripeFault(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_invalid_parameter',
    message: 'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
  })
}

const publicMembers = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
]

/** The fields of an intent that the publishable key may read: no metadata, no customer, no charge. */
function shown(intent: Stripe.PaymentIntent, { publishable }: ApiCall): object {
  if (!publishable) return intent
  return Object.fromEntries(Object.entries(intent).filter(([name]) => publicMembers.includes(name)))
}
