import { price } from '#platform/kernel/money.ts'
import type { LineDiscount, OrderLine } from '../domain/order-lines.ts'
import type { DocumentContent } from './document-parts.ts'

type Row = DocumentContent['lines'][number]

/** The lines of an order as invoice and receipt print them: each discount is a line of its own, with its reason. */
export function documentLines(lines: readonly OrderLine[], currency: string): Row[] {
  return lines.flatMap(({ productName, quantity, unitPrice, discounts }) => {
    const each = quantity === 1 ? '' : `, ${price(unitPrice, currency)} each`
    const amount = price(quantity * unitPrice, currency)
    return [
      { description: `${productName}${each}`, quantity: String(quantity), amount },
      ...discounts.map((discount): Row => {
        return {
          description: discountWords(discount),
          quantity: '',
          amount: price(-discount.amount, currency),
        }
      }),
    ]
  })
}

/** The id of a price step names its lowest number of seats (`from-10`), see `Prices`. */
export function discountWords({ kind, id }: LineDiscount): string {
  if (kind === 'coupon') return 'Discount by code'
  const [, from] = /^from-(\d+)$/.exec(id) ?? []
  return from === undefined ? 'Discount' : `Discount from ${from} seats on`
}
