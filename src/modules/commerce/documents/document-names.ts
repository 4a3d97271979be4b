export type DocumentKind = 'invoice' | 'receipt'
/** Papers with numbers of their own; a receipt goes by its invoice's. */
export type NumberedKind = 'invoice' | 'credit-note' | 'debit-note'

/** `INV-000001`: the printed form of an invoice's number. */
export const invoiceName = (number: number): string => `INV-${String(number).padStart(6, '0')}`
/** The same for an order that may not have one yet. */
export const printedInvoice = (number: number | null | undefined): string | null =>
  number === null || number === undefined ? null : invoiceName(number)
/** `CN-000001`: the printed form of a credit note's number. */
export const creditNoteName = (number: number): string => `CN-${String(number).padStart(6, '0')}`

/** `DN-000001`: the printed form of the number under which a credit note is withdrawn. */
export const debitNoteName = (number: number): string => `DN-${String(number).padStart(6, '0')}`

/** What people call an order by, on screens, in mails and on documents: the last eight signs of its id. */
export const shortOrderId = (orderId: string): string => orderId.slice(-8).toUpperCase()

/** A number as it was given out. */
export interface Issued {
  number: number
  orderId: string
  issuedAt: Date
}

/**
 * Where a document is stored; `filename` ends the key. By its order too: what is stored under a number is never
 * another order's document.
 */
export function storedKey(kind: DocumentKind | NumberedKind, { number, orderId, issuedAt }: Issued): string {
  return `${kind}s/${issuedAt.getUTCFullYear()}/${orderId}/${filenameOf(kind, number)}`
}

/** Everything that is stored under one number. */
export function storedKeys(kind: NumberedKind, issued: Issued): string[] {
  const kinds: (DocumentKind | NumberedKind)[] = kind === 'invoice' ? ['invoice', 'receipt'] : [kind]
  return kinds.map((each) => storedKey(each, issued))
}

export function filenameOf(kind: DocumentKind | NumberedKind, number: number): string {
  if (kind === 'credit-note') return `${creditNoteName(number)}.pdf`
  if (kind === 'debit-note') return `${debitNoteName(number)}.pdf`
  return kind === 'invoice' ? `${invoiceName(number)}.pdf` : `${invoiceName(number)}-receipt.pdf`
}

/** A calendar day for people, UTC: `November 21, 2026`. */
export function day(at: Date): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
