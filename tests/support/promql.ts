import type { Sample } from './exposition.ts'

/** What a scrape found, and when, in seconds since 1970. */
export interface Scrape {
  at: number
  samples: readonly Sample[]
}

/** One value of an answer, with its labels; a plain number has none. */
export interface Point {
  labels: Record<string, string>
  value: number
}

type Value = number | Point[]
type Expression = (scrapes: readonly Scrape[]) => Value

const token =
  /\s*(?:(\d+(?:\.\d+)?)(?![\d.]*[smhd])|("(?:[^"\\]|\\.)*")|(\d+[smhd])|([a-zA-Z_]\w*)|(=~|!~|!=|==|>=|<=|[-+*/><=(){},[\]]))/y
const compare: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
}
const compute: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
}
const fold: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((a, b) => a + b, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
}
const seconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 }

/** A metric that an expression asks for, and the labels that it names of it. */
export interface Asked {
  metric: string
  labels: string[]
}

/**
 * Reads an expression of PromQL as far as alerts and panels here use it: selectors with matchers, `rate`, `increase`
 * and `delta` over a range, `sum`, `max` and `min` with `by`, `absent`, `histogram_quantile`, `time`, arithmetic, comparisons, `or`.
 *
 * @returns its metrics, and what it answers as of the last scrape. Ranges are taken from the first scrape within them
 *   to the last: nothing is extrapolated.
 * @throws Error naming what cannot be read
 */
export function promql(text: string): { asked: Asked[]; evaluate(scrapes: readonly Scrape[]): Point[] } {
  const tokens = tokensOf(text)
  const asked: Asked[] = []
  const take = (): string => tokens.shift() ?? ''
  const expect = (wanted: string): void => {
    const found = take()
    if (found !== wanted) throw new Error(`"${wanted}" expected, "${found}" found in: ${text}`)
  }
  const list = <T>(open: string, close: string, item: () => T): T[] => {
    const items: T[] = []
    expect(open)
    while (tokens[0] !== close) {
      items.push(item())
      if (tokens[0] !== close) expect(',')
    }
    expect(close)
    return items
  }
  const selector = (metric: string): Expression => {
    const matchers = tokens[0] === '{' ? list('{', '}', () => [take(), take(), take()] as const) : []
    const range = tokens[0] === '[' ? list('[', ']', take)[0] : undefined
    asked.push({ metric, labels: matchers.map(([name]) => name) })
    const matches = ({ name, labels }: Sample): boolean =>
      name === metric &&
      matchers.every(([label, how, to]) => matched(labels[label] ?? '', how, JSON.parse(to)))
    return (scrapes) => {
      const points = (scrape: Scrape | undefined): Point[] => (scrape?.samples ?? []).filter(matches)
      const last = points(scrapes.at(-1))
      if (range === undefined) return last
      const from = scrapes.at(-1)!.at - Number.parseInt(range, 10) * seconds[range.at(-1)!]!
      const before = new Map(
        points(scrapes.find(({ at }) => at >= from)).map((each) => [key(each.labels), each.value]),
      )
      return last
        .filter(({ labels }) => before.has(key(labels)))
        .map(({ labels, value }) => ({ labels, value: value - before.get(key(labels))! }))
    }
  }
  const primary = (): Expression => {
    const first = take()
    if (first === '(') {
      const inner = either()
      expect(')')
      return inner
    }
    if (/^\d/.test(first)) return () => Number(first)
    if (first in fold) {
      const by = tokens[0] === 'by' ? list(take() && '(', ')', take) : []
      const from = asked.length
      const [inner] = list('(', ')', either)
      for (const each of asked.slice(from)) each.labels.push(...by)
      return (scrapes) => grouped(inner!(scrapes), by, fold[first]!)
    }
    if (tokens[0] !== '(') return selector(first)
    const args = list('(', ')', either)
    if (first === 'time') return (scrapes) => scrapes.at(-1)!.at
    if (['rate', 'increase', 'delta'].includes(first)) return args[0]!
    if (first === 'absent')
      return (scrapes) => (points(args[0]!(scrapes)).length > 0 ? [] : [{ labels: {}, value: 1 }])
    if (first === 'histogram_quantile') return (scrapes) => quantiles(args[0]!(scrapes), args[1]!(scrapes))
    throw new Error(`${first} is not known here: ${text}`)
  }
  const chain =
    (operators: object, next: () => Expression, combine: (operator: string, a: Value, b: Value) => Value) =>
    (): Expression => {
      let left = next()
      while (tokens[0] !== undefined && tokens[0] in operators) {
        const [operator, before, after] = [take(), left, next()]
        left = (scrapes) => combine(operator, before(scrapes), after(scrapes))
      }
      return left
    }
  const product = chain({ '*': 0, '/': 0 }, primary, (operator, a, b) => paired(a, b, compute[operator]!))
  const sum = chain({ '+': 0, '-': 0 }, product, (operator, a, b) => paired(a, b, compute[operator]!))
  const comparison = chain(compare, sum, (operator, a, b) =>
    paired(a, b, (x, y) => (compare[operator]!(x, y) ? x : undefined)),
  )
  const either: () => Expression = chain({ or: 0 }, comparison, (_, a, b) => [...points(a), ...points(b)])
  const whole = either()
  if (tokens.length > 0) throw new Error(`"${tokens[0]}" is too much: ${text}`)
  return { asked, evaluate: (scrapes) => points(whole(scrapes)) }
}

