import type { z } from 'zod'
import type { Config } from '#platform/config/config.ts'
import type { InFlight } from '#platform/http/in-flight.ts'
import type { ApiRouter } from '#platform/http/routes.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { LoadMeter } from '#platform/telemetry/process-load.ts'
import { recordingCost } from '#platform/telemetry/recording-cost.ts'
import {
  type OperationCategory,
  type OperationStats,
  operationCategories,
  Telemetry,
} from '#platform/telemetry/telemetry.ts'
import type { TelemetryHistory } from '#platform/telemetry/telemetry-history.ts'
import {
  listProblems,
  performanceHistory,
  performanceStats,
  processLoad,
  reportPageLoad,
  slowStatements,
  tracedRequests,
} from './contract.ts'
import type { PageLoads } from './page-loads.ts'

/** Seconds: the length of a span, and of one of its points. */
const spans = {
  hour: { grain: 'minute', length: 3_600, step: 60 },
  day: { grain: 'minute', length: 86_400, step: 900 },
  month: { grain: 'hour', length: 30 * 86_400, step: 21_600 },
} as const

export interface PerformanceRoutes {
  telemetry: Telemetry
  history: TelemetryHistory
  pageLoads: PageLoads
  inFlight: InFlight
  clock: Clock
  config: Config
}

export function mountPerformanceRoutes(
  api: ApiRouter,
  { telemetry, history, pageLoads, inFlight, clock, config }: PerformanceRoutes,
): void {
  // Made at the start of the process, so that the first reader gets figures, too.
  const load = new LoadMeter()
  const open = config.env === 'development' || config.performanceStats === 'all'
  const demandOpen = (): void => {
    if (open) return
    const message = 'Performance statistics are only available in development environment'
    throw new AppError('not-found', 'DEVELOPMENT_ONLY', message)
  }

  api.serve(performanceStats, async (_, call) => {
    demandOpen()
    return {
      ...summarise(telemetry.stats()),
      environment: config.env,
      accessedBy: { username: call.actor.username, role: call.actor.role },
      timestamp: clock.now(),
      metadata: {
        maxSamples: Telemetry.maxSamples,
        note: `Seconds, over the last ${Telemetry.maxSamples} samples of each operation in this process.`,
      },
    }
  })

  api.serve(slowStatements, async () => {
    demandOpen()
    const since = new Date(clock.now().getTime() - 24 * 3_600_000)
    return { statements: await history.slowStatements(since) }
  })

  api.serve(performanceHistory, async ({ query }) => {
    demandOpen()
    const { grain, length, step } = spans[query.span]
    const range = { grain, step, since: new Date(clock.now().getTime() - length * 1_000) }
    const [categories, processes, releases] = await Promise.all([
      history.categories(range),
      history.processes(range),
      history.releases(range.since),
    ])
    return { step, releases, categories, processes }
  })

  // Every role may read it: alerts link to it.
  api.serve(listProblems, async () => ({ problems: await history.problems() }))

  // Every role may read it: finance looks up the request that wrote an event of an order.
  api.serve(tracedRequests, async ({ params }) => ({ requests: await history.requests(params.id) }))

  api.serve(reportPageLoad, ({ body }) => pageLoads.record(body))

  api.serve(processLoad, async () => ({
    ...load.snapshot(),
    inFlight: inFlight.count(),
    recordingCost: recordingCost(),
    pageLoads: await pageLoads.lastDay(),
  }))
}

type Stats = z.input<typeof performanceStats.response>

const perCategory = <T>(value: (category: OperationCategory) => T): Record<OperationCategory, T> =>
  Object.fromEntries(operationCategories.map((category) => [category, value(category)])) as Record<
    OperationCategory,
    T
  >

const named = (operation: OperationStats | undefined) =>
  operation === undefined ? null : { name: operation.name, averageTime: operation.average }

/** The figures of the Performance tab, computed from the recorded operations. */
function summarise(operations: readonly OperationStats[]): Pick<Stats, 'summary' | 'categorizedStats'> {
  const bySpeed = [...operations].sort((a, b) => a.average - b.average)
  const of = (category: OperationCategory) => operations.filter((each) => each.category === category)
  return {
    summary: {
      totalOperations: operations.reduce((total, { count }) => total + count, 0),
      uniqueOperationTypes: operations.length,
      slowestOperation: named(bySpeed.at(-1)),
      fastestOperation: named(bySpeed[0]),
      categories: perCategory((category) => of(category).reduce((total, { count }) => total + count, 0)),
    },
    categorizedStats: perCategory((category) =>
      Object.fromEntries(of(category).map(({ name, category: _, ...timing }) => [name, timing])),
    ),
  }
}
