import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { givenEach } from '../support/given.ts'
import { failureOf, startLab } from './lab-under-test.ts'

const under = givenEach(startLab, 'close')
const stripe = givenEach(() => under.stripe)

const paid = async (
  payment_method = 'pm_card_visa',
): Promise<Stripe.PaymentIntent & { latest_charge: string }> => {
  const intent = await stripe.paymentIntents.create({
    amount: 10_000,
    currency: 'usd',
    confirm: true,
    payment_method,
  })
  return { ...intent, latest_charge: String(intent.latest_charge) }
}

describe('refunds', () => {
  test('given a payment, when it is refunded in three parts, then charge and balance follow and no more goes back', async () => {
    const { id, latest_charge } = await paid()
    const first = await stripe.refunds.create({
      payment_intent: id,
      amount: 2000,
      reason: 'requested_by_customer',
      metadata: { by: 'finance' },
    })
    expect(first).toMatchObject({
      object: 'refund',
      amount: 2000,
      status: 'succeeded',
      charge: latest_charge,
      payment_intent: id,
      reason: 'requested_by_customer',
      metadata: { by: 'finance' },
    })
    await stripe.refunds.create({ charge: latest_charge, amount: 3000 })
    expect(await stripe.charges.retrieve(latest_charge)).toMatchObject({
      amount_refunded: 5000,
      refunded: false,
    })
    const tooMuch = await failureOf(stripe.refunds.create({ payment_intent: id, amount: 5001 }))
    expect(tooMuch.message).toBe(
      'Refund amount ($50.01) is greater than unrefunded amount on charge ($50.00)',
    )
    const rest = await stripe.refunds.create({ payment_intent: id })
    expect(rest.amount).toBe(5000)
    const charge = await stripe.charges.retrieve(latest_charge, { expand: ['refunds'] })
    expect(charge).toMatchObject({ amount_refunded: 10_000, refunded: true })
    expect(charge.refunds?.data).toHaveLength(3)
    expect(await failureOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    })
    const moved = await stripe.balanceTransactions.list({ type: 'refund' })
    expect(moved.data.reduce((sum, each) => sum + each.net, 0)).toBe(-10_000)
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(3)
    expect(under.endpoint.types().filter((type) => type === 'refund.updated')).toEqual([])
  })

  test('given an unpaid intent, when it is refunded, then Stripe refuses', async () => {
    const { id } = await stripe.paymentIntents.create({ amount: 10_000, currency: 'usd' })
    expect(await failureOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 })
    expect(await failureOf(stripe.refunds.create({}))).toMatchObject({ code: 'parameter_missing' })
  })

  test('given the card whose refunds fail later, when time passes, then a succeeded refund is failed and the money is back', async () => {
    const { id, latest_charge } = await paid('pm_card_refundFail')
    const refund = await stripe.refunds.create({ payment_intent: id })
    expect(refund.status).toBe('succeeded')
    await under.pass(10_000)
    const failed = await stripe.refunds.retrieve(refund.id)
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
    expect(failed.failure_balance_transaction).toMatch(/^txn_/)
    expect(await stripe.charges.retrieve(latest_charge)).toMatchObject({
      amount_refunded: 0,
      refunded: false,
    })
    expect(under.endpoint.types().slice(-5)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.failed',
      'refund.updated',
      'charge.refund.updated',
    ])
  })

  test('given the card whose refunds are pending, when time passes, then the refund succeeds, unless it was cancelled', async () => {
    const { id } = await paid('pm_card_pendingRefund')
    const part = await stripe.refunds.create({ payment_intent: id, amount: 4000 })
    const other = await stripe.refunds.create({ payment_intent: id, amount: 1000 })
    expect(part).toMatchObject({ status: 'pending' })
    expect((await stripe.refunds.cancel(other.id)).status).toBe('canceled')
    await under.pass(10_000)
    expect((await stripe.refunds.retrieve(part.id)).status).toBe('succeeded')
    expect((await stripe.refunds.retrieve(other.id)).status).toBe('canceled')
    expect(await failureOf(stripe.refunds.cancel(part.id))).toMatchObject({ statusCode: 400 })
    const updates = under.endpoint.events.filter((event) => event.type === 'refund.updated')
    expect(updates.map((event) => event.data.previous_attributes)).toEqual([
      { status: 'pending' },
      { status: 'pending' },
    ])
  })

  test('given a refund made in the dashboard, when it is done, then it exists without any API request', async () => {
    const { id } = await paid()
    await under.control(`objects/${id}/refund`, { amount: 2500 })
    const [refund] = (await stripe.refunds.list({ payment_intent: id })).data
    expect(refund).toMatchObject({ amount: 2500, status: 'succeeded' })
    const [event] = (await stripe.events.list({ type: 'refund.created' })).data
    expect(event?.request).toEqual({ id: null, idempotency_key: null })
    await under.control(`objects/${refund?.id}/fail`, { reason: 'lost_or_stolen_card' })
    expect(await stripe.refunds.retrieve(refund?.id ?? '')).toMatchObject({
      status: 'failed',
      failure_reason: 'lost_or_stolen_card',
    })
  })
})

describe('disputes', () => {
  test('given the card that disputes, when time passes, then the money is withdrawn and a refund is refused', async () => {
    const { id, latest_charge } = await paid('pm_card_createDispute')
    expect((await stripe.disputes.list()).data).toEqual([])
    await under.pass(10_000)
    const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
    expect(dispute).toMatchObject({
      status: 'needs_response',
      reason: 'fraudulent',
      amount: 10_000,
      charge: latest_charge,
    })
    expect((await stripe.charges.retrieve(latest_charge)).disputed).toBe(true)
    expect(dispute?.balance_transactions[0]).toMatchObject({ amount: -10_000, fee: 1500, net: -11_500 })
    expect(await failureOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_disputed',
    })
    expect(under.endpoint.types()).toContain('charge.dispute.created')
  })

  test.each([
    ['win', 'won', 0],
    ['lose', 'lost', -11_500],
  ])(
    'given a dispute, when the bank decides to let us %s, then it is %s and the balance says so',
    async (action, status, net) => {
      const { latest_charge } = await paid()
      const opened = (await under.control(`objects/${latest_charge}/dispute`, {
        reason: 'product_not_received',
      })) as {
        id: string
      }
      await under.control(`objects/${opened.id}/${action}`)
      const dispute = await stripe.disputes.retrieve(opened.id)
      expect(dispute).toMatchObject({ status, reason: 'product_not_received' })
      expect(dispute.balance_transactions.reduce((sum, each) => sum + each.net, 0)).toBe(net)
      await under.lab.runDue()
      expect(under.endpoint.types()).toContain('charge.dispute.closed')
      await expect(under.control(`objects/${opened.id}/win`)).rejects.toThrow('already')
    },
  )
})
