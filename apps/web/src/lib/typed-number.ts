/** What a number counts. */
export type NumberKind = 'count' | 'dollars' | 'percent' | 'weeks'

const scales: Record<string, number> = { k: 1e3, m: 1e6, b: 1e9 }
const plain = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?$|^\.\d+$/
/** Thousands with a point, as much of Europe writes them; nobody counts people or dollars to three places. */
const pointed = /^\d{1,3}\.\d{3}$/

/**
 * The number in what people type or paste: "1,200", "$85,000.50", "12 %", "6 weeks", "$1.2M". NaN for anything that
 * could be read in two ways, such as "1.200,50", or "85.000" where it is people or dollars.
 */
export function typedNumber(text: string, kind: NumberKind): number {
  const words = {
    count: /(?:employees?|people)$/,
    dollars: /usd$/,
    percent: /(?:percent|%)$/,
    weeks: /(?:weeks?|wks?|w)$/,
  }
  let rest = text.normalize('NFKC').toLowerCase().replace(/[\s_]/g, '').replace(/^\+/, '').replace(/−/g, '-')
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
  if (!plain.test(rest)) return Number.NaN
  if ((kind === 'dollars' || kind === 'count') && scale === 1 && pointed.test(rest)) return Number.NaN
  // Twelve digits hide the noise of binary fractions: 1.1K is 1100, not 1100.0000000000002.
  const value = Number((Number(rest.replaceAll(',', '')) * scale).toPrecision(15))
  return negative ? -value : value
}

/** A number of a source as a person would have typed it: "800,000", "6.5". */
export function asTyped(value: number): string {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 }).format(value)
}
