import { describe, expect, test, vi } from 'vitest'
import { DocumentIssue } from '../../src/modules/commerce/orders/document-issue.ts'
import { StripeAccount } from '../../src/modules/commerce/payments/stripe/stripe.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { openShop, productId } from './support/shop.ts'

const shop = given(openShop)

describe('products', () => {
  test('given the seeded product, when it is listed and fetched, then both have the same server price (M-444, M-445)', async () => {
    const listed = await shop.client().get('/api/products/type/certification_program')
    expect(listed.body).toMatchObject({
      success: true,
      products: [{ id: productId, price: '2500.00', currency: 'usd', seatPrices: [] }],
    })
    const one = await shop.client().get(`/api/products/${productId}`)
    expect(one.body.product).toEqual(listed.body.products[0])
    const unheardOf = await shop.client().get('/api/products/type/unheard-of')
    expect([unheardOf.status, unheardOf.body.code]).toEqual([404, 'PRODUCT_TYPE_NOT_FOUND'])
    expect((await shop.client().get('/api/products/nothing')).status).toBe(404)
  })
})

describe('one purchase', () => {
  test('given a verified customer, when they pay, then the webhook completes the order and it is theirs alone (M-318, M-446, M-448)', async () => {
    const buyer = await shop.buyer()
    const started = await shop.checkout(buyer, {
      answers: { currentLevel: 'rising-leader' },
      termsVersion: '2026-11',
    })
    expect(started.status, started.text).toBe(200)
    expect(started.body).toMatchObject({
      success: true,
      publishableKey: 'pk_test_lab',
      resumed: false,
      paymentIntent: { amount: '2500.00', currency: 'usd', status: 'requires_payment_method' },
      order: { status: 'pending', totalAmount: '2500.00' },
    })
    const again = await shop.checkout(buyer)
    expect(again.body).toMatchObject({ resumed: true, paymentIntent: { id: started.body.paymentIntent.id } })

    const { id } = started.body.order
    // What the order was placed for, whatever was received of it (M-342).
    expect((await buyer.http.get(`/api/orders/${id}`)).body.order.items).toEqual([
      { productId, name: 'Authentic Leader Certification', quantity: 1, price: '2500.00' },
    ])
    await shop.pay(started.body.paymentIntent.clientSecret)
    // Read where nobody asks the provider: only the webhook has reported the payment.
    await eventually(async () => {
      const [row] = await shop.sql.query('select status from commerce_order where id = $1', [id])
      return row?.status === 'completed'
    })
    const { order } = (await buyer.http.get(`/api/orders/${id}`)).body
    expect(order).toMatchObject({
      totalAmount: '2500.00',
      refundedAmount: '0.00',
      surplusReturnedAmount: '0.00',
      programName: 'Authentic Leader Certification',
      customer: { firstName: 'Ada', email: buyer.email },
      items: [{ quantity: 1, price: '2500.00' }],
    })
    const { orders } = (await buyer.http.get('/api/orders')).body
    expect(orders).toHaveLength(1)
    expect(order).toMatchObject(orders[0])
    // What was sold, and to whom, stays as it was then (M-342).
    const bought = (await buyer.http.get(`/api/orders/${id}`)).body.order
    await shop.sql.query(`update commerce_product set name = 'Renamed', price_minor = 1 where id = $1`, [
      productId,
    ])
    const renamed = await buyer.http.put('/api/users/profile', { firstName: 'Augusta', lastName: 'King' })
    expect(renamed.body.user.firstName).toBe('Augusta')
    const since = (await buyer.http.get(`/api/orders/${id}`)).body.order
    await shop.sql.query('update commerce_product set name = $2, price_minor = 250000 where id = $1', [
      productId,
      order.programName,
    ])
    expect([since.customer, since.items, since.programName]).toEqual([
      bought.customer,
      bought.items,
      bought.programName,
    ])
    // What was said before the purchase comes back with the order.
    expect(order).toMatchObject({ answers: { currentLevel: 'rising-leader' }, termsVersion: '2026-11' })

    const other = await shop.buyer()
    const foreign = await other.http.get(`/api/orders/${id}`)
    const unknown = await other.http.get('/api/orders/00000000-0000-4000-8000-000000000000')
    expect(foreign.status).toBe(404)
    const { requestId: _a, ...foreignBody } = foreign.body
    const { requestId: _b, ...unknownBody } = unknown.body
    expect(foreignBody).toEqual(unknownBody)

    const enrolled = await shop.checkout(buyer)
    expect(enrolled.status).toBe(409)
    expect(enrolled.body).toMatchObject({ code: 'ALREADY_ENROLLED', orderId: id })
    const second = (await shop.checkout(buyer, { confirmAgain: true })).body
    expect(second.resumed).toBe(false)
    const listed = (await buyer.http.get('/api/orders')).body.orders as { id: string }[]
    expect(
      listed.map((each) => each.id),
      'the newest first',
    ).toEqual([second.order.id, id])
  })

  test('given a declined card, when another one is tried, then the same order is paid', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    const standing = async () => {
      const { order } = (await buyer.http.get(`/api/orders/${body.order.id}`)).body
      // The list of orders says the same as the order's own page.
      const [listed] = (await buyer.http.get('/api/orders')).body.orders
      expect(order).toMatchObject(listed)
      expect(listed).toMatchObject({ payable: order.payable, failureCode: order.failureCode })
      return { payable: order.payable, failureCode: order.failureCode }
    }
    expect(await standing()).toEqual({ payable: true, failureCode: null })
    await shop.pay(body.paymentIntent.clientSecret, 'pm_card_chargeDeclined')
    expect((await shop.checkout(buyer)).body).toMatchObject({
      resumed: true,
      order: { id: body.order.id, status: 'pending' },
    })
    expect(await standing()).toEqual({ payable: true, failureCode: 'generic_decline' })
    await shop.pay(body.paymentIntent.clientSecret)
    await eventually(
      async () => (await buyer.http.get(`/api/orders/${body.order.id}`)).body.order.status === 'completed',
    )
    expect(await standing()).toEqual({ payable: false, failureCode: null })
  })

  test('given a customer without a verified address or without a session, when they check out, then they are refused', async () => {
    const unverified = await shop.buyer({ isEmailVerified: false })
    expect((await shop.checkout(unverified)).body.code).toBe('EMAIL_NOT_VERIFIED')
    const guest = { id: '', email: 'x@example.com', http: shop.client() }
    expect((await shop.checkout(guest)).status).toBe(401)
  })
})

