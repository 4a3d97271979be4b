import { type Expression, type SqlBool, sql } from 'kysely'
import { decimalsOf, fromDecimal, withoutTwoDecimals } from '#platform/kernel/money.ts'

/** An amount typed into a search, in minor units by currency; null where the currency has fewer decimals. */
export interface TypedAmount {
  /** In each currency with two decimals. */
  minor: number | null
  others: Record<string, number | null>
  /** Decimals or the sign of a currency mean an amount and nothing else. */
  certain: boolean
}

const codes = new Set(Intl.supportedValuesOf('currency'))
/** A sign or code, the amount, and a sign or code: `$2,500.00`, `USD 2,500`, `2500 eur`. */
const amountWithCurrency =
  /^(?:[^\da-z\s#]|([a-z]{3}) )?\s?(\d(?:[\d.,' ]{0,18}\d)?)(?:\s?(?:\p{Sc}|([a-z]{3})))?$/iu
const withPoint = /^[\d,]{1,15}(?:\.\d{1,3})?$/
/** As `2.500,00`, `2 500,00` or `2'500,00`. */
const withComma = /^(?:\d{1,9}|\d{1,3}(?:[. ']\d{3})+),\d{2}$/
/** As `2 500` or `2'500.00`. */
const inGroups = /^\d{1,3}(?:[ ']\d{3})+(?:\.\d{1,3})?$/

/** The amount in one of the ways in which people write it, such as `2500`, `2,500.00`, `$2,500.00` or `2.500,00 €`; undefined for another text. */
export function typedAmount(q: string): TypedAmount | undefined {
  const [, before, digits = '', after] = amountWithCurrency.exec(q) ?? []
  if ([before, after].some((code) => code !== undefined && !codes.has(code.toUpperCase()))) return undefined
  const amount = withComma.test(digits)
    ? digits.replaceAll(/[. ']/g, '').replace(',', '.')
    : withPoint.test(digits) || inGroups.test(digits)
      ? digits.replaceAll(/[, ']/g, '')
      : ''
  if (amount === '') return undefined
  const places = (amount.split('.')[1] ?? '').length
  const minor = (currency: string): number | null =>
    places > decimalsOf(currency) ? null : fromDecimal(amount, currency)
  return {
    minor: minor('usd'),
    others: Object.fromEntries(withoutTwoDecimals.map((currency) => [currency, minor(currency)])),
    certain: !/^\d+$/.test(q),
  }
}

/** Whether the amount of a row is the typed one, in a currency that can have so many decimals. */
export function isAmount(
  column: Expression<unknown>,
  currency: Expression<unknown>,
  { minor, others }: TypedAmount,
): Expression<SqlBool> {
  const kept = sql`${JSON.stringify(others)}::jsonb`
  return sql`${column} = case when ${kept} ? ${currency} then (${kept} ->> ${currency})::bigint else ${minor}::bigint end`
}
