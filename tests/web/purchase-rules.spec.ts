import { describe, expect, test } from 'vitest'
import { failureFrom } from '../../apps/web/src/lib/call.ts'
import { readableUnderWhite } from '../../apps/web/src/lib/colour.ts'
import { shortOrderId } from '../../apps/web/src/lib/format.ts'
import { startFailure } from '../../apps/web/src/shop/enrollment/use-enrollment.ts'
import {
  missingLinkText,
  readyText,
  refusalText,
  unreachableText,
} from '../../apps/web/src/shop/orders/document-messages.ts'
import {
  isInFlight,
  pollDelay,
  readStatus,
  statusWords,
} from '../../apps/web/src/shop/orders/order-status.ts'
import { nextPoll, orderProblem } from '../../apps/web/src/shop/orders/use-order.ts'
import { certificationName } from '../../apps/web/src/shop/payment/certification-name.ts'
import {
  paymentReference,
  readLastPayment,
  withoutSecrets,
} from '../../apps/web/src/shop/payment/last-payment.ts'
import { outcomeOf } from '../../apps/web/src/shop/payment/payment-outcome.ts'
import { readProfile } from '../../apps/web/src/shop/program/certification-profile.ts'
import { accountHref, parseProductParam, productParam } from '../../apps/web/src/shop/program/product.ts'
import { changedTints } from '../../apps/web/src/shop/program/tint.ts'
import { videoFailure } from '../../apps/web/src/shop/program/video-loading.ts'

const hour = 3_600_000
const now = Date.parse('2026-11-21T12:00:00Z')
const product = {
  id: '019a',
  stripeProductId: 'prod_1',
  name: 'Authentic Leader Certification',
  price: '2500.00',
  currency: 'usd',
}

describe('the status of an order', () => {
  test('given each status of the server, when it is shown, then its sentence is the specified one (M-331, M-332, M-333, M-334, M-335, M-336)', () => {
    const sentences = ['completed', 'pending', 'processing', 'cancelled', 'refunded', 'paid?'].map(
      (status) => statusWords(readStatus(status)).message,
    )
    expect(sentences).toEqual([
      'Payment confirmed! Your enrollment is active.',
      'Payment is being processed. Please wait for confirmation.',
      'Payment is being processed. This may take a few minutes.',
      'Payment was cancelled. Please contact support if you need assistance.',
      'Payment was refunded. Please contact support if you need assistance.',
      'Payment status is unknown. Please contact support.',
    ])
  })

  test('given a property name of every object, when it is read as a status, then it is unknown', () => {
    expect(['constructor', 'toString', '__proto__', undefined, 7].map(readStatus)).toEqual(
      Array(5).fill('unknown'),
    )
  })

  test('given an order in flight, when it is polled, then the waits grow from 2 s and stop at 30 s (M-338)', () => {
    const wait = (status: string, dataUpdateCount: number, errorUpdateCount = 0) =>
      nextPoll({ data: { status }, dataUpdateCount, errorUpdateCount })
    const waits = Array.from({ length: 12 }, (_, attempt) => wait('pending', attempt + 1))
    expect(waits.slice(0, 4)).toEqual([2000, 3000, 4500, 6750])
    expect(waits.at(-1)).toBe(30_000)
    expect(waits.map((_, attempt) => pollDelay(attempt))).toEqual(waits)
    expect(wait('processing', 1, 2), 'a look that failed counts, too').toBe(4500)
    expect(['completed', 'cancelled', 'refunded'].map((status) => wait(status, 1))).toEqual(
      Array(3).fill(false),
    )
    expect([isInFlight('pending'), isInFlight('processing'), isInFlight('completed')]).toEqual([
      true,
      true,
      false,
    ])
  })

  test('given an order id, when it is shown, then it is its last eight characters in capitals (M-330, M-359)', () => {
    expect(shortOrderId('0191d7a0-1111-7000-8000-0000b7e3f2a9')).toBe('B7E3F2A9')
  })
})

