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
 * Begins to tell the OpenTelemetry collector, where there is one, of requests, jobs and figures. OpenTelemetry is loaded
 * here and nowhere else: two megabytes of code that most sites do not want.
 * @returns what sends the rest and ends it
 */
export async function openCollector(
  { collector, release }: Config,
  { telemetry, stored, logger, inFlight, connections }: CollectorParts,
): Promise<() => Promise<void>> {
  if (collector === undefined) return async () => undefined
  const { OpenTelemetry } = await import('#platform/telemetry/open-telemetry.ts')
  // A meter of its own, as for scrapes.
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
