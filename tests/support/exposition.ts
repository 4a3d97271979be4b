/** One line of a scrape. */
export interface Sample {
  /** With its suffix, such as `_bucket`. */
  name: string
  labels: Record<string, string>
  value: number
}

export interface Family {
  name: string
  help: string | undefined
  type: string | undefined
  samples: Sample[]
}

const sampleLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
const label = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"(?:,|$)/y

/** Reads Prometheus's text format (0.0.4). @throws Error naming a line that is not of the format */
export function parseExposition(text: string): Family[] {
  if (!text.endsWith('\n')) throw new Error('The last line does not end')
  const families = new Map<string, Family>()
  const familyOf = (name: string): Family => {
    const family = families.get(name) ?? { name, help: undefined, type: undefined, samples: [] }
    families.set(name, family)
    return family
  }
  for (const line of text.split('\n')) {
    const [, kind, about = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? []
    if (kind === 'HELP') familyOf(about).help = rest
    else if (kind === 'TYPE') familyOf(about).type = rest
    else if (line !== '' && !line.startsWith('#')) {
      const sample = parsedLine(line)
      const base = sample.name.replace(/_(bucket|sum|count)$/, '')
      familyOf(families.get(base)?.type === 'histogram' ? base : sample.name).samples.push(sample)
    }
  }
  return [...families.values()]
}

function parsedLine(line: string): Sample {
  const [, name, inner = '', number] = sampleLine.exec(line) ?? []
  if (name === undefined || number === undefined) throw new Error(`Not a sample: ${line}`)
  const value = number === '+Inf' ? Number.POSITIVE_INFINITY : Number(number)
  if (number !== 'NaN' && Number.isNaN(value)) throw new Error(`Not a number: ${line}`)
  const labels: Record<string, string> = {}
  label.lastIndex = 0
  while (label.lastIndex < inner.length) {
    const at = label.lastIndex
    const found = label.exec(inner)
    if (found === null) throw new Error(`Not a label at ${at}: ${line}`)
    labels[found[1]!] = found[2]!
  }
  return { name, labels, value }
}

/** The value of the one sample with this name and these labels among others; undefined when there is none. */
export function sampleOf(
  text: string,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  return parseExposition(text)
    .flatMap(({ samples }) => samples)
    .find(
      (each) =>
        each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
    )?.value
}

/** Every value that may only grow while a process runs, by name and labels: of counters and of histograms. */
export function countedIn(text: string): Map<string, number> {
  return new Map(
    parseExposition(text)
      .filter(({ type }) => type === 'counter' || type === 'histogram')
      .flatMap(({ samples }) => samples.map((each) => [keyOf(each), each.value] as const)),
  )
}

function keyOf({ name, labels }: Sample): string {
  return `${name} ${JSON.stringify(Object.entries(labels).sort())}`
}

const baseUnits =
  /_(milliseconds|microseconds|nanoseconds|minutes|hours|days|weeks|kilobytes|megabytes|bits)(_|$)/
const abbreviations = /_(s|ms|us|ns|sec|b|kb|mb|gb|tb|pb|m|h|d)(_|$)/

/** What `promtool check metrics` objects to (prometheus/client_golang, promlint), and histograms that do not add up. */
export function faultsOf(text: string): string[] {
  return parseExposition(text).flatMap((family) => {
    const { name, help, type, samples } = family
    const labels = new Set(samples.flatMap((each) => Object.keys(each.labels)))
    const objections: [boolean, string][] = [
      [!help, 'no help text'],
      [type === undefined, 'no type'],
      [samples.length === 0, 'no samples'],
      [name.includes(':'), 'colons are for recording rules'],
      [/[a-z][A-Z]/.test(name) || [...labels].some((each) => /[a-z][A-Z]/.test(each)), 'camelCase'],
      [baseUnits.test(name), 'not in base units'],
      [abbreviations.test(name), 'an abbreviated unit'],
      [/_(gauge|counter|histogram|summary)(_|$)/.test(name), 'its type in its name'],
      [type === 'counter' && !name.endsWith('_total'), 'a counter without _total'],
      [type !== 'counter' && name.endsWith('_total'), '_total and no counter'],
      [type !== 'histogram' && type !== 'summary' && /_(count|sum|bucket)$/.test(name), 'a reserved suffix'],
      [type !== 'summary' && labels.has('quantile'), 'a quantile outside a summary'],
      [type !== 'histogram' && labels.has('le'), 'le outside a histogram'],
      [new Set(samples.map(keyOf)).size < samples.length, 'a sample twice'],
      [type === 'counter' && samples.some(({ value }) => !(value >= 0)), 'a negative counter'],
    ]
    const told = objections.filter(([found]) => found).map(([, what]) => `${name}: ${what}`)
    return type === 'histogram' ? [...told, ...histogramFaults(family)] : told
  })
}

function histogramFaults({ name, samples }: Family): string[] {
  const series = Map.groupBy(samples, (each) =>
    keyOf({
      ...each,
      name,
      labels: Object.fromEntries(Object.entries(each.labels).filter(([key]) => key !== 'le')),
    }),
  )
  return [...series].flatMap(([key, of]) => {
    const buckets = of
      .filter((each) => each.name === `${name}_bucket`)
      .map(({ labels, value }) => ({ le: labels.le === '+Inf' ? Infinity : Number(labels.le), value }))
    const count = of.find((each) => each.name === `${name}_count`)?.value
    const faults: string[] = []
    if (buckets.some(({ le }, i) => i > 0 && le <= buckets[i - 1]!.le)) faults.push('bounds do not grow')
    if (buckets.some(({ value }, i) => i > 0 && value < buckets[i - 1]!.value)) faults.push('not cumulative')
    if (buckets.at(-1)?.le !== Infinity || buckets.at(-1)?.value !== count)
      faults.push('+Inf is not the count')
    if (!of.some((each) => each.name === `${name}_sum`)) faults.push('no sum')
    return faults.map((what) => `${key}: ${what}`)
  })
}