describe('the remembered payment', () => {
  const stored = (over: object) =>
    JSON.stringify({
      id: 'pi_1',
      status: 'succeeded',
      amount: 250000,
      currency: 'usd',
      orderId: 'o1',
      ...over,
    })

  test('given a payment younger than an hour, when it is read, then it counts; at an hour it does not (M-319, M-455)', () => {
    expect(readLastPayment(stored({ timestamp: now - hour + 1 }), now)?.id).toBe('pi_1')
    expect(readLastPayment(stored({ timestamp: now - hour }), now)).toBeNull()
  })

  test('given forged or broken storage, when it is read, then nothing is remembered', () => {
    const forged = [
      '',
      'null',
      '{',
      '[]',
      stored({ timestamp: 'now' }),
      stored({ timestamp: now + 3_600_000 }),
    ]
    expect(forged.map((text) => readLastPayment(text, now))).toEqual(Array(6).fill(null))
    expect(readLastPayment(stored({ id: '../orders', timestamp: now }), now)).toBeNull()
  })

  test('given an address with a session and an intent, when it is read, then the session comes first and storage last (M-319)', () => {
    const remembered = readLastPayment(stored({ timestamp: now }), now)
    const of = (search: string) => paymentReference(new URLSearchParams(search), remembered)
    expect(of('session_id=cs_1&payment_intent=pi_9')).toEqual({ kind: 'session', id: 'cs_1' })
    expect(of('payment_intent=pi_9')).toEqual({ kind: 'intent', id: 'pi_9' })
    expect(of('')).toEqual({ kind: 'intent', id: 'pi_1' })
    expect(paymentReference(new URLSearchParams(), null)).toBeNull()
  })

  test("given the provider's return, when the address is cleaned, then the secret is gone and the intent stays", () => {
    expect(
      withoutSecrets(
        '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2&redirect_status=succeeded',
      ),
    ).toBe('?payment_intent=pi_1')
    expect(withoutSecrets('?payment_intent=pi_1')).toBeNull()
  })
})

describe('the product in an address', () => {
  test('given a product, when it travels, then it comes back the same (M-220)', () => {
    expect(parseProductParam(productParam(product))).toEqual(product)
  })

  test('given tampered text, when it is read, then it is ignored (M-221)', () => {
    const broken = [
      null,
      '',
      '{',
      'null',
      '[]',
      '"x"',
      JSON.stringify({ ...product, price: '-1' }),
      JSON.stringify({ ...product, price: 'free' }),
      JSON.stringify({ ...product, currency: 'dollars' }),
      JSON.stringify({ ...product, name: { toString: 'x' } }),
      JSON.stringify({ ...product, name: 'x'.repeat(201) }),
      ...Object.keys(product).map((field) => JSON.stringify({ ...product, [field]: undefined })),
    ]
    expect(broken.map(parseProductParam)).toEqual(broken.map(() => null))
  })

  test('given a return address and a product, when sign-up links to sign-in, then both are kept', () => {
    const href = accountHref('/login', '/certification/program-details', product)
    const query = new URL(href, 'http://x').searchParams
    expect(query.get('returnTo')).toBe('/certification/program-details')
    expect(parseProductParam(query.get('product'))).toEqual(product)
    expect(accountHref('/signup', null, null)).toBe('/signup')
  })
})

describe('the outcome of a confirmation', () => {
  const intent = { id: 'pi_1', status: 'succeeded', amount: 250000, currency: 'usd' }

  test('given a card error, when it is shown, then it is in the words of the provider; any other is unexpected (M-313)', () => {
    const waits = { id: 'pi_1', status: 'requires_action', amount: 1, currency: 'usd' }
    expect(
      outcomeOf({ paymentIntent: { ...waits, next_action: { type: 'verify_with_microdeposits' } } }),
    ).toMatchObject({ kind: 'processing' })
    expect(outcomeOf({ paymentIntent: waits })).toMatchObject({ kind: 'failed' })
    const told = (type: string) => outcomeOf({ error: { type, message: 'Your card was declined.' } })
    expect(told('card_error')).toEqual({
      kind: 'failed',
      message: 'Your card was declined.',
      advice: 'Nothing has been charged. Please try again, or use another card.',
    })
    expect(told('validation_error')).toEqual({ kind: 'failed', message: 'Your card was declined.' })
    expect(told('api_error')).toMatchObject({ kind: 'failed', message: 'An unexpected error occurred.' })
  })

  test('given an error that the provider has no words for, when it is shown, then it says what became of the money and what to do', () => {
    const advice = (code?: string) => {
      const type = 'invalid_request_error'
      const outcome = outcomeOf({ error: code === undefined ? { type } : { type, code } })
      return outcome.kind === 'failed' ? outcome.advice : undefined
    }
    expect(advice('payment_intent_authentication_failure')).toBe(
      'The bank could not confirm that it was you. Nothing has been charged. Please try again, or use another card.',
    )
    expect(advice()).toBe('Please check your connection and try again. You will not be charged twice.')
  })

  test('given a payment that a second tab has paid, when this tab confirms, then it is paid and no failure', () => {
    expect(outcomeOf({ error: { type: 'invalid_request_error', payment_intent: intent } }).kind).toBe('paid')
  })

  test('given every status of an intent, when it is judged, then only succeeded and processing go on', () => {
    const judged = ['succeeded', 'processing', 'requires_payment_method', 'canceled'].map(
      (status) => outcomeOf({ paymentIntent: { ...intent, status } }).kind,
    )
    expect(judged).toEqual(['paid', 'processing', 'failed', 'failed'])
    expect(outcomeOf({}).kind).toBe('failed')
  })
})

