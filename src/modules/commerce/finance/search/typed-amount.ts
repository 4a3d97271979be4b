import { decimalsOf, fromDecimal, withoutTwoDecimals } from '#platform/kernel/money.ts'

/** An amount typed into a search, in minor units by currency; null where the currency has fewer decimals. */
export interface TypedAmount {
  /** In each currency with two decimals. */
  minor: number | null
  others: Record<string, number | null>
  /** Decimals or the sign of a currency mean an amount and nothing else. */
  certain: boolean
}

/** The amount in `2500`, `2,500.00` or `$2,500.00`; undefined for another text. */
export function typedAmount(q: string): TypedAmount | undefined {
  const amount = /^[^\da-z]?([\d,]{1,15}(?:\.\d{1,3})?)$/i.exec(q)?.[1]?.replaceAll(',', '')
  if (!amount) return undefined
  const places = (amount.split('.')[1] ?? '').length
  const minor = (currency: string): number | null =>
    places > decimalsOf(currency) ? null : fromDecimal(amount, currency)
  return {
    minor: minor('usd'),
    others: Object.fromEntries(withoutTwoDecimals.map((currency) => [currency, minor(currency)])),
    certain: !/^\d+$/.test(q),
  }
}
