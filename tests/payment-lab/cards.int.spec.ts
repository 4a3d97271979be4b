import type Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { testMethods } from '../../apps/payment-lab/test-methods.ts'
import { given } from '../support/given.ts'
import { failureOf, startLab } from './lab-under-test.ts'

const under = given(startLab, 'close')

const numbered = testMethods.filter((method) => method.number !== '')
const cards = numbered.filter((method) => method.type === 'card')
const debits = numbered.filter(({ type, microdeposits }) => type === 'us_bank_account' && !microdeposits)

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

describe('a bank account that is verified by micro-deposits', () => {
  const method = 'lab_bank_microdeposits'
  const waiting = () => pay(method)

  test('given an account that was typed in, when it pays, then its holder confirms a deposit within ten days', async () => {
    const intent = await waiting()
    expect(intent).toMatchObject({
      status: 'requires_action',
      latest_charge: null,
      next_action: {
        type: 'verify_with_microdeposits',
        verify_with_microdeposits: {
          hosted_verification_url: expect.stringContaining(`/lab/microdeposits/${intent.id}?`),
          microdeposit_type: 'descriptor_code',
        },
      },
    })
    const verify = (code: string) =>
      under.stripe.paymentIntents.verifyMicrodeposits(intent.id, { descriptor_code: code })
    expect(await failureOf(verify('SM00ZZ'))).toMatchObject({
      code: 'payment_method_microdeposit_verification_descriptor_code_mismatch',
    })
    await under.pass(9 * 86_400_000)
    expect(await verify('sm11aa')).toMatchObject({ status: 'processing', next_action: null })
    await under.pass(10_000)
    expect((await under.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    expect(await failureOf(verify('SM11AA'))).toMatchObject({ code: 'payment_intent_unexpected_state' })
  })

  test('given a deposit that nobody confirms, when ten days have passed, then another method is asked for', async () => {
    const { id } = await waiting()
    await under.pass(10 * 86_400_000)
    expect(await under.stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_payment_error: { code: 'payment_method_microdeposit_verification_timeout' },
    })
  })

  test('given a payment whose accounts must be verified at once, then the account is refused', async () => {
    const intent = await under.stripe.paymentIntents.create({
      amount: 10_000,
      currency: 'usd',
      payment_method_options: { us_bank_account: { verification_method: 'instant' } },
    })
    const refusal = await failureOf(
      under.stripe.paymentIntents.confirm(intent.id, { payment_method: method }),
    )
    expect(refusal).toMatchObject({ type: 'StripeCardError', code: 'bank_account_unverified' })
    expect((await under.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
  })

  test('given a suffix that no bank would print, then the payment is refused', async () => {
    for (const suffix of ['12345', 'a*b', 'a<b', 'Führung', 'x'.repeat(23)]) {
      const made = under.stripe.paymentIntents.create({
        amount: 10_000,
        currency: 'usd',
        statement_descriptor_suffix: suffix,
      })
      expect((await failureOf(made)).param, suffix).toBe('statement_descriptor_suffix')
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
