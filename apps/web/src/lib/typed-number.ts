/** What a number counts. */
export type NumberKind = 'count' | 'dollars' | 'percent' | 'weeks'

const scales: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 }
const plain = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$|^\.\d+$/
/** Thousands with a point, as much of Europe writes them; nobody counts people or dollars to three places. */
const pointed = /^\d{1,3}\.\d{3}$/
/** A decimal comma: one or two digits after it cannot be thousands. Thousands before it may have points. */
const decimalComma = /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/

/**
 * The number in what people type or paste: "1,200", "$85,000.50", "12 %", "6 weeks", "$1.2M", and as other countries
 * write it: "12,5", "85.000,00", "1’200". NaN for anything that could be read in two ways, such as "85.000" where it is
 * people or dollars; `numberProblem` says what to do about it.
 */
export function typedNumber(text: string, kind: NumberKind): number {
  const words = {
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
  rest = rest.replace(words[kind], '')
  let scale = 1
  const mark = rest.at(-1) ?? ''
  if ((kind === 'dollars' || kind === 'count') && mark in scales) {
    scale = scales[mark] ?? 1
    rest = rest.slice(0, -1)
  }
  const negative = rest.startsWith('-')
  if (negative) rest = rest.slice(1)
  const [, units, decimals] = decimalComma.exec(rest) ?? []
  if (units !== undefined) rest = `${units.replaceAll('.', '')}.${decimals}`
  if (!plain.test(rest)) return Number.NaN
  if ((kind === 'dollars' || kind === 'count') && scale === 1 && units === undefined && pointed.test(rest))
    return Number.NaN
  // Twelve digits hide the noise of binary fractions: 1.1K is 1100, not 1100.0000000000002.
  const value = Number((Number(rest.replaceAll(',', '')) * scale).toPrecision(15))
  return negative ? -value : value
}

/** A number of a source as a person would have typed it: "800,000", "6.5". */
export function asTyped(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(value)
}

/** Why a text is no number, after the name of its field; undefined when there is nothing to explain. */
export function numberProblem(text: string): string | undefined {
  const short = text.trim()
  const digits = short.replace(/[\s$%]/g, '')
  if (/[€£¥₹]|eur|gbp|chf/i.test(short))
    return 'must be in US dollars: please convert it, and leave the sign of the other currency out'
  if (pointed.test(digits))
    return `can be read in two ways: write ${digits.replace('.', ',')} for thousands, or ${digits.slice(0, -1)} with two decimals`
  if (/\de[+-]?\d/i.test(short)) return 'must be written out, such as 1000 instead of 1e3'
  return undefined
}
