import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  identityOf,
  type OrderEvent,
  type OrderEventType,
  orderEventOf,
  schemaVersions,
} from '../../../src/modules/commerce/domain/events.ts'
import { evolve, newOrder } from '../../../src/modules/commerce/domain/order.ts'
import type { Printed } from '../../../src/modules/commerce/domain/printed.ts'

type DataOf<T extends OrderEventType> = Extract<OrderEvent, { type: T }>['data']

const printed = (net: number, tax: number, total: number): Printed => ({
  seller: {
    name: 'Veralead GmbH',
    addressLines: ['1 Main Street', '10115 Berlin'],
    email: 'books@veralead.example',
    taxId: 'VAT no. DE123456789',
    note: 'Reverse charge does not apply.',
  },
  taxLines: [{ label: 'VAT', percent: '19', amount: tax }],
  net,
  tax,
  total,
  currency: 'usd',
})
const issued = { number: 1, year: 2026, buyerDigest: 'b1', pdfDigest: 'p1' }
const transfer = { transferId: 'tr_1', amount: 50_000, currency: 'usd' }
const refunded = { refundId: 're_1', amount: 50_000, currency: 'usd' }

/** One full sample of every type as this release writes it. A changed shape does not compile, or meets its file below. */
const samples: { [T in OrderEventType]: Required<DataOf<T>> } = {
  OrderPlaced: {
    buyerId: '7c1f4e0e-52a5-4c0a-9d0c-2f6d8a3e1b00',
    organizationId: '5b3d7d0c-41e6-4f0a-8a7c-9e0d1f2a3b4c',
    lines: [
      {
        line: 1,
        productId: '3b0e8f0a-7d8e-4c39-8f25-0d8b6a1c2d3e',
        productName: 'Authentic Leader Certification',
        cohortId: '2d1c0b9a-8f7e-4d6c-9b5a-4f3e2d1c0b9a',
        quantity: 25,
        unitPrice: 250_000,
        discounts: [
          { kind: 'volume', id: 'from-10', amount: 625_000 },
          { kind: 'coupon', id: '9c8b7a6f-5e4d-4c3b-8a29-1f0e9d8c7b6a', amount: 100_000 },
        ],
      },
    ],
    currency: 'usd',
    answers: { currentLevel: 'rising-leader' },
    termsVersion: '2026-11',
  },
  PaymentRequested: { idempotencyKey: 'k1', amount: 250_000 },
  PaymentIntentCreated: { intentId: 'pi_1', idempotencyKey: 'k1' },
  PaymentIntentObserved: {
    intentId: 'pi_1',
    orderId: '0f8fad5b-d9cb-469f-a165-70867728950e',
    state: 'succeeded',
    amount: 250_000,
    amountReceived: 250_000,
    currency: 'usd',
    attempts: 1,
    chargeId: 'ch_1',
    failureCode: 'none',
    digest: 'd1',
    awaiting: 'microdeposits',
    method: 'bank-transfer',
    paidAt: '2026-11-22T09:30:00.000Z',
    card: { brand: 'visa', last4: '4242', country: 'DE' },
  },
  RefundRequested: {
    idempotencyKey: 'r1',
    intentId: 'pi_1',
    amount: 50_000,
    currency: 'usd',
    reason: 'moved to a later cohort',
    by: 'staff-1',
  },
  RefundRefused: {
    idempotencyKey: 'r1',
    intentId: 'pi_1',
    amount: 50_000,
    currency: 'usd',
    code: 'charge_disputed',
    message: 'Charge ch_1 has been charged back; cannot issue a refund.',
  },
  RefundObserved: {
    refundId: 're_1',
    intentId: 'pi_1',
    requestKey: 'r1',
    state: 'succeeded',
    amount: 50_000,
    currency: 'usd',
    reason: 'requested_by_customer',
    failureCode: 'none',
    digest: 'd2',
    createdAt: '2026-11-23T09:30:00.000Z',
    failedAt: '2026-11-24T09:30:00.000Z',
  },
  DisputeObserved: {
    disputeId: 'dp_1',
    intentId: 'pi_1',
    state: 'needs_response',
    amount: 250_000,
    currency: 'usd',
    reason: 'general',
    digest: 'd3',
    createdAt: '2026-11-25T09:30:00.000Z',
    withdrawnAt: '2026-11-25T09:30:01.000Z',
    reinstatedAt: '2026-11-26T09:30:00.000Z',
  },
  InvoiceIssued: {
    ...issued,
    printed: printed(210_084, 39_916, 250_000),
    payment: {
      dueAt: '2026-12-23T09:30:00.000Z',
      rows: [
        { label: 'IBAN', value: 'DE02 1203 0000 0000 2020 51' },
        { label: 'Reference', value: 'RF18 5390 0754 7034' },
      ],
    },
    correctionId: 'correction-1',
  },
  InvoiceReplaced: {
    correctionId: 'correction-1',
    fields: ['company'],
    reason: 'Wrong company',
    by: 'staff-1',
  },
  CreditNoteIssued: { ...issued, ...refunded, printed: printed(42_017, 7_983, 50_000) },
  DebitNoteIssued: { ...issued, ...refunded, printed: printed(42_017, 7_983, 50_000) },
  SurplusReturned: { refundId: 're_1', amount: 50_000, currency: 'usd' },
  OrderFlagged: { reason: 'wrong-amount', subject: 'pi_2', amount: 1, currency: 'usd', surplus: 0 },
  OrderCancelled: { reason: 'abandoned' },
  EarlyStartAgreed: { textVersion: '2026-11-27' },
  NoteAdded: { noteId: 'n1', text: 'Called back', by: 'staff-1' },
  DueSet: {
    dueId: '1',
    amount: 5_525_000,
    currency: 'usd',
    dueAt: '2026-12-23T09:30:00.000Z',
    method: 'invoice',
  },
  InvoiceRequested: { netDays: 30, by: 'customer:7c1f4e0e-52a5-4c0a-9d0c-2f6d8a3e1b00' },
  TransferApplied: { ...transfer, amount: 250_000, movedAt: '2026-12-01T00:00:00.000Z' },
  TransferWithdrawn: { ...transfer, reason: 'returned by the bank', movedAt: '2026-12-03T00:00:00.000Z' },
  TransferRefunded: {
    ...transfer,
    refundId: 'tr_refund_1',
    reason: 'Paid twice',
    movedAt: '2026-12-04T00:00:00.000Z',
  },
  AccessReleased: { by: 'staff-1', reason: 'purchase order confirmed' },
}

