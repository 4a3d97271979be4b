import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OrderEvent, upcast } from '../../../src/modules/commerce/domain/events.ts'
import type { LineDiscount } from '../../../src/modules/commerce/domain/order-lines.ts'
import { storedForm } from '../../../src/modules/commerce/domain/stored-form.ts'

const money = fc.nat(1_000_000)
const text = fc.string()
const mostlyNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 })
const discount = fc.record({
  kind: fc.constantFrom('volume' as const, 'coupon' as const),
  id: text,
  amount: money,
})
const line = fc.record({
  line: fc.constantFrom(1, 1, 1, 2),
  productId: text,
  productName: text,
  cohortId: mostlyNull(fc.uuid()),
  quantity: fc.constantFrom(1, 1, 1, 25),
  unitPrice: money,
  discounts: fc.oneof(fc.constant<LineDiscount[]>([]), fc.array(discount, { maxLength: 2 })),
})
const issued = { number: 1, year: 2026, printed: null, buyerDigest: 'b1', pdfDigest: 'p1' }
const due = fc.record({ dueAt: text, rows: fc.array(fc.record({ label: text, value: text })) })
const event: fc.Arbitrary<OrderEvent> = fc.oneof(
  fc.record({
    type: fc.constant('OrderPlaced' as const),
    data: fc.record({
      buyerId: text,
      organizationId: mostlyNull(fc.uuid()),
      lines: fc.oneof(fc.array(line, { minLength: 1, maxLength: 1 }), fc.array(line, { maxLength: 3 })),
      currency: text,
      answers: fc.dictionary(text, text),
      termsVersion: mostlyNull(text),
    }),
  }),
  fc.record({
    type: fc.constant('PaymentRequested' as const),
    data: fc.record({ idempotencyKey: text, amount: mostlyNull(money) }),
  }),
  fc.record({
    type: fc.constant('InvoiceIssued' as const),
    data: mostlyNull(due).map((payment) => ({ ...issued, payment })),
  }),
  fc.record({
    type: fc.constant('PaymentIntentObserved' as const),
    data: fc.constantFrom(null, 'bank-transfer' as const).map((method) => ({
      ...{ intentId: 'pi_1', orderId: null, state: 'succeeded', amount: 1, amountReceived: 1 },
      ...{ currency: 'usd', attempts: 1, chargeId: null, failureCode: null, digest: 'd1' },
      ...{ awaiting: null, method, paidAt: null },
    })),
  }),
  fc.record({
    type: fc.constant('OrderCancelled' as const),
    data: fc.record({ reason: text }),
  }),
)

/** An event that an earlier release wrote, as its golden file has it. */
const golden = (name: string) =>
  JSON.parse(readFileSync(new URL(`../golden/${name}.json`, import.meta.url), 'utf8'))

describe('the version in which an event is stored', () => {
  test('given any event, when it is stored and read, then it is the same event', () => {
    const met = new Set<string>()
    fc.assert(
      fc.property(event, (one) => {
        const stored = storedForm(one)
        met.add(`${stored.type} ${stored.schemaVersion}`)
        expect(upcast(stored)).toEqual(one)
      }),
      { numRuns: 1_000 },
    )
    const both = ['InvoiceIssued 2', 'InvoiceIssued 3', 'OrderPlaced 1', 'OrderPlaced 2']
    expect([...met].sort()).toEqual(
      [
        ...both,
        'OrderCancelled 1',
        'PaymentIntentObserved 3',
        'PaymentIntentObserved 4',
        'PaymentRequested 1',
        'PaymentRequested 2',
      ].sort(),
    )
  })

  test.each(['OrderPlaced.v1', 'PaymentRequested.v1', 'InvoiceIssued.v2'])(
    'given %s of the release before orders of companies, when this release stores the same, then it is what that release wrote',
    (name) => {
      expect(storedForm(upcast(golden(name)))).toEqual(golden(name))
    },
  )

  test.each(['OrderPlaced.v2', 'PaymentRequested.v2', 'InvoiceIssued.v3'])(
    'given %s of a company, then it is stored as it is',
    (name) => {
      expect(storedForm(upcast(golden(name)))).toEqual(golden(name))
    },
  )
})
