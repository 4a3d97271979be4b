import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer } from '#platform/contract/wire.ts'
import { orderStatuses } from '../domain/status.ts'

/** Without a session the answer has only the id, and not whether the payment went through. */
const Verified = answer({
  order: z.object({ id: z.uuid(), status: z.enum(orderStatuses).optional() }),
})

export const verifyPaymentIntent = endpoint({
  method: 'GET',
  path: '/api/checkout/verify-payment-intent/:id',
  summary: 'Look at a payment at Stripe and name its order',
  access: 'public',
  limit: { points: 30, seconds: 60 },
  params: z.object({ id: z.string().max(255) }),
  response: Verified,
})

export const checkoutSuccess = endpoint({
  method: 'GET',
  path: '/api/checkout/success/:sessionId',
  summary: 'Look at a checkout session at Stripe and name its order',
  access: 'public',
  limit: { points: 30, seconds: 60 },
  params: z.object({ sessionId: z.string().max(255) }),
  response: Verified,
})

export const resumeCheckout = endpoint({
  method: 'GET',
  path: '/api/checkout/resume/:orderId',
  summary: 'A signed link of a mail: leads back to an open payment, or to what became of it',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  params: z.object({ orderId: z.string().max(64) }),
  query: z.record(z.string(), z.string()),
  response: 'stream',
})

export const askToRefuseReminders = endpoint({
  method: 'GET',
  path: '/api/checkout/reminders/stop',
  summary: 'A signed link of a mail: a page that asks whether to stop the reminders of open payments',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  query: z.record(z.string(), z.string()),
  response: 'stream',
})

export const refuseReminders = endpoint({
  method: 'POST',
  path: '/api/checkout/reminders/stop',
  summary: 'The answer to that page, or one click in a mail program: no more reminders of open payments',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  query: z.record(z.string(), z.string()),
  /** A form whose fields are not read: the link has everything. */
  bodyType: 'file',
  bodyLimit: 4096,
  response: 'stream',
})
