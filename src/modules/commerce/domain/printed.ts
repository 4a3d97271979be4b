import type { TaxBasis, TaxRate } from './tax.ts'

/** The seller as a document prints it. */
export interface PrintedSeller {
  name: string
  addressLines: readonly string[]
  email: string
  /** Printed as given, such as "VAT no. DE123456789". */
  taxId: string
  /** One sentence under the total of an invoice; may be empty. */
  note: string
}

/** A tax and what it comes to, in minor units. */
export interface TaxLine extends TaxRate {
  amount: number
}

/** Whose documents these are and which tax their amounts contain, before an amount is known. */
export interface SellerTerms {
  seller: PrintedSeller
  tax: TaxRate
  basis?: TaxBasis
}

/**
 * What a numbered document prints besides its order, its number and its buyer. Amounts are minor units and never
 * negative: a credit note prints them with a minus sign. `total` contains the tax.
 */
export interface Printed {
  seller: PrintedSeller
  taxLines: readonly TaxLine[]
  net: number
  tax: number
  total: number
  currency: string
  /** Why it has this tax; absent for a document of a release that did not record it. */
  basis?: TaxBasis
}

/** What an invoice over `total` prints. */
export function printedOf(terms: SellerTerms, total: number, currency: string): Printed {
  const amount = taxIn(total, terms.tax.percent)
  return withTaxes(terms, [{ ...terms.tax, amount }], total, currency)
}

/** An invoice that is issued again: the tax changes only where what it was decided on does, and the total never. */
export function reprinted(before: Printed, terms: SellerTerms): Printed {
  const isSame = JSON.stringify(before.basis) === JSON.stringify(terms.basis)
  return isSame || before.basis === undefined
    ? before
    : printedOf({ ...terms, seller: before.seller }, before.total, before.currency)
}

/** The tax that a total contains: what is left of it beside the net amount, which is rounded half up. Exact at any rate. */
export function taxIn(total: number, percent: string): number {
  const [whole = '0', decimals = ''] = percent.split('.')
  const hundred = 100 * 10 ** decimals.length
  return total - shareOf(total, hundred, hundred + Number(whole + decimals))
}

/** A note issued before over a part of the same invoice: what it took of each tax line, in minor units. */
export type TakenTaxes = readonly number[]

/**
 * What a credit note over `amount` of `invoice` prints. Its taxes are the invoice's share of everything credited so
 * far, less what earlier notes took: rounding never adds up, and the notes over a whole invoice take exactly its taxes.
 * @param credited minor units of the earlier notes that no debit note took back
 * @param taken what those notes took of each tax line
 */
export function printedCredit(
  invoice: Printed,
  amount: number,
  credited: number,
  taken: readonly TakenTaxes[],
): Printed {
  const lines = invoice.taxLines.map((line, index) => {
    const before = taken.reduce((sum, taxes) => sum + (taxes[index] ?? 0), 0)
    return { ...line, amount: shareOf(line.amount, credited + amount, invoice.total) - before }
  })
  return withTaxes(invoice, lines, amount, invoice.currency)
}

/** `amount * part / whole`, rounded half up to a whole minor unit. All three are not negative; exact at any size. */
export function shareOf(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))
}

function withTaxes(
  { seller, basis }: Pick<SellerTerms, 'seller' | 'basis'>,
  taxLines: readonly TaxLine[],
  total: number,
  currency: string,
): Printed {
  const tax = taxLines.reduce((sum, line) => sum + line.amount, 0)
  return { seller, taxLines, net: total - tax, tax, total, currency, ...(basis && { basis }) }
}
