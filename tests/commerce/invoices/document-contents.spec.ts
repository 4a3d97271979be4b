import { expect, test } from 'vitest'
import { evolve, newOrder } from '../../../src/modules/commerce/domain/order.ts'
import { printedOf } from '../../../src/modules/commerce/domain/printed.ts'
import {
  creditNoteContent,
  debitNoteContent,
  invoiceContent,
  receiptContent,
} from '../../../src/modules/commerce/invoices/document-contents.ts'
import { intent, issuedNote, orderId, orderWith, placedEvents, terms } from '../support/orders.ts'
import { placedData } from '../support/placed.ts'

const order = orderWith(intent())
const head = {
  printed: printedOf(terms, 250_000, 'usd'),
  buyer: null,
  issuedAt: new Date('2026-11-21T12:00:00Z'),
}
const note = issuedNote()

test.each([
  ['an invoice', invoiceContent(order, head)],
  ['a receipt', receiptContent(order, head, { brand: 'visa', last4: '4242', paidAt: head.issuedAt })],
  ['a credit note', creditNoteContent(order, head, note)],
  ['a debit note', debitNoteContent(order, head, note, note)],
])('given %s, then it names the order as screens and mails do, and its id in full once', (_, content) => {
  expect(content.facts).toContainEqual({ label: 'Order', value: orderId.slice(-8).toUpperCase() })
  expect(content.notes.filter((line) => line.includes(orderId))).toHaveLength(1)
})

test.each([
  ['jpy', 250_000, '¥250,000'],
  ['krw', 250_000, '₩250,000'],
  ['kwd', 250_000, 'KWD\u00a0250.000'],
])('given an order in %s, then its documents have the places of the currency', (currency, total, shown) => {
  const events = placedEvents.map((event) =>
    event.type === 'OrderPlaced' ? { ...event, data: placedData({ currency, total }) } : event,
  )
  const paid = [...events, intent({ currency, amount: total, amountReceived: total })].reduce(
    evolve,
    newOrder(orderId),
  )
  const inCurrency = { ...head, printed: printedOf(terms, total, currency) }
  const content = invoiceContent(paid, inCurrency)
  expect(content.lines.map(({ amount }) => amount)).toEqual([shown])
  expect(content.sums.at(-1)?.value).toBe(shown)
  const credit = creditNoteContent(paid, inCurrency, { ...note, amount: total, currency })
  expect(credit.lines.map(({ amount }) => amount)).toEqual([`-${shown}`])
})
