import type { HrTime } from '@opentelemetry/api'
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  type MetricData,
  type ScopeMetrics,
} from '@opentelemetry/sdk-metrics'
import type { MetricFamily, MetricSample } from './metric-family.ts'

const units = { seconds: 's', bytes: 'By' } as const

/** The metrics of `/metrics`, with the same names, in OpenTelemetry's format: since `started`, as of `now`. */
export function otlpMetrics(families: readonly MetricFamily[], started: HrTime, now: HrTime): ScopeMetrics {
  const point = <T>(attributes: Record<string, string>, value: T): DataPoint<T> => ({
    startTime: started,
    endTime: now,
    attributes,
    value,
  })
  const metrics = families.map(({ name, help, type, values }): MetricData => {
    const unit = Object.entries(units).find(([word]) => name.includes(`_${word}`))?.[1] ?? '1'
    const about = {
      descriptor: { name, description: help, unit, valueType: 1 },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
    }
    if (type === 'histogram') {
      const dataPoints = seriesOf(values).map(({ labels, value }) => point(labels, value))
      return { ...about, dataPointType: DataPointType.HISTOGRAM, dataPoints }
    }
    const dataPoints = values.map(({ labels, value }) => point(labels, value))
    return type === 'counter'
      ? { ...about, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
      : { ...about, dataPointType: DataPointType.GAUGE, dataPoints }
  })
  return { scope: { name: 'veralead' }, metrics }
}

interface Series {
  buckets: { boundaries: number[]; counts: number[] }
  sum: number
  count: number
}

/** Combines Prometheus's samples of one histogram, whose buckets are cumulative, to one value per series. */
function seriesOf(samples: readonly MetricSample[]): { labels: Record<string, string>; value: Series }[] {
  const bySeries = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...bySeries].map(([key, of]) => {
    const ending = (suffix: string) => of.filter(({ metricName }) => metricName?.endsWith(suffix))
    const buckets = ending('_bucket')
    return {
      labels: JSON.parse(key) as Record<string, string>,
      value: {
        buckets: {
          boundaries: buckets.slice(0, -1).map(({ labels }) => Number(labels.le)),
          counts: buckets.map(({ value }, at) => value - (buckets[at - 1]?.value ?? 0)),
        },
        sum: ending('_sum')[0]?.value ?? 0,
        count: ending('_count')[0]?.value ?? 0,
      },
    }
  })
}
