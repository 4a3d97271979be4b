import { price } from '#platform/kernel/money.ts'
import { day, type NumberedKind, shortOrderId } from '../domain/document-names.ts'
import type { Order } from '../domain/order.ts'
import type { Printed } from '../domain/printed.ts'
import { documentLines } from './document-lines.ts'
import {
  type DocumentContent,
  headOf,
  inFull,
  invoiceOf,
  type Letterhead,
  placedOf,
  sums,
} from './document-parts.ts'
import { creditNoteContent, debitNoteContent } from './note-contents.ts'

/**
 * The contents of a document that the events of `order` have issued.
 * @param refundId of a note; null for the invoice
 */
export function numberedContent(
  kind: NumberedKind,
  order: Order,
  refundId: string | null,
  head: Letterhead,
): DocumentContent {
  const credit = order.creditNotes[refundId ?? '']
  const debit = order.debitNotes[refundId ?? '']
  switch (kind) {
    case 'invoice':
      return invoiceContent(order, head)
    case 'credit-note':
      if (credit === undefined) throw new Error(`Order ${order.id} has no credit note of ${refundId}`)
      return creditNoteContent(order, head, credit)
    case 'debit-note':
      if (credit === undefined || debit === undefined)
        throw new Error(`Order ${order.id} has no debit note of ${refundId}`)
      return debitNoteContent(order, head, debit, credit)
    default:
      return kind satisfies never
  }
}

export function invoiceContent(order: Order, head: Letterhead): DocumentContent {
  const { printed, issuedAt, buyer } = head
  const { currency, lines } = placedOf(order)
  const payment = order.invoice?.payment ?? null
  const reference = buyer?.reference ?? null
  return {
    ...headOf('Invoice', head),
    facts: [
      { label: 'Invoice number', value: invoiceOf(order) },
      { label: 'Invoice date', value: day(issuedAt) },
      ...(payment === null ? [] : [{ label: 'Due date', value: day(new Date(payment.dueAt)) }]),
      ...(reference === null ? [] : [{ label: 'Purchase order', value: reference }]),
      { label: 'Order', value: shortOrderId(order.id) },
    ],
    lines: documentLines(lines, currency),
    sums: sums(printed, 1, 'Total'),
    notes: [
      ...paymentNotes(order, printed),
      ...(printed.seller.note === '' ? [] : [printed.seller.note]),
      inFull(order),
    ],
  }
}

/** The amount to pay, its due date and the way to pay; or that nothing is to be paid. */
function paymentNotes({ invoice }: Order, { total, currency }: Printed): string[] {
  if (total === 0) return ['No payment is due.']
  if (!invoice?.payment) return ['Paid in full.']
  const { dueAt, rows } = invoice.payment
  return [
    `Please pay ${price(total, currency)} by ${day(new Date(dueAt))}.`,
    ...rows.map(({ label, value }) => `${label}: ${value}`),
  ]
}

/** How the order was paid: as Stripe states, or by bank transfer. */
export interface PaidWith {
  brand: string
  last4: string | null
  paidAt: Date
}

export function receiptContent(order: Order, head: Letterhead, method: PaidWith): DocumentContent {
  const { total, currency, lines } = placedOf(order)
  const brand = method.brand.charAt(0).toUpperCase() + method.brand.slice(1)
  return {
    ...headOf('Receipt', head),
    recipientLabel: 'Received from',
    facts: [
      { label: 'For invoice', value: invoiceOf(order) },
      { label: 'Payment date', value: day(method.paidAt) },
      { label: 'Paid with', value: method.last4 === null ? brand : `${brand} ending in ${method.last4}` },
      { label: 'Order', value: shortOrderId(order.id) },
    ],
    lines: documentLines(lines, currency),
    sums: [{ label: 'Amount received', value: price(total, currency), strong: true }],
    notes: ['Thank you for your payment.', inFull(order)],
  }
}