function tokensOf(text: string): string[] {
  const tokens: string[] = []
  token.lastIndex = 0
  for (let at = 0; text.slice(at).trim() !== ''; at = token.lastIndex) {
    token.lastIndex = at
    const found = token.exec(text)
    if (found === null) throw new Error(`Cannot be read from here: ${text.slice(at)}`)
    tokens.push(found[0].trim())
  }
  return tokens
}

const key = (labels: Record<string, string>): string => JSON.stringify(Object.entries(labels).sort())
const points = (value: Value): Point[] => (typeof value === 'number' ? [{ labels: {}, value }] : value)

function matched(value: string, how: string, to: string): boolean {
  if (how === '=' || how === '!=') return (value === to) === (how === '=')
  return new RegExp(`^(?:${to})$`).test(value) === (how === '=~')
}

function grouped(value: Value, by: readonly string[], of: (values: number[]) => number): Point[] {
  const labelsOf = ({ labels }: Point) => Object.fromEntries(by.map((name) => [name, labels[name] ?? '']))
  return [...Map.groupBy(points(value), (point) => key(labelsOf(point))).values()].map((group) => ({
    labels: labelsOf(group[0]!),
    value: of(group.map((point) => point.value)),
  }))
}

/** Points with the same labels; a number goes with every point. A comparison leaves out what it is not true of. */
function paired(a: Value, b: Value, of: (a: number, b: number) => number | undefined): Value {
  const left = points(a)
  const right = points(b)
  return left.flatMap(({ labels, value }) =>
    right
      .filter((other) => typeof a === 'number' || typeof b === 'number' || key(other.labels) === key(labels))
      .flatMap((other) => {
        const result = of(value, other.value)
        return result === undefined
          ? []
          : [{ labels: typeof a === 'number' ? other.labels : labels, value: result }]
      }),
  )
}

/** The upper bound of the bucket in which the quantile lies: no interpolation. */
function quantiles(share: Value, buckets: Value): Point[] {
  const withoutBound = ({ labels: { le: _, ...rest } }: Point) => rest
  return [...Map.groupBy(points(buckets), (point) => key(withoutBound(point))).values()].flatMap((group) => {
    const bounds = group
      .map(({ labels: { le }, value }) => ({
        le: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le),
        value,
      }))
      .sort((x, y) => x.le - y.le)
    const all = bounds.at(-1)?.value ?? 0
    const found = bounds.find(({ value }) => value >= all * Number(share))
    return all === 0 || found === undefined ? [] : [{ labels: withoutBound(group[0]!), value: found.le }]
  })
}
