export interface TaxRate {
  label: string
  /** A decimal number without an exponent, such as "19" or "8.875"; "0" when no tax is charged. */
  percent: string
}

/** A company is who buys for an organization, or gives a company and a tax id for the invoice. */
export type BuyerKind = 'person' | 'company'

/** A row of the seller's own table. It counts from its first day until another row of the same country and buyers does. */
export interface RateRow {
  /** ISO 3166, such as DE; `everywhereElse` where no row of the country applies. */
  country: string
  buyers: BuyerKind | 'everyone'
  percent: number
  /** `2027-01-01` */
  from: string
}

export const everywhereElse = '*'

/** Where the tax of a sale comes from: none is charged, one rate is contained in every price, or the table says it. */
export const taxSources = ['none', 'rate', 'table'] as const

export interface TaxRules {
  source: (typeof taxSources)[number]
  /** What the tax is called, and the one rate. */
  rate: TaxRate
  rows: readonly RateRow[]
  /** Countries where the seller is registered: there the seller always accounts for the tax itself. */
  registeredIn: readonly string[]
}

export interface TaxedBuyer {
  kind: BuyerKind
  /** ISO 3166; null where none was given, or none that is known. */
  country: string | null
  /** The EU country whose shape the tax id has; null for none and for a wrong one. */
  idCountry: string | null
}

/**
 * Why a document has its tax. `no-rule`: the table has no row for the sale; nothing is charged, and staff are told.
 */
export type Treatment = 'none' | 'taxed' | 'exempt' | 'reverse' | 'no-rule'

/** What the tax of a document was decided on. */
export interface TaxBasis {
  country: string | null
  buyers: BuyerKind
  treatment: Treatment
}

/** Printed, and shown before a payment, where the recipient accounts for the tax. */
export const reverseCharge = 'Reverse charge: VAT to be accounted for by the recipient'

// biome-ignore format: a list of 27
const euCountries: ReadonlySet<string> = new Set([
  'AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'HU',
  'IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK',
])
export const isInEu = (country: string): boolean => euCountries.has(country)

/** @param day of the document (UTC), `2027-01-01` */
export function taxOf(rules: TaxRules, buyer: TaxedBuyer, day: string): { tax: TaxRate; basis: TaxBasis } {
  const { label } = rules.rate
  const of = (percent: string, treatment: Treatment) => ({
    tax: { label, percent },
    basis: { country: buyer.country, buyers: buyer.kind, treatment },
  })
  const charged = (percent: string, free: Treatment) => of(percent, percent === '0' ? free : 'taxed')
  if (rules.source === 'none') return of('0', 'none')
  if (rules.source === 'rate') return charged(rules.rate.percent, 'none')
  if (isReverse(rules.registeredIn, buyer)) return of('0', 'reverse')
  const row = rowFor(rules.rows, buyer, day)
  return row === null ? of('0', 'no-rule') : charged(percentText(row.percent), 'exempt')
}

/** A company in the EU accounts for the tax itself where a seller of the EU is not registered. */
function isReverse(registeredIn: readonly string[], { kind, country, idCountry }: TaxedBuyer): boolean {
  if (kind !== 'company' || country === null || country !== idCountry) return false
  return isInEu(country) && registeredIn.some(isInEu) && !registeredIn.includes(country)
}

/** The row of the country before that of everywhere else, that of the kind of buyer before that of everyone, the latest. */
function rowFor(
  rows: readonly RateRow[],
  { country, kind }: Pick<TaxedBuyer, 'country' | 'kind'>,
  day: string,
): RateRow | null {
  for (const place of country === null ? [everywhereElse] : [country, everywhereElse])
    for (const buyers of [kind, 'everyone'] as const) {
      const valid = rows.filter((row) => row.country === place && row.buyers === buyers && row.from <= day)
      if (valid.length > 0) return valid.reduce((a, b) => (b.from > a.from ? b : a))
    }
  return null
}

/** Without an exponent, which `String` gives small numbers, and without zeros at the end. */
export function percentText(percent: number): string {
  return percent.toFixed(10).replace(/\.?0+$/, '')
}
