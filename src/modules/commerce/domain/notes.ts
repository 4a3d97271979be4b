import type { CreditNote, Order } from './order.ts'
import { type Printed, printedCredit, printedOf, type SellerTerms, shareOf } from './printed.ts'

/**
 * What the order's invoice prints. An invoice of a release that did not record it is read as what its first note
 * recorded, and before that as the terms of today.
 */
export function invoicePrinted(order: Order, today: SellerTerms): Printed {
  const { placed, invoice } = order
  if (placed === null) throw new Error(`Order ${order.id} was never placed`)
  if (invoice !== null && invoice.printed !== null) return invoice.printed
  const [known] = [...Object.values(order.creditNotes), ...Object.values(order.debitNotes)].flatMap((note) =>
    note.printed === null ? [] : [note.printed],
  )
  const line = known?.taxLines[0]
  const terms = known === undefined || line === undefined ? today : { seller: known.seller, tax: line }
  return printedOf({ seller: terms.seller, tax: rateOf(terms.tax) }, placed.total, placed.currency)
}

/** What a credit note over `amount` that is issued now prints: the seller and the taxes of its invoice. */
export function nextCreditPrinted(order: Order, amount: number, today: SellerTerms): Printed {
  const invoice = invoicePrinted(order, today)
  const standing = Object.values(order.creditNotes).filter(
    ({ refundId }) => order.debitNotes[refundId] === undefined,
  )
  const credited = standing.reduce((sum, note) => sum + note.amount, 0)
  const taken = standing.map((note) => notePrinted(order, note, today).taxLines.map((line) => line.amount))
  return printedCredit(invoice, amount, credited, taken)
}

/** What an issued note prints; one of a release that did not record it took its own rounded share of the taxes. */
export function notePrinted(order: Order, note: CreditNote, today: SellerTerms): Printed {
  if (note.printed !== null) return note.printed
  const invoice = invoicePrinted(order, today)
  const taxLines = invoice.taxLines.map((line) => ({
    ...line,
    amount: shareOf(line.amount, note.amount, invoice.total),
  }))
  const tax = taxLines.reduce((sum, line) => sum + line.amount, 0)
  return { ...invoice, taxLines, net: note.amount - tax, tax, total: note.amount, currency: note.currency }
}

const rateOf = ({ label, percent }: SellerTerms['tax']): SellerTerms['tax'] => ({ label, percent })
