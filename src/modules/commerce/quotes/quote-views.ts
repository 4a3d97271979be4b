import { dayInWords } from '#modules/leadership/index.ts'
import { price } from '#platform/kernel/money.ts'
import { day } from '../domain/document-names.ts'
import { lineTotal } from '../domain/order-lines.ts'
import { placesSentence, quoteName } from '../domain/quote.ts'
import { type DocumentContent, taxNotes } from '../invoices/document-parts.ts'
import { priceView } from '../pricing/price-view.ts'
import type { QuoteView } from './contract.ts'
import type { QuotePerson, ReadQuote } from './quote-reader.ts'

/** Company, person and address, a line each. */
function recipientOf(person: QuotePerson): string[] {
  const lines = [
    person.company,
    `${person.firstName} ${person.lastName}`.trim(),
    person.addressLine1,
    person.addressLine2,
    [person.postalCode, person.city].filter(Boolean).join(' '),
    [person.region, person.country].filter(Boolean).join(', '),
    person.taxId,
  ]
  return lines.filter((line) => line !== '')
}

const sellerLines = ({ seller }: ReadQuote['printed']): string[] =>
  [...seller.addressLines, seller.email, seller.taxId].filter((line) => line !== '')

const signOf = (by: string | null, at: Date | null) => (by === null || at === null ? null : { by, at })

/** @param manages the reader manages the organization that the quote is for */
export function quoteView(read: ReadQuote, readerId: string | null, manages: boolean): QuoteView {
  const { quote, terms, status, issuedAt, person, printed, reasons, startsOn } = read
  const line = terms.lines[0]!
  const isOwn = terms.ownerId === readerId
  const tax = printed.taxLines.find(({ percent }) => percent !== '0')
  return {
    id: isOwn || manages ? quote.id : null,
    number: quoteName(terms.number),
    status,
    issuedAt,
    validUntil: new Date(terms.validUntil),
    seller: { name: printed.seller.name, lines: sellerLines(printed) },
    recipient: recipientOf(person),
    productName: line.productName,
    startsOn,
    isPrivate: terms.privateStart !== undefined,
    placesNote: placesSentence(terms),
    price: priceView({ ...line, reasons, total: lineTotal(line), currency: terms.currency }, line.quantity),
    tax: tax ?? null,
    taxNote: taxNotes(printed, person.taxId)[0] ?? null,
    currency: terms.currency,
    reference: person.reference,
    forwarded: signOf(person.forwardedBy, person.forwardedAt),
    accepted: signOf(person.acceptedBy, quote.acceptedAt),
    isOwn,
  }
}

/** What the file to print says. */
export function quoteContent(read: ReadQuote, path: string): DocumentContent {
  const { terms, issuedAt, person, printed, reasons } = read
  const line = terms.lines[0]!
  const { currency } = terms
  const amount = (minor: number): string => price(minor, currency)
  const less = line.discounts.map((discount, at) => ({
    label: reasons[at] ?? '',
    value: amount(-discount.amount),
  }))
  return {
    title: 'Quote',
    issuer: printed.seller.name,
    issuerLines: sellerLines(printed),
    recipientLabel: 'For',
    recipientLines: recipientOf(person),
    facts: [
      { label: 'Quote number', value: quoteName(terms.number) },
      { label: 'Date', value: day(issuedAt) },
      { label: 'Valid until', value: day(new Date(terms.validUntil)) },
      ...(terms.privateStart === undefined
        ? []
        : [{ label: 'Your own cohort', value: `from ${dayInWords(terms.privateStart)}` }]),
    ],
    lines: [
      {
        description: `${line.productName}, ${amount(line.unitPrice)} a seat`,
        quantity: String(line.quantity),
        amount: amount(line.unitPrice * line.quantity),
      },
    ],
    sums: [
      ...less,
      ...printed.taxLines
        .filter(({ percent }) => percent !== '0')
        .map((tax) => ({ label: `Includes ${tax.label} ${tax.percent} %`, value: amount(tax.amount) })),
      { label: 'Total', value: amount(printed.total), strong: true },
    ],
    notes: [
      `The price is fixed until the date above. ${placesSentence(terms)}`,
      `Read and accept this quote at ${path}`,
      ...taxNotes(printed, person.taxId),
      ...(printed.seller.note === '' ? [] : [printed.seller.note]),
    ],
    issuedAt,
  }
}
