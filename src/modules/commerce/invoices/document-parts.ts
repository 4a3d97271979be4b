import { price } from '#platform/kernel/money.ts'
import type { LineDiscount, OrderLine } from '../domain/order-lines.ts'
import type { Printed } from '../domain/printed.ts'
import { reverseCharge } from '../domain/tax.ts'
import type { Buyer } from '../orders/buyers.ts'
import { taxIdName } from '../tax/tax-ids.ts'

/** The contents of a one-page document; amounts and dates are formatted. */
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
  /** The date in the properties of the file. */
  issuedAt: Date
}

/** The contents of a document that do not come from its order. */
export interface Letterhead {
  printed: Printed
  /** Null once erased. */
  buyer: Buyer | null
  issuedAt: Date
}

export function headOf(title: string, { printed: { seller }, buyer, issuedAt }: Letterhead) {
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
    `${buyer.firstName} ${buyer.lastName}`.trim(),
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

/** The lines of an order as invoice and receipt print them: each discount is a line of its own, with its reason. */
export function documentLines(lines: readonly OrderLine[], currency: string): DocumentContent['lines'] {
  return lines.flatMap(({ productName, quantity, unitPrice, discounts }) => {
    const each = quantity === 1 ? '' : `, ${price(unitPrice, currency)} each`
    const amount = price(quantity * unitPrice, currency)
    return [
      { description: `${productName}${each}`, quantity: String(quantity), amount },
      ...discounts.map((discount) => ({
        description: discountWords(discount),
        quantity: '',
        amount: price(-discount.amount, currency),
      })),
    ]
  })
}

/** The id of a price step names its lowest number of seats (`from-10`), see `Prices`. */
function discountWords({ kind, id }: LineDiscount): string {
  if (kind === 'coupon') return 'Discount by code'
  const [, from] = /^from-(\d+)$/.exec(id) ?? []
  return from === undefined ? 'Discount' : `Discount from ${from} seats on`
}

/** Net, taxes and total. */
export function sums(
  { net, taxLines, total, currency, basis }: Printed,
  sign: 1 | -1,
  label: string,
): DocumentContent['sums'] {
  const amount = (minor: number): string => price(signed(minor, sign), currency)
  const free = basis?.treatment === 'reverse' ? 'reverse charge' : 'none charged'
  return [
    { label: 'Subtotal', value: amount(net) },
    ...taxLines.map((tax) => ({
      label: tax.percent === '0' ? `${tax.label} (${free})` : `${tax.label} ${tax.percent} %`,
      value: amount(tax.amount),
    })),
    { label, value: amount(total), strong: true },
  ]
}

/** What the law wants printed of a sale whose recipient accounts for the tax. */
export function taxNotes({ basis, seller }: Printed, taxId: string | null): string[] {
  if (basis?.treatment !== 'reverse') return []
  const ids = [
    ['supplier', seller.taxId],
    [`recipient (${taxIdName(basis.country)})`, taxId ?? ''],
  ].flatMap(([whose, id]) => (id === '' ? [] : [`Tax id of the ${whose}: ${id}.`]))
  return [[`${reverseCharge}.`, ...ids].join(' ')]
}

/** Never -0, which would be printed with its sign. */
export const signed = (minor: number, sign: 1 | -1): number => (minor === 0 ? 0 : sign * minor)
