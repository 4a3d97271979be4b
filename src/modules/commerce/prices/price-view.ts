import { toDecimal } from '#platform/kernel/money.ts'
import type { PriceView } from './contract.ts'
import type { QuotedPrice } from './prices.ts'

/** A price as callers are answered. */
export function priceView(
  {
    unitPrice,
    discounts,
    reasons,
    total,
    currency,
  }: Pick<QuotedPrice, 'unitPrice' | 'discounts' | 'reasons' | 'total' | 'currency'>,
  seats: number,
): PriceView {
  const decimal = (minor: number): string => toDecimal(minor, currency)
  return {
    seats,
    unitPrice: decimal(unitPrice),
    listPrice: decimal(unitPrice * seats),
    discounts: discounts.map(({ amount }, at) => ({ reason: reasons[at] ?? '', amount: decimal(amount) })),
    total: decimal(total),
    currency,
  }
}
