import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: Record<string, unknown>
  /** 2: it failed. */
  status: number | undefined
  /** Milliseconds. */
  duration: number
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number; doubleValue?: number }
}

interface SentSpan extends Omit<ReceivedSpan, 'attributes' | 'status' | 'duration'> {
  attributes: Attribute[]
  status: { code?: number }
  startTimeUnixNano: string
  endTimeUnixNano: string
}

interface SentMetric {
  name: string
  unit: string
  sum?: { dataPoints: unknown[]; isMonotonic: boolean }
  gauge?: { dataPoints: unknown[] }
  histogram?: { dataPoints: { bucketCounts: number[]; explicitBounds: number[]; count: number }[] }
}

/** A collector: takes OTLP as JSON over HTTP and keeps it. */
export interface OtlpReceiver {
  url: string
  spans: ReceivedSpan[]
  /** The latest of each name. */
  metrics: Map<string, SentMetric>
  resources: Record<string, unknown>[]
  close(): Promise<void>
}

export async function otlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const metrics = new Map<string, SentMetric>()
  const resources: Record<string, unknown>[] = []
  const server = createServer(async (req, res) => {
    // biome-ignore lint/suspicious/noExplicitAny: the shape is OpenTelemetry's
    const sent = (await json(req)) as any
    for (const { resource, scopeSpans } of sent.resourceSpans ?? []) {
      resources.push(valuesOf(resource.attributes))
      for (const { spans: some } of scopeSpans) spans.push(...(some as SentSpan[]).map(spanOf))
    }
    for (const { scopeMetrics } of sent.resourceMetrics ?? [])
      for (const { metrics: some } of scopeMetrics)
        for (const metric of some as SentMetric[]) metrics.set(metric.name, metric)
    res.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    spans,
    metrics,
    resources,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const valuesOf = (attributes: readonly Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

function spanOf({ attributes, status, startTimeUnixNano, endTimeUnixNano, ...span }: SentSpan): ReceivedSpan {
  return {
    ...span,
    attributes: valuesOf(attributes),
    status: status.code,
    duration: Number(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano)) / 1e6,
  }
}
