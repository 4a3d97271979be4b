import { AppError } from '#platform/kernel/error.ts'
import { price } from '#platform/kernel/money.ts'
import { taxIn } from '../domain/printed.ts'
import { isInEu, reverseCharge, type TaxedBuyer, type TaxRules, taxOf } from '../domain/tax.ts'
import { countryName } from './countries.ts'
import { taxIdName } from './tax-ids.ts'

export interface TaxedSale {
  buyer: TaxedBuyer
  total: number
  currency: string
  at: Date
}

/** What is said about the tax before a payment; null while it does not depend on the country, and where nothing is paid. */
export function shownTax(rules: TaxRules, { buyer, total, currency, at }: TaxedSale): string | null {
  if (rules.source !== 'table' || total === 0) return null
  const { tax, basis } = taxOf(rules, buyer, at.toISOString().slice(0, 10))
  if (basis.treatment === 'reverse') return `${reverseCharge}.`
  if (basis.treatment !== 'taxed') return 'No tax is charged.'
  return `Includes ${tax.label} ${tax.percent}%: ${price(taxIn(total, tax.percent), currency)}.`
}

/** @throws AppError conflict `TAX_CHANGED` with the tax of now, when `shown` is another one */
export function assertSameTax(shown: string | undefined, rules: TaxRules, sale: TaxedSale): void {
  const now = shownTax(rules, sale)
  if (shown === undefined || now === null || now === shown) return
  throw new AppError(
    'conflict',
    'TAX_CHANGED',
    `The tax has changed. ${now} Please check it, and press the button again.`,
  )
}

/** Why a tax id does not count; null where it does, and where none is needed. */
export function taxIdHint(
  { source }: TaxRules,
  { kind, country, idCountry }: TaxedBuyer,
  taxId: string,
): string | null {
  if (source !== 'table' || kind !== 'company' || country === null || !isInEu(country)) return null
  if (taxId.trim() === '' || idCountry === country) return null
  return `This is not a valid ${taxIdName(country)} of ${countryName(country)}.`
}
