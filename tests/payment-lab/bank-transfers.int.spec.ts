import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { givenEach } from '../support/given.ts'
import { failureOf, startLab } from './lab-under-test.ts'

const under = givenEach(startLab, 'close')
const stripe = givenEach(() => under.stripe)

const customerOf = async (): Promise<string> => (await stripe.customers.create({ name: 'Example GmbH' })).id

const awaiting = (customer: string, amount = 100_000, currency = 'eur'): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({
    amount,
    currency,
    customer,
    confirm: true,
    allowed_payment_method_types: ['customer_balance'],
    payment_method_data: { type: 'customer_balance' },
    payment_method_options: {
      customer_balance: {
        funding_type: 'bank_transfer',
        bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } },
      },
    },
  })

const shownOf = (intent: Stripe.PaymentIntent) => intent.next_action?.display_bank_transfer_instructions
const send = (id: string, outcome: string): Promise<unknown> =>
  under.control(`objects/${id}/transfer`, { outcome })
const retrieved = (intent: Stripe.PaymentIntent) => stripe.paymentIntents.retrieve(intent.id)
/** Sum of all movements and what the balance says: they are always the same. */
const balanceOf = async (customer: string): Promise<number> => {
  const { data } = await stripe.customers.listCashBalanceTransactions(customer, { limit: 100 })
  const { available } = await stripe.customers.retrieveCashBalance(customer)
  const sum = data.reduce((before, each) => before + each.net_amount, 0)
  expect(available?.eur ?? 0).toBe(sum)
  return sum
}
const movements = async (customer: string): Promise<string[]> => {
  const { data } = await stripe.customers.listCashBalanceTransactions(customer, { limit: 100 })
  return data.reverse().map((each) => `${each.type} ${each.net_amount}`)
}

