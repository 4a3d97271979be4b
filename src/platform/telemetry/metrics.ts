import type { LoadMeter } from './process-load.ts'
import type { RingTelemetry } from './ring-telemetry.ts'

export interface MetricsSources {
  telemetry: RingTelemetry
  /** A meter of its own: scrapes must not shorten anybody else's interval. */
  load: LoadMeter
  inFlight: () => number
}

/** The text for Prometheus. The client library is loaded with the first scrape; until then it costs nothing. */
export function prometheusMetrics(
  sources: MetricsSources,
): () => Promise<{ contentType: string; text: string }> {
  return async () => {
    const { Counter, Gauge, Registry } = await import('prom-client')
    const registry = new Registry()
    const gauge = <L extends string>(name: string, help: string, labelNames: L[]) =>
      new Gauge({ name: `veralead_${name}`, help, labelNames, registers: [registry] })

    const counter = (name: string, help: string) =>
      new Counter({ name: `veralead_${name}`, help, labelNames: ['category', 'name'], registers: [registry] })

    const calls = counter('operation_calls_total', 'Calls since the process started')
    const spent = counter('operation_seconds_total', 'Seconds of all calls since the process started')
    for (const { category, name, count, seconds } of sources.telemetry.totals()) {
      calls.inc({ category, name }, count)
      spent.inc({ category, name }, seconds)
    }
    const recent = gauge('operation_seconds', 'Duration over the last 100 calls', [
      'category',
      'name',
      'quantile',
    ])
    for (const { category, name, p50, p95, p99 } of sources.telemetry.stats()) {
      for (const [quantile, value] of Object.entries({ '0.5': p50, '0.95': p95, '0.99': p99 })) {
        recent.set({ category, name, quantile }, value)
      }
    }
    const load = sources.load.snapshot()
    gauge('in_flight_requests', 'Requests being answered now', []).set(sources.inFlight())
    gauge('uptime_seconds', 'Age of the process', []).set(load.uptime)
    const memory = gauge('memory_bytes', 'Memory of the process', ['kind'])
    for (const [kind, bytes] of Object.entries(load.memory)) memory.set({ kind }, bytes)
    const cpu = gauge('cpu_cores', 'Processor use since the last scrape, 1 is one core', ['kind'])
    for (const [kind, cores] of Object.entries(load.cpu)) cpu.set({ kind }, cores)
    const delay = gauge('event_loop_delay_seconds', 'How late the event loop was since the last scrape', [
      'kind',
    ])
    for (const [kind, ms] of Object.entries(load.eventLoopDelay)) delay.set({ kind }, ms / 1000)
    return { contentType: registry.contentType, text: await registry.metrics() }
  }
}
