import type { Histogram } from './ring-telemetry.ts'

/** One metric with all its samples, in the structure that prom-client sends from process to process. */
export interface MetricFamily {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How the values of several processes are combined. */
  aggregator: 'sum' | 'max' | 'min'
  values: MetricSample[]
}

export interface MetricSample {
  value: number
  labels: Record<string, string>
  /** The sample's name with its suffix, in histograms. */
  metricName?: string
}

/** A value that only grows while a process runs; `name` ends in `_total`. */
export function counter(name: string, help: string, values: MetricSample[]): MetricFamily {
  return { name: named(name), help, type: 'counter', aggregator: 'sum', values }
}

/** A value that goes up and down. */
export function gauge(
  name: string,
  help: string,
  values: number | MetricSample[],
  aggregator: MetricFamily['aggregator'] = 'sum',
): MetricFamily {
  const samples = typeof values === 'number' ? [{ value: values, labels: {} }] : values
  return { name: named(name), help, type: 'gauge', aggregator, values: samples }
}

/** Samples with one label, by its values. */
export function labelled(label: string, values: Readonly<Record<string, number>>): MetricSample[] {
  return Object.entries(values).map(([name, value]) => ({ value, labels: { [label]: name } }))
}

/** Histograms of durations in seconds, of several series. */
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

/** Combines the families of several processes. prom-client is loaded with the first scrape. */
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
