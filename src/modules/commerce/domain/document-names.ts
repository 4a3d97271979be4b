/** Documents with numbers of their own; a receipt has the number of its invoice. */
export const numberedKinds = ['invoice', 'credit-note', 'debit-note'] as const
export type NumberedKind = (typeof numberedKinds)[number]
export type DocumentKind = NumberedKind | 'receipt'

/** A number as it was issued; the year is null for numbers that go on for ever. */
export interface DocumentNumber {
  number: number
  year: number | null
}

/** How the table of numbers says that a number has no year. */
export const withoutYear = 0

interface InvoiceColumns {
  invoiceNumber?: number | null | undefined
  invoiceYear?: number | null | undefined
}

/** What each numbered document is called, what its numbers begin with, and which event issues it. */
export const numbered = {
  invoice: { title: 'Invoice', prefix: 'INV', event: 'InvoiceIssued' },
  'credit-note': { title: 'Credit note', prefix: 'CN', event: 'CreditNoteIssued' },
  'debit-note': { title: 'Debit note', prefix: 'DN', event: 'DebitNoteIssued' },
} as const satisfies Record<NumberedKind, { title: string; prefix: string; event: string }>

/** The document that a type of event issues. */
export const numberedBy: Readonly<Record<string, NumberedKind | undefined>> = Object.fromEntries(
  numberedKinds.map((kind) => [numbered[kind].event, kind]),
)

/** The printed form of a number: `INV-000001`, or `INV-2026-000001` for a number of a year. */
export function printedNumber(kind: NumberedKind, { number, year }: DocumentNumber): string {
  const digits = String(number).padStart(6, '0')
  const { prefix } = numbered[kind]
  return year === null ? `${prefix}-${digits}` : `${prefix}-${year}-${digits}`
}

export const invoiceName = (number: DocumentNumber): string => printedNumber('invoice', number)
/** The same for an order that may not have one yet. */
export const printedInvoice = (number: DocumentNumber | null): string | null =>
  number === null ? null : invoiceName(number)
/** The same from the list of orders. */
export const invoiceOfRow = ({ invoiceNumber: number, invoiceYear: year }: InvoiceColumns): string | null =>
  printedInvoice(number ? { number, year: year ?? null } : null)
export const creditNoteName = (number: DocumentNumber): string => printedNumber('credit-note', number)
/** Of the document under which a credit note is withdrawn. */
export const debitNoteName = (number: DocumentNumber): string => printedNumber('debit-note', number)

/** A number as people write it: `INV-2026-000078`, `inv 78`, `Invoice no. 78`, `credit note #3`. */
const written =
  /(?<![\p{L}\d])(inv|invoice|cn|credit[ -]?note|dn|debit[ -]?note)[ .:#-]*(?:(?:n[or]|number)\b[ .:#-]*)?(?:(\d{4})-)?0*(\d{1,9})(?!\d)/giu

/** The numbers of documents that a text names. */
export function documentNumbersIn(text: string): (DocumentNumber & { kind: NumberedKind; as: string })[] {
  return [...text.matchAll(written)].map(([as, word = '', year, number]) => ({
    kind: numberedKinds.find((kind) => numbered[kind].prefix[0] === word[0]!.toUpperCase())!,
    number: Number(number),
    year: year === undefined ? null : Number(year),
    as,
  }))
}

/** The number that a person typed and nothing else; null when it is none. */
export function documentNumberOf(text: string): (DocumentNumber & { kind: NumberedKind }) | null {
  const [one] = documentNumbersIn(text)
  if (one === undefined || one.as !== text.trim()) return null
  const { kind, number, year } = one
  return { kind, number, year }
}

/** Sorts numbers of one kind as they were given out, where all of them have a year or none has. */
export const inOrderOfIssue = (a: DocumentNumber, b: DocumentNumber): number =>
  (a.year ?? withoutYear) - (b.year ?? withoutYear) || a.number - b.number

/** What people call an order by, on screens, in mails and on documents: the last eight signs of its id. */
export const shortOrderId = (orderId: string): string => orderId.slice(-8).toUpperCase()

/** A number as it was given out. */
export interface Issued extends DocumentNumber {
  orderId: string
  issuedAt: Date
}

/**
 * Where a document is stored; `filename` ends the key. By its order too: what is stored under a number is never
 * another order's document.
 */
export function storedKey(kind: DocumentKind, issued: Issued): string {
  return `${kind}s/${issued.issuedAt.getUTCFullYear()}/${issued.orderId}/${filenameOf(kind, issued)}`
}

/** The documents that have one number. */
export const filesOf = (kind: NumberedKind): DocumentKind[] =>
  kind === 'invoice' ? ['invoice', 'receipt'] : [kind]

/** Everything that is stored under one number. */
export const storedKeys = (kind: NumberedKind, issued: Issued): string[] =>
  filesOf(kind).map((each) => storedKey(each, issued))

export function filenameOf(kind: DocumentKind, number: DocumentNumber): string {
  return kind === 'receipt' ? `${invoiceName(number)}-receipt.pdf` : `${printedNumber(kind, number)}.pdf`
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A calendar day for people, UTC: `November 21, 2026`. */
export const day = (at: Date): string => days.format(at)
