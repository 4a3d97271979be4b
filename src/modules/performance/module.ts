import { ContainerModule } from 'inversify'
import { ConfigToken } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { InFlight } from '#platform/http/in-flight.ts'
import { Routes } from '#platform/http/routes.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { TelemetryHistory } from '#platform/telemetry/telemetry-history.ts'
import { PageLoadPruning } from './page-load-pruning.ts'
import { PageLoads } from './page-loads.ts'
import { mountPerformanceRoutes } from './routes.ts'

export const performanceEntities = []

export const performanceModule = new ContainerModule(({ bind }) => {
  bind(PageLoads)
    .toResolvedValue((database, clock) => new PageLoads(database, clock), [Database, Clock])
    .inSingletonScope()
  bind(Lifecycle)
    .toResolvedValue((jobs, pageLoads): Lifecycle => new PageLoadPruning(jobs, pageLoads), [Jobs, PageLoads])
    .inSingletonScope()
  bind(Routes)
    .toResolvedValue(
      (telemetry, history, pageLoads, inFlight, clock, { config }): Routes => ({
        mount: (api) =>
          mountPerformanceRoutes(api, { telemetry, history, pageLoads, inFlight, clock, config }),
      }),
      [Telemetry, TelemetryHistory, PageLoads, InFlight, Clock, ConfigToken],
    )
    .inSingletonScope()
})
