import { describe, expect, test } from 'vitest'
import {
  addNote,
  cancel,
  flagsDue,
  observeCreated,
  place,
  requestPayment,
} from '../../../src/modules/commerce/domain/decisions.ts'
import { isDisputed } from '../../../src/modules/commerce/domain/disputes.ts'
import {
  creditNotesDue,
  debitNotesDue,
  needsInvoice,
  surplusHeld,
  surplusReturnsDue,
} from '../../../src/modules/commerce/domain/documents-due.ts'
import type { OrderEvent } from '../../../src/modules/commerce/domain/events.ts'
import { evolve, newOrder } from '../../../src/modules/commerce/domain/order.ts'
import { received } from '../../../src/modules/commerce/domain/payments.ts'
import { lastFailure, statusOf } from '../../../src/modules/commerce/domain/status.ts'
import { dispute, intent, issued, issuedNote, orderId, orderWith, refund } from '../support/orders.ts'
import { placedData } from '../support/placed.ts'

const created: OrderEvent = { type: 'PaymentIntentCreated', data: { intentId: 'pi_1', idempotencyKey: 'k1' } }
const invoiced: OrderEvent = { type: 'InvoiceIssued', data: issued({ number: 7 }) }
const reasons = (events: OrderEvent[]) =>
  events.map((e) => (e.type === 'OrderFlagged' ? e.data.reason : e.type))

describe('status, first match', () => {
  test.each([
    ['nothing paid yet', orderWith(created), 'pending'],
    [
      'an intent that was made but not looked at is still payable',
      orderWith(created, { type: 'OrderCancelled', data: { reason: 'x' } }),
      'pending',
    ],
    ['a charge under way', orderWith(intent({ state: 'processing' })), 'processing'],
    ['paid', orderWith(intent()), 'completed'],
    ['partly refunded', orderWith(intent(), refund({ amount: 100 })), 'completed'],
    [
      'three part refunds that make the whole',
      orderWith(
        intent(),
        refund({ refundId: 'a', amount: 100_000 }),
        refund({ refundId: 'b', amount: 100_000 }),
        refund({ refundId: 'c', amount: 50_000 }),
      ),
      'refunded',
    ],
    ['refunded', orderWith(intent(), refund()), 'refunded'],
    [
      'refunded, then the refund failed',
      orderWith(intent(), refund(), refund({ state: 'failed' })),
      'completed',
    ],
    ['disputed', orderWith(intent(), dispute('needs_response')), 'completed'],
    ['dispute lost', orderWith(intent(), dispute('lost')), 'completed'],
    ['cancelled', orderWith(intent({ state: 'canceled' })), 'cancelled'],
    [
      'given up before there was an intent',
      orderWith({ type: 'OrderCancelled', data: { reason: 'abandoned' } }),
      'cancelled',
    ],
    [
      'captured after it was cancelled',
      orderWith(
        intent({ state: 'canceled' }),
        { type: 'OrderCancelled', data: { reason: 'abandoned' } },
        intent({ intentId: 'pi_2' }),
      ),
      'completed',
    ],
    ['too little', orderWith(intent({ amount: 1, amountReceived: 1 })), 'pending'],
    ['too much', orderWith(intent({ amount: 300_000, amountReceived: 300_000 })), 'pending'],
    ['another currency', orderWith(intent({ currency: 'eur' })), 'pending'],
    ['a payment that names another order', orderWith(intent({ orderId: 'other' })), 'pending'],
  ])('given an order that is %s, then it says so', (_name, order, expected) => {
    expect(statusOf(order)).toBe(expected)
  })

  test('given a dispute, when it is open or lost, then the order is flagged, and not when it was won', () => {
    expect(isDisputed(orderWith(intent(), dispute('needs_response')))).toBe(true)
    expect(isDisputed(orderWith(intent(), dispute('lost')))).toBe(true)
    expect(isDisputed(orderWith(intent(), dispute('needs_response'), dispute('won')))).toBe(false)
  })
})