describe('bank transfers', () => {
  test('given a payment by bank transfer, when the exact amount arrives, then the intent shows where to send it and succeeds', async () => {
    const customer = await customerOf()
    const intent = await awaiting(customer)
    expect(intent).toMatchObject({ status: 'requires_action', amount_received: 0 })
    expect(shownOf(intent)).toMatchObject({
      amount_remaining: 100_000,
      currency: 'eur',
      type: 'eu_bank_transfer',
      reference: expect.stringMatching(/^[A-Z0-9]{12}$/),
      financial_addresses: [{ type: 'iban', supported_networks: ['sepa'], iban: { country: 'DE' } }],
    })
    const { bank_transfer } = await stripe.customers.createFundingInstructions(customer, {
      currency: 'eur',
      funding_type: 'bank_transfer',
      bank_transfer: { type: 'eu_bank_transfer', eu_bank_transfer: { country: 'DE' } },
    })
    expect(bank_transfer.financial_addresses).toEqual(shownOf(intent)?.financial_addresses)
    await send(intent.id, 'exact')
    const paid = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge.balance_transaction'],
    })
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 100_000, next_action: null })
    expect((paid.latest_charge as Stripe.Charge).balance_transaction).toMatchObject({ fee: 500 })
    expect(await balanceOf(customer)).toBe(0)
    await under.lab.runDue()
    expect(under.endpoint.types().slice(-4)).toEqual([
      'customer_cash_balance_transaction.created',
      'customer_cash_balance_transaction.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ])
  })

  test('given half of the amount, when it arrives, then the intent is partially funded; more than the rest stays in the balance', async () => {
    const customer = await customerOf()
    const intent = await awaiting(customer)
    await send(intent.id, 'short')
    expect(shownOf(await retrieved(intent))?.amount_remaining).toBe(50_000)
    await under.lab.runDue()
    expect(under.endpoint.types()).toContain('payment_intent.partially_funded')
    await send(intent.id, 'over')
    expect((await retrieved(intent)).status).toBe('succeeded')
    expect(await balanceOf(customer)).toBe(5000)
    const refund = await stripe.refunds.create({
      origin: 'customer_balance',
      customer,
      amount: 5000,
      currency: 'eur',
    })
    expect(refund).toMatchObject({ status: 'pending', charge: null })
    expect(await balanceOf(customer)).toBe(0)
    await under.pass(10_000)
    expect((await stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    const tooMuch = { origin: 'customer_balance', customer, amount: 1, currency: 'eur' } as const
    expect(await failureOf(stripe.refunds.create(tooMuch))).toMatchObject({ statusCode: 400 })
  })

  test('given a transfer sent twice, with another reference, or late, when no payment takes it, then it lies in the balance', async () => {
    const customer = await customerOf()
    const [first, second] = [await awaiting(customer), await awaiting(customer, 70_000)]
    const reference = String(shownOf(second)?.reference).toLowerCase()
    await under.control(`objects/${customer}/transfer`, { amount: 70_000, currency: 'eur', reference })
    expect((await retrieved(second)).status).toBe('succeeded')
    await send(first.id, 'wrong-reference')
    expect((await retrieved(first)).status).toBe('succeeded')
    const third = await awaiting(customer, 20_000)
    await send(third.id, 'twice')
    expect(await balanceOf(customer)).toBe(20_000)
    const fourth = await awaiting(customer, 50_000)
    expect(shownOf(fourth)?.amount_remaining).toBe(30_000)
    await stripe.paymentIntents.cancel(fourth.id)
    expect(await balanceOf(customer)).toBe(20_000)
    await send(fourth.id, 'exact')
    expect((await retrieved(fourth)).status).toBe('canceled')
    expect(await balanceOf(customer)).toBe(70_000)
    expect((await movements(customer)).slice(-4)).toEqual([
      'funded 20000',
      'applied_to_payment -20000',
      'unapplied_from_payment 20000',
      'funded 50000',
    ])
  })

  test('given money that the sender takes back, when it is in a payment, then the payment is open again, or our balance pays', async () => {
    const customer = await customerOf()
    const intent = await awaiting(customer)
    const short = (await send(intent.id, 'short')) as { id: string }
    await under.control(`objects/${short.id}/reverse`)
    expect(shownOf(await retrieved(intent))?.amount_remaining).toBe(100_000)
    expect(await balanceOf(customer)).toBe(0)
    const exact = (await send(intent.id, 'exact')) as { id: string }
    await under.control(`objects/${exact.id}/reverse`)
    await expect(under.control(`objects/${exact.id}/reverse`)).rejects.toThrow('cannot be reversed')
    expect(await balanceOf(customer)).toBe(0)
    expect((await movements(customer)).slice(-2)).toEqual([
      'funding_reversed -100000',
      'adjusted_for_overdraft 100000',
    ])
    const [moved] = (await stripe.balanceTransactions.list({ type: 'adjustment' })).data
    expect(moved).toMatchObject({ amount: -100_000 })
  })

  test('given manual reconciliation, when money is there, then a payment takes it only when asked to', async () => {
    const customer = await customerOf()
    await stripe.customers.updateCashBalance(customer, { settings: { reconciliation_mode: 'manual' } })
    const funded = await stripe.testHelpers.customers.fundCashBalance(customer, {
      amount: 60_000,
      currency: 'eur',
    })
    expect(funded).toMatchObject({ type: 'funded', net_amount: 60_000, ending_balance: 60_000 })
    const read = await stripe.customers.retrieveCashBalanceTransaction(customer, funded.id)
    expect(read.funded?.bank_transfer).toMatchObject({ type: 'eu_bank_transfer', reference: null })
    const intent = await awaiting(customer)
    expect(shownOf(intent)?.amount_remaining).toBe(100_000)
    const partly = await stripe.paymentIntents.applyCustomerBalance(intent.id, { amount: 40_000 })
    expect(shownOf(partly)?.amount_remaining).toBe(60_000)
    expect(await failureOf(stripe.paymentIntents.applyCustomerBalance(intent.id))).toMatchObject({
      code: 'insufficient_funds',
    })
    const [page, refused] = await Promise.all([
      fetch(shownOf(intent)?.hosted_instructions_url ?? ''),
      failureOf(awaiting('cus_unknown')),
    ])
    expect(await page.text()).toContain(String(shownOf(intent)?.reference))
    expect(refused).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'customer' })
  })
})
