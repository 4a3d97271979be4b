import { ContainerModule } from 'inversify'
import { Config } from '#platform/config/config.ts'
import { Database } from '#platform/database/database.ts'
import { InFlight } from '#platform/http/in-flight.ts'
import { bindRoutes } from '#platform/http/routes.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { bindAs } from '#platform/kernel/needs.ts'
import { singleton, singletonAs } from '#platform/kernel/singleton.ts'
import { WaitingWork } from '#platform/kernel/waiting-work.ts'
import { Telemetry } from '#platform/telemetry/telemetry.ts'
import { TelemetryHistory } from '#platform/telemetry/telemetry-history.ts'
import { PageLoadPruning } from './page-load-pruning.ts'
import { PageLoads } from './page-loads.ts'
import { ProblemAlerts } from './problem-alerts.ts'
import { mountPerformanceRoutes } from './routes.ts'
import { WaitingProblems } from './waiting-problems.ts'

export const performanceEntities = []

export const performanceModule = new ContainerModule(({ bind }) => {
  singleton(bind, PageLoads, Database, Clock)
  singletonAs(bind, JobHandlers, PageLoadPruning, PageLoads)
  bindAs(bind, JobHandlers, ProblemAlerts)
  singletonAs(bind, WaitingWork, WaitingProblems, TelemetryHistory, Clock)
  bindRoutes(bind, mountPerformanceRoutes, {
    telemetry: Telemetry,
    history: TelemetryHistory,
    pageLoads: PageLoads,
    inFlight: InFlight,
    clock: Clock,
    config: Config,
  })
})
