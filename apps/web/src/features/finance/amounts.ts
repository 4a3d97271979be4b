import { money } from '../../lib/format.ts'

/** A decimal string of the API in minor units. @throws RangeError when it is not one. */
export function minorOf(decimal: string): number {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal.trim())
  if (match === null) throw new RangeError(`Not an amount: ${decimal}`)
  const [, sign, whole = '0', cents = ''] = match
  const minor = Number(whole) * 100 + Number(cents.padEnd(2, '0'))
  return sign === '-' && minor !== 0 ? -minor : minor
}

/** Minor units as the API writes them: 250000 becomes "2500.00". */
export function decimalOf(minor: number): string {
  const size = Math.abs(minor)
  return `${minor < 0 ? '-' : ''}${Math.trunc(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

/** Whether an amount of the API is nothing, however many decimals its currency has. */
export const isNothing = (decimal: string): boolean => Number(decimal) === 0

/** Minor units as people read them: "$2,500.00". */
export const moneyOfMinor = (minor: number, currency: string): string => money(decimalOf(minor), currency)

/**
 * A sentence of the log or of a comparison with its amounts as people read them: "2500.00 USD received" becomes
 * "$2,500.00 received". The stored words stay as they are: comparisons are recognized by them.
 */
export const withMoney = (sentence: string): string =>
  sentence.replaceAll(/(?<![\d.,])(-?\d{1,12}\.\d\d) ([A-Z]{3})\b/g, (_, decimal: string, currency: string) =>
    money(decimal, currency),
  )
