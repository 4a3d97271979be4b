import { hostname } from 'node:os'
import {
  type Context,
  diag,
  type HrTime,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base'
import type { MetricFamily } from './metric-family.ts'
import { otlpMetrics } from './otlp-metrics.ts'
import { withoutValues } from './statement-text.ts'
import type { Tracing, WorkTrace } from './tracing.ts'

export interface OpenTelemetryOptions {
  /** The collector's address; traces go to `v1/traces` below it and metrics to `v1/metrics`. */
  endpoint: string
  /** The share of traces that are sent, from 0 to 1. */
  share: number
  /** The running release. */
  release: string
  /** The metrics of this process and of the installation. */
  families: () => Promise<MetricFamily[]>
  /** Called when the collector does not accept what is sent, once a minute at most. */
  warn: (message: string) => void
}

/** Milliseconds; a collector that does not answer delays the end of a process at most this long. */
const exportMs = 3_000
const warnEveryMs = 60_000
/** The error's name is sent with a failed call; its message is not, because it may contain values. */
const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error')

const epochMs = (performanceMs: number): number => performance.timeOrigin + performanceMs
const hrTime = (ms: number): HrTime => [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)]

/**
 * Sends traces and metrics to an OpenTelemetry collector, in the background and in batches. Data that an unreachable
 * collector does not take is lost. Headers, the service's name and attributes of the resource are read by OpenTelemetry from
 * its own variables (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`).
 */
export class OpenTelemetry implements Tracing {
  readonly #traces: BasicTracerProvider
  readonly #metrics: MeterProvider

  constructor({ endpoint, share, release, families, warn }: OpenTelemetryOptions) {
    warnThrough(warn)
    const named = resourceFromAttributes({
      'service.name': 'veralead',
      'service.version': release,
      'service.instance.id': `${hostname()}-${process.pid}`,
    })
    const resource = named.merge(detectResources({ detectors: [envDetector] }))
    const below = (path: string) => ({
      url: `${endpoint.replace(/\/+$/, '')}/${path}`,
      timeoutMillis: exportMs,
    })
    // Whether a trace is sent is decided here, by its id, and not by the caller's flag.
    const root = new TraceIdRatioBasedSampler(share)
    this.#traces = new BasicTracerProvider({
      resource,
      sampler: new ParentBasedSampler({ root, remoteParentSampled: root, remoteParentNotSampled: root }),
      spanProcessors: [
        new BatchSpanProcessor(new OTLPTraceExporter(below('v1/traces')), { exportTimeoutMillis: exportMs }),
      ],
    })
    const started = hrTime(performance.timeOrigin)
    const producer = {
      collect: async () => {
        const scopeMetrics = [otlpMetrics(await families(), started, hrTime(Date.now()))]
        return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
      },
    }
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(below('v1/metrics')),
      exportTimeoutMillis: exportMs,
      metricProducers: [producer],
    })
    this.#metrics = new MeterProvider({ resource, readers: [reader] })
  }

  request(traceparent: unknown, started: number): WorkTrace {
    return this.#begin('request', SpanKind.SERVER, traceparent, started)
  }

  job(queue: string, id: string, traceparent: string | undefined): WorkTrace {
    const attributes = {
      'messaging.system': 'pg-boss',
      'messaging.operation.type': 'process',
      'messaging.destination.name': queue,
      'messaging.message.id': id,
    }
    return this.#begin(`job ${queue}`, SpanKind.CONSUMER, traceparent, performance.now(), attributes)
  }

  /** Sends the rest. */
  async stop(): Promise<void> {
    await Promise.allSettled([this.#traces.shutdown(), this.#metrics.shutdown()])
  }

  #begin(
    name: string,
    kind: SpanKind,
    traceparent: unknown,
    started: number,
    attributes: Record<string, string> = {},
  ): WorkTrace {
    const tracer = this.#traces.getTracer('veralead')
    const startTime = epochMs(started)
    const span = tracer.startSpan(name, { kind, startTime, attributes }, parentOf(traceparent))
    const context = trace.setSpan(ROOT_CONTEXT, span)
    const part = (partName: string, seconds: number, described: Record<string, string>): Span => {
      const start = epochMs(performance.now() - seconds * 1_000)
      return tracer.startSpan(
        partName,
        { kind: SpanKind.CLIENT, startTime: start, attributes: described },
        context,
      )
    }
    return {
      traceparent: traceparentOf(span),
      statement: (statement, seconds, text) => {
        if ((span.spanContext().traceFlags & 1) === 0) return
        part(statement, seconds, {
          'db.system.name': 'postgresql',
          'db.query.summary': statement,
          'db.query.text': withoutValues(text),
        }).end(epochMs(performance.now()))
      },
      call: (called, seconds, error) => {
        const child = part(called, seconds, error === undefined ? {} : { 'error.type': nameOf(error) })
        if (error !== undefined) child.setStatus({ code: SpanStatusCode.ERROR })
        child.end(epochMs(performance.now()))
      },
      end: ({ route, requestId, method, status, error }) => {
        if (requestId !== undefined) span.setAttribute('veralead.request_id', requestId)
        if (method !== undefined) {
          span.updateName(route ?? method)
          span.setAttribute('http.request.method', method)
          if (route !== undefined) span.setAttribute('http.route', route.slice(route.indexOf(' ') + 1))
        }
        if (status !== null) span.setAttribute('http.response.status_code', status)
        if (error !== undefined || (status !== null && status >= 500)) {
          span.setAttribute('error.type', error === undefined ? String(status) : nameOf(error))
          span.setStatus({ code: SpanStatusCode.ERROR })
        }
        span.end(epochMs(performance.now()))
      },
    }
  }
}

function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** The context of a `traceparent`; an invalid one begins a new trace. */
function parentOf(traceparent: unknown): Context {
  const shape = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/
  const [, traceId = '', spanId = '', flags = ''] =
    typeof traceparent === 'string' ? (shape.exec(traceparent) ?? []) : []
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return ROOT_CONTEXT
  const given = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return trace.setSpanContext(ROOT_CONTEXT, given)
}

function warnThrough(warn: (message: string) => void): void {
  let warnedAt = Number.NEGATIVE_INFINITY
  const warnSeldom = (message: string): void => {
    if (performance.now() - warnedAt < warnEveryMs) return
    warnedAt = performance.now()
    warn(message)
  }
  const quiet = (): void => undefined
  diag.setLogger({ error: warnSeldom, warn: warnSeldom, info: quiet, debug: quiet, verbose: quiet })
}
