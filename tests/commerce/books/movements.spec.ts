import { describe, expect, test } from 'vitest'
import { type OrderEvent, schemaVersions } from '../../../src/modules/commerce/domain/events.ts'
import { StreamBooks } from '../../../src/modules/commerce/finance/books/book-entries.ts'
import { feeEventType, feeOf } from '../../../src/modules/commerce/finance/books/fee-event.ts'
import { dispute, intent, orderId, placedEvents, refund } from '../support/orders.ts'

const november = '2026-11-21T10:00:00.000Z'
const back = '2026-11-24T10:00:00.000Z'
const recorded = '2026-12-04T08:00:00.000Z'

/** What the events book, as "kind amount day", all of them recorded on December 4. */
function booked(...events: OrderEvent[]): string[] {
  const books = new StreamBooks(`order-${orderId}`)
  return [...placedEvents, ...events].flatMap((event, index) => {
    const entries = books.entriesOf({
      position: index + 1,
      stream: `order-${orderId}`,
      type: event.type,
      schemaVersion: schemaVersions[event.type],
      data: event.data as Record<string, unknown>,
      occurredAt: new Date(recorded),
    })
    return entries.map(({ kind, amountMinor, bookedAt, recordedAt }) => {
      expect(recordedAt.toISOString()).toBe(recorded)
      return `${kind} ${amountMinor} ${bookedAt.toISOString().slice(0, 10)}`
    })
  })
}

describe('the dates of book entries', () => {
  test("given Stripe's dates, when events are recorded in the next month, then they are booked on Stripe's dates", () => {
    expect(
      booked(
        intent({ paidAt: november }),
        refund({ amount: 1_000, createdAt: back }),
        dispute('needs_response', { createdAt: back, withdrawnAt: back }),
      ),
    ).toEqual(['received 250000 2026-11-21', 'refunded 1000 2026-11-24', 'disputed 250000 2026-11-24'])
  })

  test('given events of version 1, which have no date, then they are booked on the date of recording', () => {
    expect(booked(intent(), refund({ state: 'pending' }), refund({ state: 'failed' }))).toEqual([
      'received 250000 2026-12-04',
      'refunded 250000 2026-12-04',
      'refunded -250000 2026-12-04',
    ])
    expect(booked(intent(), refund({ state: 'failed' }))).toEqual(['received 250000 2026-12-04'])
  })

  test('given money that went there and back, when it is seen in steps or only at its end, then the books are the same', () => {
    const failed = refund({ state: 'failed', createdAt: november, failedAt: back })
    const entries = [
      'received 250000 2026-11-21',
      'refunded 250000 2026-11-21',
      'refunded -250000 2026-11-24',
    ]
    expect(booked(intent({ paidAt: november }), refund({ createdAt: november }), failed)).toEqual(entries)
    expect(booked(intent({ paidAt: november }), failed)).toEqual(entries)
    const open = dispute('needs_response', { createdAt: november, withdrawnAt: november })
    const won = dispute('won', { createdAt: november, withdrawnAt: november, reinstatedAt: back })
    const contested = [
      'received 250000 2026-11-21',
      'disputed 250000 2026-11-21',
      'disputed -250000 2026-11-24',
    ]
    expect(booked(intent({ paidAt: november }), open, won)).toEqual(contested)
    expect(booked(intent({ paidAt: november }), won)).toEqual(contested)
  })

  test('given a state of version 1 that is followed by one with dates, then only what changed is booked', () => {
    expect(
      booked(
        intent(),
        refund({ state: 'pending' }),
        refund({ state: 'succeeded', createdAt: november }),
        refund({ state: 'failed', createdAt: november, failedAt: back }),
      ),
    ).toEqual(['received 250000 2026-12-04', 'refunded 250000 2026-12-04', 'refunded -250000 2026-11-24'])
  })

  test('given a dispute that was won before Stripe took money for it, then nothing is booked', () => {
    expect(booked(intent({ paidAt: november }), dispute('won', { createdAt: back }))).toEqual([
      'received 250000 2026-11-21',
    ])
  })

  test('given a refund that is seen before its payment, then both are booked on their own dates', () => {
    expect(booked(refund({ amount: 500, createdAt: back }), intent({ paidAt: november }))).toEqual([
      'unassigned -500 2026-11-24',
      'unassigned 500 2026-11-24',
      'received 250000 2026-11-21',
      'refunded 500 2026-11-24',
    ])
  })

  test('given a fee, then it is booked when Stripe took it, and one of another version is refused', () => {
    const first = {
      transactionId: 'txn_1',
      subject: 'ch_1',
      intentId: 'pi_1',
      orderId,
      fee: 7_280,
      currency: 'usd',
    }
    const fee = (schemaVersion: number, data: Record<string, unknown>) =>
      new StreamBooks('balance-txn_1').entriesOf({
        position: 9,
        stream: 'balance-txn_1',
        type: feeEventType,
        schemaVersion,
        data,
        occurredAt: new Date(recorded),
      })
    const both = { orderId, kind: 'fees', amountMinor: 7_280, recordedAt: new Date(recorded) }
    expect(fee(1, { ...first, createdAt: november })).toMatchObject([
      { ...both, bookedAt: new Date(november) },
    ])
    expect(() => feeOf({ schemaVersion: 2, data: { ...first, createdAt: november } })).toThrow(
      'version 2 cannot be read',
    )
  })
})