const folder = new URL('../golden/', import.meta.url)
const fileOf = (type: string, version: number) => new URL(`${type}.v${version}.json`, folder)

describe('E-9 golden files', () => {
  test.each(Object.keys(samples) as OrderEventType[])(
    'given %s as it is written now, then it equals its golden file',
    (type) => {
      const version = schemaVersions[type]
      const written = { type, schemaVersion: version, data: samples[type] }
      const file = fileOf(type, version)
      if (process.env.WRITE_GOLDEN === '1' && !existsSync(file)) {
        writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`)
      }
      expect(written).toEqual(JSON.parse(readFileSync(file, 'utf8')))
    },
  )

  test('given every golden file ever written, when it is read, then it becomes an event that the fold takes', () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
    expect(files.length).toBeGreaterThanOrEqual(Object.keys(samples).length)
    for (const name of files) {
      const event = orderEventOf(JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
      expect(identityOf(event).sourceId, name).toBeTruthy()
      expect(evolve(newOrder('o'), event), name).not.toEqual(newOrder('o'))
    }
  })

  test('given a type or a version of another release, when it is read, then it is refused instead of skipped', () => {
    expect(() => orderEventOf({ type: 'OrderTeleported', schemaVersion: 1, data: {} })).toThrow(
      'Unknown event type',
    )
    expect(() => orderEventOf({ type: 'OrderPlaced', schemaVersion: 99, data: {} })).toThrow('version 99')
  })
})
