import type { PriceView } from './contract.ts'
import type { QuotedPrice } from './prices.ts'

/** A price with its reasons. */
export const priceView = (
  {
    unitPrice,
    discounts,
    reasons,
    total,
    currency,
  }: Pick<QuotedPrice, 'unitPrice' | 'discounts' | 'reasons' | 'total' | 'currency'>,
  seats: number,
): PriceView => ({
  seats,
  unitPrice,
  listPrice: unitPrice * seats,
  discounts: discounts.map(({ amount }, at) => ({ reason: reasons[at] ?? '', amount })),
  total,
  currency,
})
