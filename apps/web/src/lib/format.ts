import { decimalsOf } from '#platform/kernel/money.ts'

const locale = 'en-US'

/** A decimal string of the API ("2500.00") as people read it: "$2,500.00", "¥250,000"; whole amounts may drop their cents. */
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

/** The same without cents that are 0: "$2,250", "$2,249.50". */
export const wholeMoney = (decimal: string, currency = 'usd'): string =>
  money(decimal, currency, { cents: !/^-?\d+(\.0+)?$/.test(decimal) })

/** By hand: the first formatter of a page costs a phone 60 ms in one piece, and a price is on most pages. */
function dollars(amount: number, digits: number): string {
  const [whole = '', cents] = Math.abs(amount).toFixed(digits).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${amount < 0 ? '-' : ''}$${grouped}${cents === undefined ? '' : `.${cents}`}`
}

/** A large amount in short form: "$3.1M", "$840K", "$950". */
export function shortMoney(amount: number, currency = 'usd'): string {
  const [divisor, mark, digits] =
    amount >= 999_500 ? [1_000_000, 'M', 1] : amount >= 1_000 ? [1_000, 'K', 0] : [1, '', 0]
  const figure = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: 0,
    maximumFractionDigits: digits,
  }).format(amount / divisor)
  return `${figure}${mark}`
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

/** "March 4, 2026" of a moment whose day counts everywhere as in UTC, such as the end of a certificate. */
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

/** What people call an order by, as they read it aloud: the last eight signs of its id, in capitals. */
export const shortOrderId = (id: string): string => id.slice(-8).toUpperCase()

/** "1 seat", "25 seats". */
export const seatsInWords = (seats: number): string => (seats === 1 ? '1 seat' : `${seats} seats`)
