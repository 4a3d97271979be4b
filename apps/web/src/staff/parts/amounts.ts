import { decimalsOf, toDecimal } from '#platform/kernel/money.ts'
import { money } from '../../lib/format.ts'

/** Whether an amount of the API is zero, with any number of decimals. */
export const isNothing = (decimal: string): boolean => Number(decimal) === 0

/** Minor units as a formatted amount: "$2,500.00". */
export const moneyOfMinor = (minor: number, currency: string): string =>
  money(toDecimal(minor, currency), currency)

/**
 * Formats the amounts in a sentence of the log or of a comparison: "2500.00 USD received" becomes
 * "$2,500.00 received". The stored sentence is not changed, because comparisons are recognized by it.
 */
export const withMoney = (sentence: string): string =>
  sentence.replaceAll(
    /(?<![\d.,])(-?\d{1,12}(?:\.(\d{2,3}))?) ([A-Z]{3})\b/g,
    // A number without the currency's decimals is no amount: "3 PDF".
    (whole, decimal: string, places: string | undefined, currency: string) =>
      decimalsOf(currency) === (places?.length ?? 0) ? money(decimal, currency) : whole,
  )