test('given an authentication that failed without a charge, when it is reported before or after the intent as it was made, then the failure is what counts', () => {
  for (let i = 0; i < 20; i += 1) {
    const intentId = `pi_${i}`
    const waits = { intentId, state: 'requires_payment_method', attempts: 0, chargeId: null }
    const made = intent(waits)
    const refused = intent({ ...waits, failureCode: 'payment_intent_authentication_failure' })
    const asked = intent({ ...waits, state: 'requires_action' })
    for (const told of [
      [made, asked, refused],
      [refused, asked, made],
    ]) {
      expect(lastFailure(orderWith(...told)), intentId).toBe('payment_intent_authentication_failure')
    }
  }
})

describe('decisions', () => {
  const input = { ...placedData(), payment: { method: 'card' as const, idempotencyKey: 'k1' } }

  test('given a new order, when it is placed, then the payment is requested in the same breath, and only once', () => {
    const news = place(newOrder(orderId), input)
    expect(news.map((event) => event.type)).toEqual(['OrderPlaced', 'PaymentRequested'])
    expect(place(news.reduce(evolve, newOrder(orderId)), input)).toEqual([])
  })

  test('given an intent, when another key or another intent is reported, then a repeat is silent and a second key is not taken', () => {
    expect(requestPayment(orderWith(), 'k2')).toHaveLength(1)
    expect(requestPayment(orderWith(), 'k1')).toEqual([])
    expect(requestPayment(orderWith(created), 'k2')).toEqual([])
    expect(observeCreated(orderWith(created), { intentId: 'pi_1', idempotencyKey: 'k1' })).toEqual([])
    expect(observeCreated(orderWith(), { intentId: 'pi_1', idempotencyKey: 'k1' })).toEqual([created])
  })

  test('given payments that do not fit, then each is flagged once with what is wrong', () => {
    const order = orderWith(
      intent({ intentId: 'pi_a', amount: 100, amountReceived: 100 }),
      intent({ intentId: 'pi_b', currency: 'eur' }),
      intent({ intentId: 'pi_c', orderId: null }),
    )
    const flags = flagsDue(order)
    expect(reasons(flags)).toEqual(['wrong-amount', 'wrong-currency', 'wrong-order'])
    expect(flagsDue(flags.reduce(evolve, order))).toEqual([])
    expect(received(order)).toBe(0)
  })

  test('given two payments of the total, then one is surplus, flagged, and the order stays completed', () => {
    const order = orderWith(intent(), intent({ intentId: 'pi_2', chargeId: 'ch_2' }))
    const [flag] = flagsDue(order)
    expect(flag).toMatchObject({ data: { reason: 'surplus', subject: 'pi_2', surplus: 250_000 } })
    expect(statusOf(order)).toBe('completed')
  })

  test('given money that arrived, then an invoice is due once', () => {
    expect(needsInvoice(orderWith())).toBe(false)
    expect(needsInvoice(orderWith(intent()))).toBe(true)
    expect(needsInvoice(orderWith(intent(), refund()))).toBe(true)
    expect(needsInvoice(orderWith(intent(), invoiced))).toBe(false)
  })

  test('given refunds of an invoiced order, then a credit note is due for those that went through, and one that failed later is flagged', () => {
    const order = orderWith(
      intent(),
      invoiced,
      refund({ amount: 100 }),
      refund({ refundId: 're_2', state: 'pending' }),
    )
    expect(creditNotesDue(order)).toEqual([{ refundId: 're_1', amount: 100, currency: 'usd' }])
    const noted = evolve(order, {
      type: 'CreditNoteIssued',
      data: issuedNote({ amount: 100 }),
    })
    expect(creditNotesDue(noted)).toEqual([])
    expect(debitNotesDue(noted)).toEqual([])
    const failed = evolve(noted, refund({ amount: 100, state: 'failed' }))
    expect(reasons(flagsDue(failed))).toEqual(['refund-failed'])
    const owed = { refundId: 're_1', amount: 100, currency: 'usd' }
    expect(debitNotesDue(failed)).toEqual([owed])
    expect(debitNotesDue(evolve(failed, { type: 'DebitNoteIssued', data: issuedNote(owed) }))).toEqual([])
  })

  test('given two payments and refunds that went through, then surplus goes back first and only the rest is credited', () => {
    const twice = orderWith(intent(), intent({ intentId: 'pi_2', chargeId: 'ch_2' }), invoiced)
    const first = evolve(twice, refund({ refundId: 're_1', intentId: 'pi_2', amount: 200_000 }))
    expect(creditNotesDue(first)).toEqual([])
    expect(surplusReturnsDue(first)).toEqual([{ refundId: 're_1', amount: 200_000, currency: 'usd' }])
    const told = surplusReturnsDue(first).reduce<typeof first>(
      (order, data) => evolve(order, { type: 'SurplusReturned', data }),
      first,
    )
    expect(surplusReturnsDue(told)).toEqual([])
    const second = evolve(told, refund({ refundId: 're_2', amount: 80_000 }))
    expect(surplusReturnsDue(second)).toEqual([{ refundId: 're_2', amount: 50_000, currency: 'usd' }])
    expect(creditNotesDue(second)).toEqual([{ refundId: 're_2', amount: 30_000, currency: 'usd' }])
  })

  test('given a credit note, when a second payment arrives later, then the note stays and the second payment is surplus', () => {
    const credited = orderWith(intent(), invoiced, refund({ amount: 100_000 }), {
      type: 'CreditNoteIssued',
      data: issuedNote({ amount: 100_000 }),
    })
    const order = evolve(credited, intent({ intentId: 'pi_2', chargeId: 'ch_2' }))
    expect(debitNotesDue(order)).toEqual([])
    expect(surplusHeld(order)).toBe(250_000)
    const returned = evolve(order, refund({ refundId: 're_2', intentId: 'pi_2' }))
    expect(creditNotesDue(returned)).toEqual([])
    expect(surplusReturnsDue(returned)).toMatchObject([{ refundId: 're_2', amount: 250_000 }])
  })

  test('given a refund of surplus, when it fails, then it is flagged, nothing is withdrawn, and the next one is surplus again', () => {
    const order = orderWith(
      intent(),
      intent({ intentId: 'pi_2', chargeId: 'ch_2' }),
      invoiced,
      refund({ intentId: 'pi_2' }),
      { type: 'SurplusReturned', data: { refundId: 're_1', amount: 250_000, currency: 'usd' } },
      refund({ intentId: 'pi_2', state: 'failed' }),
    )
    expect(reasons(flagsDue(order))).toContain('refund-failed')
    expect(debitNotesDue(order)).toEqual([])
    const again = evolve(order, refund({ refundId: 're_2', intentId: 'pi_2' }))
    expect(creditNotesDue(again)).toEqual([])
    expect(surplusReturnsDue(again)).toMatchObject([{ refundId: 're_2', amount: 250_000 }])
  })

  test('given an order whose payment is open or has arrived, when it shall be cancelled, then that is refused', () => {
    expect(() => cancel(orderWith(created), 'x')).toThrow('not cancelled')
    expect(() => cancel(orderWith(intent()), 'x')).toThrow('not cancelled')
    expect(cancel(orderWith(intent({ state: 'canceled' })), 'x')).toHaveLength(1)
    expect(cancel(orderWith({ type: 'OrderCancelled', data: { reason: 'x' } }), 'x')).toEqual([])
  })

  test('given a note, when it is added twice, then it is stored once', () => {
    const note = { noteId: 'n', text: 'Called back', by: 's' }
    const news = addNote(orderWith(), note)
    expect(news).toHaveLength(1)
    expect(addNote(news.reduce(evolve, orderWith()), note)).toEqual([])
  })
})
