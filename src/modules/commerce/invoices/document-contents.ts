import { price } from '#platform/kernel/money.ts'
import {
  creditNoteName,
  day,
  invoiceName,
  type NumberedKind,
  numbered,
  printedInvoice,
  printedNumber,
  shortOrderId,
} from '../domain/document-names.ts'
import { isCancellation, standingNotes } from '../domain/documents-due.ts'
import type { CreditNote, Order } from '../domain/order.ts'
import { covered } from '../domain/payments.ts'
import type { Printed } from '../domain/printed.ts'
import {
  type DocumentContent,
  documentLines,
  headOf,
  type Letterhead,
  signed,
  sums,
  taxNotes,
} from './document-parts.ts'

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
  const replaced = order.replacements[order.invoice?.correctionId ?? '']?.invoice
  return {
    ...headOf(numbered.invoice.title, head),
    facts: [
      { label: 'Invoice number', value: invoiceOf(order) },
      { label: 'Invoice date', value: day(issuedAt) },
      ...(payment === null ? [] : [{ label: 'Due date', value: day(new Date(payment.dueAt)) }]),
      ...(replaced ? [{ label: 'Replaces invoice', value: invoiceName(replaced) }] : []),
      ...(reference === null ? [] : [{ label: 'Purchase order', value: reference }]),
      orderFact(order),
    ],
    lines: documentLines(lines, currency),
    sums: sums(printed, 1, 'Total'),
    notes: [
      ...paymentNotes(order, printed),
      ...taxNotes(printed, buyer?.taxId ?? null),
      ...(replaced ? stillValid(order) : []),
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

/** What was paid and credited before an invoice was issued again counts for the new one. */
function stillValid(order: Order): string[] {
  const before = covered(order)
  const { currency } = placedOf(order)
  return [
    ...(order.invoice?.payment && before > 0 ? [`${price(before, currency)} of it is already paid.`] : []),
    ...standingNotes(order).map(
      (note) => `Credit note ${creditNoteName(note)} over ${price(note.amount, currency)} stays valid.`,
    ),
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
      orderFact(order),
    ],
    lines: documentLines(lines, currency),
    sums: [{ label: 'Amount received', value: price(total, currency), strong: true }],
    notes: ['Thank you for your payment.', inFull(order)],
  }
}

export function creditNoteContent(order: Order, head: Letterhead, note: CreditNote): DocumentContent {
  const cancelled = isCancellation(note.refundId)
  const replaced = order.replacements[note.refundId] !== undefined
  const byTransfer = order.transferRefunds[note.refundId] !== undefined
  const way = replaced
    ? 'The invoice is issued again with other details of its recipient. What was paid counts for the new invoice.'
    : byTransfer
      ? 'The amount goes back to the account from which it was paid.'
      : 'The amount goes back to the payment method that was used.'
  return noteContent('credit-note', order, head, note, {
    about: { label: 'For invoice', value: invoiceOf(order) },
    what: cancelled ? 'Cancellation' : replaced ? 'Correction' : 'Refund',
    sign: -1,
    total: 'Total credited',
    notes: [cancelled ? 'The order was cancelled. No payment is due.' : way],
  })
}

/** The withdrawal of a credit note whose refund failed after all. */
export function debitNoteContent(
  order: Order,
  head: Letterhead,
  note: CreditNote,
  withdrawn: CreditNote,
): DocumentContent {
  const credited = creditNoteName(withdrawn)
  const cancelled = isCancellation(note.refundId)
  return noteContent('debit-note', order, head, note, {
    about: { label: 'Withdraws credit note', value: credited },
    what: cancelled ? 'Cancellation that was withdrawn' : 'Refund that was returned',
    sign: 1,
    total: 'Total debited',
    notes: [
      cancelled
        ? `The order of credit note ${credited} was paid after all; that note is withdrawn.`
        : `The bank did not accept the refund of credit note ${credited}; that note is withdrawn.`,
      `Invoice ${invoiceOf(order)} stands as it was. No payment is due.`,
    ],
  })
}

interface NoteWords {
  about: DocumentContent['facts'][number]
  what: string
  /** -1 where money is credited. */
  sign: 1 | -1
  total: string
  notes: string[]
}

function noteContent(
  kind: NumberedKind,
  order: Order,
  head: Letterhead,
  note: CreditNote,
  words: NoteWords,
): DocumentContent {
  const { printed, issuedAt } = head
  const { title } = numbered[kind]
  const description = `${words.what}: ${order.placed?.productName ?? ''}`
  const amount = price(signed(printed.total, words.sign), printed.currency)
  return {
    ...headOf(title, head),
    facts: [
      { label: `${title} number`, value: printedNumber(kind, note) },
      { label: 'Date', value: day(issuedAt) },
      words.about,
      orderFact(order),
    ],
    lines: [{ description, quantity: '1', amount }],
    sums: sums(printed, words.sign, words.total),
    notes: [...words.notes, ...taxNotes(printed, head.buyer?.taxId ?? null), inFull(order)],
  }
}

const invoiceOf = ({ invoice }: Order): string => printedInvoice(invoice) ?? ''

const orderFact = ({ id }: Order) => ({ label: 'Order', value: shortOrderId(id) })

/** Ends with the short id that names the order elsewhere. */
const inFull = ({ id }: Order): string => `Order id in full: ${id}`

function placedOf(order: Order): NonNullable<Order['placed']> {
  if (order.placed === null) throw new Error(`Order ${order.id} was never placed`)
  return order.placed
}
