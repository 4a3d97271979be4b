import { decimalsOf } from '#platform/kernel/money.ts'

const locale = 'en-US'

/** Formats a decimal string of the API ("2500.00"): "$2,500.00", "¥250,000"; `cents: false` rounds to whole units. */
export function money(decimal: string | number, currency = 'usd', { cents = true } = {}): string {
  const amount = Number(decimal)
  const digits = cents ? decimalsOf(currency) : 0
  if (currency.toLowerCase() === 'usd' && Math.abs(amount) < 1e15) return dollars(amount, digits)
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount)
}

/** The same, without cents for whole amounts: "$2,250", "$2,249.50". */
export const wholeMoney = (decimal: string, currency = 'usd'): string =>
  money(decimal, currency, { cents: !/^-?\d+(\.0+)?$/.test(decimal) })

/** Without Intl: creating the first formatter blocks a phone for 60 ms, and most pages show a price. */
function dollars(amount: number, digits: number): string {
  const [whole = '', cents] = Math.abs(amount).toFixed(digits).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${amount < 0 ? '-' : ''}$${grouped}${cents === undefined ? '' : `.${cents}`}`
}

/** A large amount in short form: "$3.1M", "$840K", "$950". */
export function shortMoney(amount: number, currency = 'usd'): string {
  const [divisor, suffix, digits] =
    amount >= 999_500 ? [1_000_000, 'M', 1] : amount >= 1_000 ? [1_000, 'K', 0] : [1, '', 0]
  const figure = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: 0,
    maximumFractionDigits: digits,
  }).format(amount / divisor)
  return `${figure}${suffix}`
}

/** A fraction as a percentage: 0.375 becomes "37.5%". */
export function percent(fraction: number, digits = 1): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(fraction)
}

export function wholeNumber(value: number): string {
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }).format(value)
}

/** "November 21, 2026" */
export function longDate(value: string | Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(value))
}

/** "March 4, 2026": the day in UTC, for moments such as the end of a certificate's validity. */
export function utcDate(value: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
}

/** "2:05 PM" */
export function clockTime(value: string | Date): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(new Date(value))
}

/** "Nov 21, 2026, 2:05 PM" */
export function dateTime(value: string | Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value))
}

/** "2:05 PM" on the day of `now`, else "Nov 21, 2026, 2:05 PM" */
export function timeOrDate(value: string | Date, now = new Date()): string {
  return new Date(value).toDateString() === now.toDateString() ? clockTime(value) : dateTime(value)
}

/** The short number of an order for people: the last eight characters of its id, in capitals. */
export const shortOrderId = (id: string): string => id.slice(-8).toUpperCase()

/** "1 seat", "25 seats". */
export const seatsInWords = (seats: number): string => (seats === 1 ? '1 seat' : `${seats} seats`)
