import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { given } from '../support/given.ts'
import { openShop } from './support/shop.ts'

const shop = given(openShop)
const staff = given(() => shop.staff())
beforeAll(async () => {
  // Without an order there are no fees that Stripe would be asked for.
  await shop.paidOrder()
})
afterEach(() => shop.lab('/lab/chaos', {}))

/** The provider answers every call that matches with this status, until the test is over. */
const answering = (status: number) =>
  shop.lab('/lab/chaos', {
    requests: [
      {
        match: { path: '/v1/*' },
        fault: 'answer',
        status,
        // An object that a parameter names, such as the customer of a payment.
        ...(status === 400 ? { code: 'resource_missing' } : {}),
      },
    ],
  })

const unknownThere =
  'The payment provider does not know what it was asked about. Perhaps our key belongs to another account.'

const words = [
  [
    401,
    'PAYMENT_PROVIDER_REFUSES_KEY',
    'The payment provider refuses our key. It was revoked, has expired or is mistyped: see STRIPE_SECRET_KEY.',
  ],
  [402, 'PAYMENT_PROVIDER_DECLINES', 'The payment provider declines this request.'],
  [
    403,
    'PAYMENT_PROVIDER_RIGHT_MISSING',
    'Our key may not do this at the payment provider: it lacks the right rak_charge_write.',
  ],
  [404, 'PAYMENT_PROVIDER_KNOWS_NOTHING', unknownThere],
  [400, 'PAYMENT_PROVIDER_KNOWS_NOTHING', unknownThere],
  [
    409,
    'PAYMENT_PROVIDER_BUSY',
    'The payment provider is still working on another request for this. Please try again shortly.',
  ],
  [
    500,
    'PAYMENT_PROVIDER_UNAVAILABLE',
    'The payment provider does not answer at the moment. Please try again shortly.',
  ],
] as const

describe('a provider that answers and refuses', () => {
  test.each(words)(
    'given %i, when staff ask for something, then %s says what is wrong',
    async (status, code, message) => {
      await answering(status)
      const answer = await staff.post('/api/finance/books/fees')
      expect(answer.status, answer.text).toBe(503)
      expect(answer.body).toMatchObject({ success: false, code, message })
      expect(answer.headers.has('retry-after')).toBe(true)
      const { body } = await staff.post('/api/finance/reconciliation/run')
      expect(body.report.error).toBe(message)
    },
  )

  test.each(words.filter(([status]) => status !== 500))(
    'given %i, when a buyer wants to pay or comes back from paying, then nothing is said of keys and rights',
    async (status) => {
      const paid = await shop.paidOrder()
      const buyer = await shop.buyer()
      const { body } = await shop.checkout(buyer)
      await answering(status)
      const fresh = await shop.buyer()
      const refused = await shop.checkout(fresh)
      expect(refused.status, refused.text).toBe(503)
      expect(refused.body).toMatchObject({
        code: 'PAYMENTS_UNAVAILABLE',
        error:
          'Something is wrong between us and our payment provider. This step has charged nothing. Please try again later, or contact us.',
      })
      // Who comes back is told what the log says, whatever the provider answers.
      const verified = await buyer.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
      expect(verified.status, verified.text).toBe(200)
      expect(verified.body.order).toEqual({ id: body.order.id, status: 'pending' })
      expect((await paid.buyer.http.get(`/api/orders/${paid.orderId}`)).body.order.status).toBe('completed')
      await shop.lab('/lab/chaos', {})
      const again = await shop.checkout(fresh)
      expect(again.status, again.text).toBe(200)
    },
  )
})
