import { price } from '#platform/kernel/money.ts'
import type { CreditNote, Order } from '../domain/order.ts'
import { creditNoteName, day, debitNoteName, invoiceName, shortOrderId } from './document-names.ts'
import type { Paper } from './pdf.ts'
import type { Seller } from './seller-settings.ts'

/** Whom a document is for, as of the order. */
export interface Buyer {
  firstName: string
  lastName: string
  email: string
  company: string | null
}

/** Everything that a document says besides its order. */
export interface Letterhead {
  seller: Seller
  /** Null once erased. */
  buyer: Buyer | null
  issuedAt: Date
}

export function invoicePaper(order: Order, head: Letterhead): Paper {
  const { seller, issuedAt } = head
  const { total, currency, productName } = placedOf(order)
  return {
    ...headOf('Invoice', head),
    facts: [
      { label: 'Invoice number', value: invoiceName(order.invoiceNumber ?? 0) },
      { label: 'Invoice date', value: day(issuedAt) },
      { label: 'Order', value: shortOrderId(order.id) },
    ],
    lines: [{ description: productName, quantity: '1', amount: price(total, currency) }],
    sums: sums(total, currency, seller, 'Total'),
    notes: ['Paid in full.', ...(seller.note === '' ? [] : [seller.note]), inFull(order)],
  }
}

/** How it was paid, as Stripe tells it. */
export interface PaidWith {
  brand: string
  last4: string | null
  paidAt: Date
}

export function receiptPaper(order: Order, head: Letterhead, method: PaidWith): Paper {
  const { total, currency, productName } = placedOf(order)
  const brand = method.brand.charAt(0).toUpperCase() + method.brand.slice(1)
  return {
    ...headOf('Receipt', head),
    recipientLabel: 'Received from',
    facts: [
      { label: 'For invoice', value: invoiceName(order.invoiceNumber ?? 0) },
      { label: 'Payment date', value: day(method.paidAt) },
      { label: 'Paid with', value: method.last4 === null ? brand : `${brand} ending in ${method.last4}` },
      { label: 'Order', value: shortOrderId(order.id) },
    ],
    lines: [{ description: productName, quantity: '1', amount: price(total, currency) }],
    sums: [{ label: 'Amount received', value: price(total, currency), strong: true }],
    notes: ['Thank you for your payment.', inFull(order)],
  }
}

export function creditNotePaper(order: Order, head: Letterhead, note: CreditNote): Paper {
  return correctionPaper(order, head, {
    title: 'Credit note',
    name: creditNoteName(note.number),
    about: { label: 'For invoice', value: invoiceName(order.invoiceNumber ?? 0) },
    what: 'Refund',
    amount: -note.amount,
    currency: note.currency,
    total: 'Total credited',
    notes: ['The amount goes back to the payment method that was used.'],
  })
}

/** The withdrawal of a credit note whose refund failed after all. */
export function debitNotePaper(
  order: Order,
  head: Letterhead,
  note: CreditNote,
  withdrawn: CreditNote,
): Paper {
  const credited = creditNoteName(withdrawn.number)
  return correctionPaper(order, head, {
    title: 'Debit note',
    name: debitNoteName(note.number),
    about: { label: 'Withdraws credit note', value: credited },
    what: 'Refund that was returned',
    amount: note.amount,
    currency: note.currency,
    total: 'Total debited',
    notes: [
      `The bank did not accept the refund of credit note ${credited}; that note is withdrawn.`,
      `Invoice ${invoiceName(order.invoiceNumber ?? 0)} stands as it was. No payment is due.`,
    ],
  })
}

interface Correction {
  title: string
  name: string
  about: Paper['facts'][number]
  what: string
  amount: number
  currency: string
  total: string
  notes: string[]
}

function correctionPaper(order: Order, head: Letterhead, note: Correction): Paper {
  const description = `${note.what}: ${order.placed?.productName ?? ''}`
  return {
    ...headOf(note.title, head),
    facts: [
      { label: `${note.title} number`, value: note.name },
      { label: 'Date', value: day(head.issuedAt) },
      note.about,
      { label: 'Order', value: shortOrderId(order.id) },
    ],
    lines: [{ description, quantity: '1', amount: price(note.amount, note.currency) }],
    sums: sums(note.amount, note.currency, head.seller, note.total),
    notes: [...note.notes, inFull(order)],
  }
}

function headOf(title: string, { seller, buyer, issuedAt }: Letterhead) {
  const recipient =
    buyer === null
      ? ['Customer data erased']
      : [`${buyer.firstName} ${buyer.lastName}`, ...(buyer.company ? [buyer.company] : []), buyer.email]
  return {
    title,
    issuer: seller.name,
    issuerLines: [...seller.addressLines, seller.email, seller.taxId].filter((line) => line !== ''),
    recipientLabel: 'Bill to',
    recipientLines: recipient,
    issuedAt,
  }
}

/** What the order goes by everywhere else ends this. */
function inFull(order: Order): string {
  return `Order id in full: ${order.id}`
}

function placedOf(order: Order): NonNullable<Order['placed']> {
  if (order.placed === null) throw new Error(`Order ${order.id} was never placed`)
  return order.placed
}

/** Net, tax and total of a price that includes the tax. */
function sums(total: number, currency: string, seller: Seller, label: string): Paper['sums'] {
  const net = Math.round(total / (1 + seller.taxPercent / 100))
  const tax =
    seller.taxPercent === 0
      ? { label: `${seller.taxLabel} (none charged)`, value: price(0, currency) }
      : { label: `${seller.taxLabel} ${seller.taxPercent} %`, value: price(total - net, currency) }
  return [
    { label: 'Subtotal', value: price(net, currency) },
    tax,
    { label, value: price(total, currency), strong: true },
  ]
}
