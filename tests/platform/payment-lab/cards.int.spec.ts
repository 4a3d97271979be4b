import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testMethods } from '#platform/payment-lab/test-methods.ts'
import { failureOf, type LabUnderTest, startLab } from './lab-under-test.ts'

let under: LabUnderTest
beforeAll(async () => {
  under = await startLab()
})
afterAll(() => under.close())

const numbered = testMethods.filter((method) => method.number !== '')
const cards = numbered.filter((method) => method.type === 'card')
const debits = numbered.filter((method) => method.type === 'us_bank_account')

const pay = (payment_method: string): Promise<Stripe.PaymentIntent> =>
  under.stripe.paymentIntents.create({ amount: 10_000, currency: 'usd', confirm: true, payment_method })

describe.each(cards)('$name $number ($meaning)', ({ name, number, decline, authenticate }) => {
  const outcome = decline ? 'declined' : 'paid'

  test(`given its name, when it pays, then the payment is ${authenticate ? 'asked about' : outcome}`, async () => {
    if (authenticate) {
      expect((await pay(name)).status).toBe('requires_action')
      return
    }
    if (!decline) {
      expect(await pay(name)).toMatchObject({ status: 'succeeded', amount_received: 10_000 })
      return
    }
    const error = await failureOf(pay(name))
    expect(error).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: decline.code,
      message: decline.message,
    })
    if (decline.code === 'card_declined') expect(error.decline_code).toBe(decline.declineCode)
    const intent = await under.stripe.paymentIntents.retrieve(error.payment_intent?.id ?? '', {
      expand: ['latest_charge'],
    })
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      last_payment_error: { type: 'card_error', code: decline.code, message: decline.message },
      latest_charge: { status: 'failed', paid: false, failure_code: decline.code },
    })
  })

  test('given its number in a form, when a payment method is made of it, then it behaves the same', async () => {
    const method = await under.stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 12, exp_year: 2044, cvc: '123' },
    })
    expect(method.card?.last4).toBe(number.slice(-4))
    const result = await pay(method.id).then(
      (intent) => intent.status,
      (error: Stripe.errors.StripeError) => error.code,
    )
    expect(result).toBe(authenticate ? 'requires_action' : (decline?.code ?? 'succeeded'))
  })
})

describe.each(debits)('$name ($meaning)', ({ name, settles, disputed }) => {
  test('given a bank debit, when it pays, then it is processing first and ends as its number says', async () => {
    const { id, status } = await pay(name)
    expect(status).toBe('processing')
    await under.pass(10_000)
    const intent = await under.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
    const charge = intent.latest_charge as Stripe.Charge
    if (settles === 'never') {
      expect(intent.status).toBe('processing')
      expect((await under.stripe.paymentIntents.cancel(id)).status).toBe('canceled')
    } else if (settles === 'succeed') {
      expect(intent).toMatchObject({ status: 'succeeded', amount_received: 10_000 })
      await under.pass(10_000)
      expect((await under.stripe.charges.retrieve(charge.id)).disputed).toBe(disputed !== undefined)
    } else {
      expect(intent).toMatchObject({ status: 'requires_payment_method', amount_received: 0 })
      expect(intent.last_payment_error).toMatchObject({ code: settles?.code })
      expect(charge).toMatchObject({ status: 'failed', failure_code: settles?.code })
    }
  })
})

describe('cards that are no test cards', () => {
  const make = (card: object): Promise<Stripe.errors.StripeError> =>
    failureOf(
      under.stripe.paymentMethods.create({
        type: 'card',
        card: card as Stripe.PaymentMethodCreateParams.Card,
      }),
    )

  test('given a number with a typing error, when a method is made, then the number is incorrect', async () => {
    expect(await make({ number: '4242424242424241', exp_month: 1, exp_year: 2044 })).toMatchObject({
      code: 'incorrect_number',
      type: 'StripeCardError',
    })
  })

  test('given a date in the past or an impossible one, when a method is made, then the date is refused', async () => {
    expect(await make({ number: '4242424242424242', exp_month: 1, exp_year: 2020 })).toMatchObject({
      code: 'invalid_expiry_year',
    })
    expect(await make({ number: '4242424242424242', exp_month: 13, exp_year: 2044 })).toMatchObject({
      code: 'invalid_expiry_month',
    })
    expect(await make({ number: '4242424242424242', exp_month: 1, exp_year: 44, cvc: 'x' })).toMatchObject({
      code: 'invalid_cvc',
    })
  })

  test('given a real card, when it pays, then it is declined because this is test mode', async () => {
    const { id } = await under.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4111111111111111', exp_month: 1, exp_year: 2044, cvc: '123' },
    })
    expect(await failureOf(pay(id))).toMatchObject({
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
    })
  })
})

describe('3-D Secure', () => {
  const card = 'pm_card_authenticationRequired'

  test('given a return address, when the bank’s page is answered, then the browser is sent back with the result', async () => {
    for (const [outcome, status, redirected] of [
      ['complete', 'succeeded', 'succeeded'],
      ['fail', 'requires_payment_method', 'failed'],
    ] as const) {
      const intent = await under.stripe.paymentIntents.create({
        amount: 10_000,
        currency: 'usd',
        confirm: true,
        payment_method: card,
        return_url: 'https://example.test/back?order=1',
      })
      const challenge = intent.next_action?.redirect_to_url?.url ?? ''
      expect(await (await fetch(challenge)).text()).toContain('Confirm it is you')
      const answer = await fetch(challenge.split('?')[0] ?? '', {
        method: 'POST',
        redirect: 'manual',
        headers: { accept: 'text/html' },
        body: new URLSearchParams({ client_secret: intent.client_secret ?? '', outcome }),
      })
      expect(answer.status).toBe(303)
      const back = new URL(answer.headers.get('location') ?? '')
      expect(Object.fromEntries(back.searchParams)).toEqual({
        order: '1',
        payment_intent: intent.id,
        payment_intent_client_secret: intent.client_secret,
        redirect_status: redirected,
      })
      const after = await under.stripe.paymentIntents.retrieve(intent.id)
      expect(after.status).toBe(status)
      const code = after.last_payment_error?.code
      expect(code).toBe(outcome === 'fail' ? 'payment_intent_authentication_failure' : undefined)
    }
  })

  test('given a foreign client secret, when the bank’s page is answered, then nothing happens', async () => {
    const intent = await pay(card)
    const answer = await fetch(`${under.url}/lab/3ds/${intent.id}`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: 'guessed', outcome: 'complete' }),
    })
    expect(answer.status).toBe(404)
    expect((await under.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_action')
  })

  test('given a card that is declined after authentication, when it is completed, then the decline is reported', async () => {
    const intent = await pay('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds')
    await expect(under.control(`objects/${intent.id}/authenticate`, { outcome: 'complete' })).rejects.toThrow(
      '402',
    )
    expect((await under.stripe.paymentIntents.retrieve(intent.id)).last_payment_error).toMatchObject({
      decline_code: 'insufficient_funds',
    })
  })
})
