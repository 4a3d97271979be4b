import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import { LoadMeter } from '#platform/telemetry/process-load.ts'
import { type ProcessSources, processMetrics } from '#platform/telemetry/process-metrics.ts'
import type { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import type { StoredMetrics } from '#platform/telemetry/stored-figures.ts'

export interface CollectorParts extends Omit<ProcessSources, 'load' | 'telemetry'> {
  telemetry: RingTelemetry
  stored: StoredMetrics
  logger: Logger
}

/**
 * Starts to send requests, jobs and figures to the OpenTelemetry collector, if one is configured. OpenTelemetry is loaded
 * here only: two megabytes of code that most sites do not need.
 * @returns a function that sends the rest and stops
 */
export async function openCollector(
  { collector, release }: Config,
  { telemetry, stored, logger, inFlight, connections }: CollectorParts,
): Promise<() => Promise<void>> {
  if (collector === undefined) return async () => undefined
  const { OpenTelemetry } = await import('#platform/telemetry/open-telemetry.ts')
  // Its own meter, because each snapshot begins a new interval.
  const load = new LoadMeter()
  const opened = new OpenTelemetry({
    ...collector,
    release,
    families: async () => [
      ...processMetrics({ telemetry, load, inFlight, connections }),
      ...(await stored.read()),
    ],
    warn: (message) => logger.warn({ reason: message }, 'the collector does not take what is sent to it'),
  })
  telemetry.tracing = opened
  return async () => {
    await opened.stop()
    load.stop()
  }
}
