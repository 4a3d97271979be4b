import type { Histogram } from './ring-telemetry.ts'

/** One metric with all its samples, in the shape in which prom-client hands metrics from process to process. */
export interface MetricFamily {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How the values of several processes become one. */
  aggregator: 'sum' | 'max' | 'min'
  values: MetricSample[]
}

export interface MetricSample {
  value: number
  labels: Record<string, string>
  /** With its suffix, in histograms. */
  metricName?: string
}

/** What only grows while a process runs; `name` ends in `_total`. */
export function counter(name: string, help: string, values: MetricSample[]): MetricFamily {
  return { name: named(name), help, type: 'counter', aggregator: 'sum', values }
}

/** What goes up and down. */
export function gauge(
  name: string,
  help: string,
  values: number | MetricSample[],
  aggregator: MetricFamily['aggregator'] = 'sum',
): MetricFamily {
  const samples = typeof values === 'number' ? [{ value: values, labels: {} }] : values
  return { name: named(name), help, type: 'gauge', aggregator, values: samples }
}

/** Samples of one label, by its values. */
export function labelled(label: string, values: Readonly<Record<string, number>>): MetricSample[] {
  return Object.entries(values).map(([name, value]) => ({ value, labels: { [label]: name } }))
}

/** Durations in seconds, of several series. */
export function histogram(
  name: string,
  help: string,
  series: readonly (Histogram & { labels: Record<string, string> })[],
): MetricFamily {
  const metric = named(name)
  const values = series.flatMap(({ labels, buckets, seconds, count }): MetricSample[] => [
    ...buckets.map(({ upTo, value }) => ({
      value,
      labels: { ...labels, le: upTo === Number.POSITIVE_INFINITY ? '+Inf' : String(upTo) },
      metricName: `${metric}_bucket`,
    })),
    { value: seconds, labels, metricName: `${metric}_sum` },
    { value: count, labels, metricName: `${metric}_count` },
  ])
  return { name: metric, help, type: 'histogram', aggregator: 'sum', values }
}

const named = (name: string): string => `veralead_${name}`

/** The families of several processes as those of one. prom-client is loaded with the first scrape. */
export async function aggregated(families: readonly MetricFamily[][]): Promise<MetricFamily[]> {
  const { AggregatorRegistry } = await import('prom-client')
  return (await AggregatorRegistry.aggregate([...families]).getMetricsAsJSON()) as unknown as MetricFamily[]
}

/** The text for Prometheus. A family without samples is left out. */
export async function exposition(
  families: readonly MetricFamily[],
): Promise<{ contentType: string; text: string }> {
  const { AggregatorRegistry } = await import('prom-client')
  const registry = AggregatorRegistry.aggregate([families.filter(({ values }) => values.length > 0)])
  return { contentType: registry.contentType, text: await registry.metrics() }
}
