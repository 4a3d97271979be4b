/** The unit of a number. */
export type NumberKind = 'count' | 'dollars' | 'percent' | 'weeks'

const scales: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 }
const plain = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$|^\.\d+$/
/** Thousands with a point, as in much of Europe: people and dollars never have three decimals. */
const pointed = /^\d{1,3}\.\d{3}$/
/** A decimal comma: one or two digits after it cannot be thousands. The digits before it may be grouped by points. */
const decimalComma = /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/

/**
 * Parses a number as people type or paste it: "1,200", "$85,000.50", "12 %", "6 weeks", "$1.2M", and in the notations of
 * other countries: "12,5", "85.000,00", "1’200". NaN for ambiguous text, such as "85.000" for people or dollars;
 * `numberProblem` explains it.
 */
export function typedNumber(text: string, kind: NumberKind): number {
  const units = {
    count: /(?:employees?|people)$/,
    dollars: /usd$/,
    percent: /(?:percent|%)$/,
    weeks: /(?:weeks?|wks?|w)$/,
  }
  let rest = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_'’]/g, '')
    .replace(/^\+/, '')
    .replace(/−/g, '-')
  if (kind === 'dollars') rest = rest.replace(/^(-?)(?:us)?\$/, '$1').replace(/^usd/, '')
  rest = rest.replace(units[kind], '')
  let scale = 1
  const suffix = rest.at(-1) ?? ''
  if ((kind === 'dollars' || kind === 'count') && suffix in scales) {
    scale = scales[suffix] ?? 1
    rest = rest.slice(0, -1)
  }
  const negative = rest.startsWith('-')
  if (negative) rest = rest.slice(1)
  const [, whole, decimals] = decimalComma.exec(rest) ?? []
  if (whole !== undefined) rest = `${whole.replaceAll('.', '')}.${decimals}`
  if (!plain.test(rest)) return Number.NaN
  if ((kind === 'dollars' || kind === 'count') && scale === 1 && whole === undefined && pointed.test(rest))
    return Number.NaN
  // Fifteen digits hide the rounding error of binary fractions: 1.1K is 1100, not 1100.0000000000002.
  const value = Number((Number(rest.replaceAll(',', '')) * scale).toPrecision(15))
  return negative ? -value : value
}

/** Formats a number as a person types it: "800,000", "6.5". */
export function asTyped(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(value)
}

/** Why a text is not a number, as a sentence without its subject, the field's name; undefined without a known reason. */
export function numberProblem(text: string): string | undefined {
  const short = text.trim()
  const digits = short.replace(/[\s$%]/g, '')
  if (/[€£¥₹]|eur|gbp|chf/i.test(short))
    return 'must be in US dollars: please convert the amount and leave out the other currency symbol'
  if (pointed.test(digits))
    return `can be read in two ways: write ${digits.replace('.', ',')} for thousands, or ${digits.slice(0, -1)} with two decimals`
  if (/\de[+-]?\d/i.test(short)) return 'must be written out, such as 1000 instead of 1e3'
  return undefined
}
