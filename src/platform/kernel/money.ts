// Stripe's rules for amounts of charges, which differ from ISO 4217 and Intl: MGA has no decimals there, and ISK and UGX
// are sent in hundredths although they have none. HUF and TWD are whole in payouts only.
const noDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))
const threeDecimals = new Set('bhd jod kwd omr tnd'.split(' '))
const wholeUnitsOnly = new Set(['isk', 'ugx'])

/** The currencies whose amounts have other than two decimals. */
export const withoutTwoDecimals: readonly string[] = [...noDecimals, ...threeDecimals]

/** The number of decimals of a currency's amounts: one unit is 10 to that power minor units. @param currency in any case. */
export function decimalsOf(currency: string): number {
  const code = currency.toLowerCase()
  if (noDecimals.has(code)) return 0
  return threeDecimals.has(code) ? 3 : 2
}

/** The steps, in minor units, in which amounts of a currency can be charged and refunded: 10 for KWD, 100 for ISK. */
export function stepOf(currency: string): number {
  const code = currency.toLowerCase()
  if (wholeUnitsOnly.has(code)) return 100
  return threeDecimals.has(code) ? 10 : 1
}

/**
 * Minor units as the decimal string in JSON, with the currency's number of decimals: 250000 becomes "2500.00" in USD,
 * "250000" in JPY and "250.000" in KWD.
 */
export function toDecimal(minor: number | bigint, currency: string): string {
  if (typeof minor === 'number' && !Number.isSafeInteger(minor))
    throw new RangeError(`${minor} is not a whole number of minor units`)
  const places = decimalsOf(currency)
  const digits = String(minor < 0 ? -minor : minor).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${minor < 0 ? '-' : ''}${whole}${places === 0 ? '' : `.${digits.slice(-places)}`}`
}

/**
 * A decimal string as minor units, computed without floating point.
 * @throws RangeError for any other text, for more decimals than the currency has, and for an amount too large to be exact.
 */
export function fromDecimal(text: string, currency: string): number {
  const places = decimalsOf(currency)
  const match = /^(-?)(\d{1,18})(?:\.(\d{1,3}))?$/.exec(text)
  const minor = Number(`${match?.[2]}${(match?.[3] ?? '').padEnd(places, '0')}`)
  if (!match || (match[3]?.length ?? 0) > places || !Number.isSafeInteger(minor))
    throw new RangeError(`"${text}" is not an amount of ${currency.toUpperCase()}`)
  return match[1] && minor !== 0 ? -minor : minor
}

/** One format per currency; making one takes as long as formatting a hundred amounts. */
const formats = new Map<string, Intl.NumberFormat>()

/** Minor units as people read them: `$2,500.00`, `€2,500.00`, `¥250,000`, `KWD 250.000`. */
export function price(minor: number, currency: string): string {
  const format = formats.get(currency) ?? formatOf(currency)
  formats.set(currency, format)
  return format.format(toDecimal(minor, currency) as Intl.StringNumericLiteral)
}

function formatOf(currency: string): Intl.NumberFormat {
  const places = decimalsOf(currency)
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  })
}
