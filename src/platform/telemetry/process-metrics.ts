import { counter, gauge, histogram, labelled, type MetricFamily } from './metric-family.ts'
import type { LoadMeter } from './process-load.ts'
import type { RingTelemetry } from './ring-telemetry.ts'

export interface ProcessSources {
  telemetry: Pick<RingTelemetry, 'histograms' | 'answers'>
  /** Used by scrapes only: they must not shorten the interval of other readers. */
  load: LoadMeter
  inFlight: () => number
  /** The pool of connections to the database. */
  connections: () => { busy: number; idle: number; limit: number; waiting: number }
}

/** The metrics of one process, without queries. */
export function processMetrics({ telemetry, load, inFlight, connections }: ProcessSources): MetricFamily[] {
  const { uptime, memory, eventLoopDelay } = load.snapshot()
  const cpu = process.cpuUsage()
  const { busy, idle, limit, waiting } = connections()
  const delays = Object.entries(eventLoopDelay).map(([kind, ms]) => [kind, ms / 1000] as const)
  return [
    counter(
      'http_requests_total',
      'Requests answered, by template of the path and status; route other: pages, files and unknown addresses',
      telemetry.answers
        .totals()
        .map(({ count, method, route, status }) => ({ value: count, labels: { method, route, status } })),
    ),
    histogram(
      'operation_duration_seconds',
      'Durations of API calls, database statements, calls of other services, and jobs',
      telemetry.histograms().map(({ category, name, ...rest }) => ({ ...rest, labels: { category, name } })),
    ),
    gauge('in_flight_requests', 'Requests being answered now', inFlight()),
    gauge('processes', 'Processes that answer on this port', 1),
    gauge('uptime_seconds', 'Age of the youngest process', uptime, 'min'),
    gauge('memory_bytes', 'Memory of all processes', labelled('kind', { ...memory })),
    counter(
      'cpu_seconds_total',
      'Processor time used',
      labelled('mode', { user: cpu.user / 1e6, system: cpu.system / 1e6 }),
    ),
    gauge(
      'event_loop_delay_seconds',
      'How late the event loop was since the last scrape, of the process where it was latest',
      labelled('kind', Object.fromEntries(delays)),
      'max',
    ),
    gauge(
      'database_connections',
      'Connections of the pool to the database',
      labelled('state', { busy, idle }),
    ),
    gauge('database_connections_limit', 'Connections that the pool may hold', limit),
    gauge('database_connection_waiting', 'Callers that wait for a connection of the pool', waiting),
  ]
}
