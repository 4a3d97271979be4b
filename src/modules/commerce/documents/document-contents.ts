import { price } from '#platform/kernel/money.ts'
import {
  creditNoteName,
  day,
  debitNoteName,
  type NumberedKind,
  printedInvoice,
  shortOrderId,
} from '../domain/document-names.ts'
import type { CreditNote, Order } from '../domain/order.ts'
import type { Printed } from '../domain/printed.ts'
import type { Buyer } from '../orders/buyers.ts'

/** What a one-page document says; amounts and dates are already text. */
export interface DocumentContent {
  /** "Invoice", "Receipt", "Credit note". */
  title: string
  issuer: string
  issuerLines: readonly string[]
  recipientLabel: string
  recipientLines: readonly string[]
  facts: readonly { label: string; value: string }[]
  lines: readonly { description: string; quantity: string; amount: string }[]
  sums: readonly { label: string; value: string; strong?: boolean }[]
  notes: readonly string[]
  /** Stands in the file's properties, so that the same document has the same bytes. */
  issuedAt: Date
}

/** Everything that a document says besides its order. */
export interface Letterhead {
  printed: Printed
  /** Null once erased. */
  buyer: Buyer | null
  issuedAt: Date
}

/**
 * The document that `order` says was issued.
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
  const { printed, issuedAt } = head
  const { total, currency, productName } = placedOf(order)
  return {
    ...headOf('Invoice', head),
    facts: [
      { label: 'Invoice number', value: invoiceOf(order) },
      { label: 'Invoice date', value: day(issuedAt) },
      { label: 'Order', value: shortOrderId(order.id) },
    ],
    lines: [{ description: productName, quantity: '1', amount: price(total, currency) }],
    sums: sums(printed, 1, 'Total'),
    notes: ['Paid in full.', ...(printed.seller.note === '' ? [] : [printed.seller.note]), inFull(order)],
  }
}

/** How it was paid, as Stripe tells it. */
export interface PaidWith {
  brand: string
  last4: string | null
  paidAt: Date
}

export function receiptContent(order: Order, head: Letterhead, method: PaidWith): DocumentContent {
  const { total, currency, productName } = placedOf(order)
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
    lines: [{ description: productName, quantity: '1', amount: price(total, currency) }],
    sums: [{ label: 'Amount received', value: price(total, currency), strong: true }],
    notes: ['Thank you for your payment.', inFull(order)],
  }
}

export function creditNoteContent(order: Order, head: Letterhead, note: CreditNote): DocumentContent {
  return correctionContent(order, head, {
    title: 'Credit note',
    name: creditNoteName(note),
    about: { label: 'For invoice', value: invoiceOf(order) },
    what: 'Refund',
    sign: -1,
    total: 'Total credited',
    notes: ['The amount goes back to the payment method that was used.'],
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
  return correctionContent(order, head, {
    title: 'Debit note',
    name: debitNoteName(note),
    about: { label: 'Withdraws credit note', value: credited },
    what: 'Refund that was returned',
    sign: 1,
    total: 'Total debited',
    notes: [
      `The bank did not accept the refund of credit note ${credited}; that note is withdrawn.`,
      `Invoice ${invoiceOf(order)} stands as it was. No payment is due.`,
    ],
  })
}

interface Correction {
  title: string
  name: string
  about: DocumentContent['facts'][number]
  what: string
  /** -1 where money is credited. */
  sign: 1 | -1
  total: string
  notes: string[]
}

function correctionContent(order: Order, head: Letterhead, note: Correction): DocumentContent {
  const description = `${note.what}: ${order.placed?.productName ?? ''}`
  const { printed } = head
  return {
    ...headOf(note.title, head),
    facts: [
      { label: `${note.title} number`, value: note.name },
      { label: 'Date', value: day(head.issuedAt) },
      note.about,
      { label: 'Order', value: shortOrderId(order.id) },
    ],
    lines: [
      { description, quantity: '1', amount: price(signed(printed.total, note.sign), printed.currency) },
    ],
    sums: sums(printed, note.sign, note.total),
    notes: [...note.notes, inFull(order)],
  }
}

function headOf(title: string, { printed: { seller }, buyer, issuedAt }: Letterhead) {
  return {
    title,
    issuer: seller.name,
    issuerLines: [...seller.addressLines, seller.email, seller.taxId].filter((line) => line !== ''),
    recipientLabel: 'Bill to',
    recipientLines: buyer === null ? ['Customer data erased'] : linesOf(buyer),
    issuedAt,
  }
}

function linesOf(buyer: Buyer): string[] {
  const lines = [
    buyer.company,
    `${buyer.firstName} ${buyer.lastName}`,
    buyer.addressLine1,
    buyer.addressLine2,
    [buyer.postalCode, buyer.city].filter(isSaid).join(' '),
    [buyer.region, buyer.country].filter(isSaid).join(', '),
    buyer.email,
    buyer.taxId,
  ]
  return lines.filter(isSaid)
}

const isSaid = (text: string | null): text is string => text !== null && text !== ''

/** What the order goes by everywhere else ends this. */
function inFull(order: Order): string {
  return `Order id in full: ${order.id}`
}

function placedOf(order: Order): NonNullable<Order['placed']> {
  if (order.placed === null) throw new Error(`Order ${order.id} was never placed`)
  return order.placed
}

function invoiceOf(order: Order): string {
  return printedInvoice(order.invoice) ?? ''
}

/** Net, taxes and total. */
function sums(
  { net, taxLines, total, currency }: Printed,
  sign: 1 | -1,
  label: string,
): DocumentContent['sums'] {
  const amount = (minor: number): string => price(signed(minor, sign), currency)
  return [
    { label: 'Subtotal', value: amount(net) },
    ...taxLines.map((tax) => ({
      label: tax.percent === '0' ? `${tax.label} (none charged)` : `${tax.label} ${tax.percent} %`,
      value: amount(tax.amount),
    })),
    { label, value: amount(total), strong: true },
  ]
}

/** Never the negative zero, which would be printed as one. */
const signed = (minor: number, sign: 1 | -1): number => (minor === 0 ? 0 : sign * minor)
