const locale = 'en-US'

/** A decimal string of the API ("2500.00") as people read it: "$2,500.00"; whole amounts may drop their cents. */
export function money(decimal: string | number, currency = 'usd', { cents = true } = {}): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: currency.toUpperCase(),
    minimumFractionDigits: cents ? 2 : 0,
    maximumFractionDigits: cents ? 2 : 0,
  }).format(Number(decimal))
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

/** "Nov 21, 2026, 2:05 PM" */
export function dateTime(value: string | Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(value))
}
