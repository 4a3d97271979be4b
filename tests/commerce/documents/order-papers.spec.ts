import { expect, test } from 'vitest'
import {
  creditNotePaper,
  debitNotePaper,
  invoicePaper,
  receiptPaper,
} from '../../../src/modules/commerce/documents/order-papers.ts'
import { intent, orderId, orderWith } from '../support/orders.ts'

const order = orderWith(intent())
const head = {
  seller: {
    name: 'Veralead',
    addressLines: [],
    email: 'books@veralead.example',
    taxId: '',
    taxLabel: 'Tax',
    taxPercent: 0,
    note: '',
  },
  buyer: null,
  issuedAt: new Date('2026-11-21T12:00:00Z'),
}
const note = { number: 1, refundId: 're_1', amount: 50_000, currency: 'usd' }

test.each([
  ['an invoice', invoicePaper(order, head)],
  ['a receipt', receiptPaper(order, head, { brand: 'visa', last4: '4242', paidAt: head.issuedAt })],
  ['a credit note', creditNotePaper(order, head, note)],
  ['a debit note', debitNotePaper(order, head, note, note)],
])('given %s, then it names the order as screens and mails do, and its id in full once', (_, paper) => {
  expect(paper.facts).toContainEqual({ label: 'Order', value: orderId.slice(-8).toUpperCase() })
  expect(paper.notes.filter((line) => line.includes(orderId))).toHaveLength(1)
})