describe('the words of the pages after the payment', () => {
  test('given a product, when its buyer is welcomed, then its name reads as that of a certification program (M-324)', () => {
    expect(
      [undefined, 'Leading Teams', 'Leading Teams Certification', 'Leading Teams Certification Program'].map(
        certificationName,
      ),
    ).toEqual([
      'Authentic Leader Certification Program',
      ...Array(3).fill('Leading Teams Certification Program'),
    ])
  })

  test('given an order that cannot be had, then the sentence of the server is shown, else that it failed (M-328, M-341)', () => {
    const said = failureFrom(503, { success: false, error: 'The orders are being moved.' })
    expect(orderProblem(said)).toBe('The orders are being moved.')
    expect(orderProblem(failureFrom(500, ''))).toBe('Failed to fetch order details')
    expect(orderProblem(new Error('No order ID provided'))).toBe('No order ID provided')
  })
})

describe('the words of a download', () => {
  test('given each code of a refusal, when it is shown, then the sentence is the specified one (M-349, M-350, M-351)', () => {
    expect(refusalText('invoice', { code: 'ORDER_NOT_COMPLETED', error: 'order is pending' })).toBe(
      'Cannot generate invoice: order is pending',
    )
    expect(refusalText('receipt', { code: 'RECEIPT_NOT_AVAILABLE', error: 'x' })).toBe(
      'Receipt not available. This may be due to the payment method used.',
    )
    expect(refusalText('receipt', { code: 'OTHER', error: 'No.' })).toBe('No.')
    expect(refusalText('receipt', {})).toBe('Failed to generate receipt. Please try again.')
    expect(missingLinkText('invoice')).toBe('Invoice URL not available. Please contact support.')
    expect(unreachableText('receipt')).toBe(
      'Failed to generate receipt. Please check your connection and try again.',
    )
  })

  test('given what became of the mail, when the document is ready, then the sentence says so (M-348)', () => {
    const message = 'Invoice generated successfully.'
    expect(readyText('invoice', { message, email: { sent: true } })).toBe(
      'Invoice generated successfully. Check your email for both documents',
    )
    expect(readyText('invoice', { message, email: { sent: false } })).toBe(
      'Invoice generated successfully (Email delivery failed)',
    )
    expect(readyText('receipt', {})).toBe('Receipt ready')
  })
})

describe('the way to the payment', () => {
  test('given what stopped it, then its sentence is shown, else the specified one (M-288)', () => {
    expect(startFailure(new Error('Product Stripe ID mismatch'))).toBe('Product Stripe ID mismatch')
    const specified = 'Failed to start enrollment process. Please try again.'
    expect([startFailure(new Error('')), startFailure('gone')]).toEqual([specified, specified])
  })
})

describe('films', () => {
  test('given no film at all, then the sentence names the storage where it was asked first (M-206)', () => {
    expect([videoFailure(true), videoFailure(false)]).toEqual([
      'S3 video failed to load and fallback also failed',
      'Video failed to load',
    ])
  })
})

describe('what an editor or a visitor may store', () => {
  test('given answers, when they are read, then all three must be option ids', () => {
    const answers = {
      currentLevel: 'rising-leader',
      primaryGoal: 'level-up',
      certificationType: 'individual',
    }
    expect(readProfile(answers)).toEqual(answers)
    expect(readProfile({ ...answers, primaryGoal: undefined })).toBeNull()
    expect(readProfile({ ...answers, primaryGoal: 'I want to <b>win</b>' })).toBeNull()
    expect(readProfile('level-up')).toBeNull()
  })

  test('given colours of an editor, when they tint the page, then only plain colours that differ are taken', () => {
    const usual = { '--p': '#C06014', '--q': '#CC7F42', '--r': '#000000' }
    expect(changedTints({ '--p': '#c06014', '--q': '#0a7', '--r': 'url(https://x)' }, usual)).toEqual({
      '--q': '#0a7',
    })
    expect(changedTints({ '--p': 'rgb(1 2 3 / 50%)', '--q': 'red;} body{' }, usual)).toEqual({
      '--p': 'rgb(1 2 3 / 50%)',
    })
  })

  test('given a button colour too light for its label, when it is used, then it is darkened only as far as needed', () => {
    expect(readableUnderWhite('#A8520F')).toBe('#a8520f')
    expect(readableUnderWhite('#C06014')).toBe('#b85c13')
    expect(readableUnderWhite('#fff')).toBe('#757575')
    expect(readableUnderWhite('rgb(1 2 3)')).toBe('#010203')
    expect(readableUnderWhite('currentColor')).toBeUndefined()
    expect(readableUnderWhite(undefined)).toBeUndefined()
  })
})