describe('the page the buyer returns to', () => {
  test('given a payment, when it is verified with the session, without one and by somebody else, then each gets what is theirs (M-322, M-447)', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    const path = `/api/checkout/verify-payment-intent/${intentId}`
    expect((await buyer.http.get(path)).body.order).toEqual({ id: orderId, status: 'completed' })
    expect((await shop.client().get(path)).body).toEqual({ success: true, order: { id: orderId } })
    const other = await shop.buyer()
    const foreign = await other.http.get(path)
    const unknown = await other.http.get('/api/checkout/verify-payment-intent/pi_unknown')
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(foreign.body.error).toBe('No order information found')
    expect(unknown.body.error).toBe(foreign.body.error)
    expect((await shop.client().get('/api/checkout/success/cs_test_unknown')).body.error).toBe(
      'No order information found',
    )
    // The same by the session of Stripe's own page, which names the payment.
    const session = vi.spyOn(shop.site.container.get(StripeAccount), 'intentOfSession')
    session.mockResolvedValue(intentId)
    try {
      const bySession = (who: typeof buyer.http) => who.get('/api/checkout/success/cs_test_a1B2')
      expect((await bySession(buyer.http)).body).toEqual({
        success: true,
        order: { id: orderId, status: 'completed' },
      })
      expect((await bySession(shop.client())).body).toEqual({ success: true, order: { id: orderId } })
      expect((await bySession(other.http)).status).toBe(404)
      expect(session).toHaveBeenCalledWith('cs_test_a1B2')
    } finally {
      session.mockRestore()
    }
  })

  test('given a paid intent whose webhooks are all lost, when the buyer returns, then the order is completed at once', async () => {
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    try {
      const { orderId } = await shop.paidOrder()
      const [row] = await shop.sql.query('select status from commerce_order where id = $1', [orderId])
      expect(row).toEqual({ status: 'completed' })
    } finally {
      await shop.lab('/lab/chaos', {})
    }
  })

  test('given a paid intent, when its page is asked for five times at once, then its documents are made once', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] })
    const issues = vi.spyOn(shop.site.container.get(DocumentIssue), 'issue')
    try {
      await shop.pay(body.paymentIntent.clientSecret)
      const path = `/api/checkout/verify-payment-intent/${body.paymentIntent.id}`
      const answers = await Promise.all(Array.from({ length: 5 }, () => buyer.http.get(path)))
      expect(answers.map((answer) => answer.body.order.status)).toEqual(Array(5).fill('completed'))
      expect(issues.mock.calls.filter(([{ id }]) => id === answers[0]?.body.order.id)).toHaveLength(1)
    } finally {
      issues.mockRestore()
      await shop.lab('/lab/chaos', {})
    }
  })
})
