import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextCreditPrinted } from '../../../src/modules/commerce/domain/documents-due.ts'
import type { OrderEvent } from '../../../src/modules/commerce/domain/events.ts'
import { evolve, newOrder, type Order } from '../../../src/modules/commerce/domain/order.ts'
import { printedOf, shareOf } from '../../../src/modules/commerce/domain/printed.ts'
import { issued, issuedNote, orderId, terms } from '../support/orders.ts'
import { placedData } from '../support/placed.ts'

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const other = { seller: { ...terms.seller, name: 'Other Corp' }, tax: { label: 'Tax', percent: '0' } }

function invoiced(total: number, percent: string): Order {
  const events: OrderEvent[] = [
    { type: 'OrderPlaced', data: placedData({ total }) },
    {
      type: 'InvoiceIssued',
      data: issued({ printed: printedOf({ ...terms, tax: { label: 'VAT', percent } }, total, 'usd') }),
    },
  ]
  return events.reduce(evolve, newOrder(orderId))
}

const credit = (order: Order, refundId: string, amount: number): Order =>
  evolve(order, {
    type: 'CreditNoteIssued',
    data: issuedNote({ refundId, amount, printed: nextCreditPrinted(order, amount, other) }),
  })

const withdraw = (order: Order, refundId: string): Order => {
  const note = order.creditNotes[refundId]
  if (note === undefined) throw new Error('No such note')
  return evolve(order, {
    type: 'DebitNoteIssued',
    data: issuedNote({ refundId, amount: note.amount, printed: note.printed }),
  })
}

/** Taxes of the notes that no debit note took back. */
const credited = (order: Order): number =>
  Object.values(order.creditNotes)
    .filter(({ refundId }) => order.debitNotes[refundId] === undefined)
    .reduce((sum, note) => sum + (note.printed?.tax ?? Number.NaN), 0)

describe(`tax of invoices and notes, seed ${seed}`, () => {
  test('given any invoice credited in any parts, some of them withdrawn and credited again, then the notes take exactly its tax', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom('0', '7', '7.7', '8.875', '19', '25', '100'),
        fc.array(fc.record({ part: fc.double({ min: 0, max: 1, noNaN: true }), fails: fc.boolean() }), {
          maxLength: 12,
        }),
        (total, percent, parts) => {
          let order = invoiced(total, percent)
          let left = total
          for (const [index, { part, fails }] of parts.entries()) {
            const amount = Math.floor(left * part)
            if (amount === 0) continue
            order = credit(order, `re_${index}`, amount)
            if (fails) order = withdraw(order, `re_${index}`)
            else left -= amount
          }
          if (left > 0) order = credit(order, 're_last', left)
          expect(credited(order)).toBe(order.invoice?.printed?.tax)
          for (const note of Object.values(order.creditNotes)) {
            const { net, tax, total: sum } = note.printed ?? { net: 0, tax: 0, total: 0 }
            expect(net + tax).toBe(sum)
            expect(sum).toBe(note.amount)
          }
        },
      ),
      { seed, numRuns: 2_000 },
    )
  })

  test('given three thirds of a price with 19 %, when each is rounded by itself, then a cent is lost, and not by the notes', () => {
    const order = invoiced(10_000, '19')
    const alone = [3_333, 3_333, 3_334].map((amount) => printedOf(terms, amount, 'usd').tax)
    expect(alone.reduce((sum, tax) => sum + tax)).toBe(1_596)
    expect(order.invoice?.printed?.tax).toBe(1_597)
    const all = [3_333, 3_333, 3_334].reduce((now, amount, i) => credit(now, `re_${i}`, amount), order)
    expect(credited(all)).toBe(1_597)
  })

  test('given a seller and a tax that changed since the invoice, then its notes print those of the invoice', () => {
    const noted = withdraw(credit(invoiced(250_000, '19'), 're_1', 50_000), 're_1')
    for (const note of [noted.creditNotes.re_1, noted.debitNotes.re_1]) {
      expect(note?.printed).toMatchObject({
        seller: { name: 'Veralead GmbH' },
        taxLines: [{ label: 'VAT', percent: '19', amount: 7_983 }],
        net: 42_017,
        tax: 7_983,
        total: 50_000,
      })
    }
  })

  test('given amounts beyond what a double holds, then a share is exact', () => {
    const amount = 9_007_199_254_740_991
    expect(shareOf(amount, amount, amount)).toBe(amount)
    expect(shareOf(amount, 1, amount)).toBe(1)
    expect(shareOf(5, 1, 2)).toBe(3)
  })
})
