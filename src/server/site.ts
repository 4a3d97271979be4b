import { hookDocument } from '#modules/hooks/index.ts'
import { CohortDates } from '#modules/leadership/index.ts'
import { AuditLog } from '#platform/audit/audit-log.ts'
import type { Config } from '#platform/config/config.ts'
import { migrationsOf, pendingAfter } from '#platform/database/migrate.ts'
import type { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { ExpressApi } from '#platform/http/api-router.ts'
import { DocumentTable } from '#platform/http/document-table.ts'
import { securityHeaders } from '#platform/http/headers.ts'
import { hostCheck } from '#platform/http/host-check.ts'
import { Authenticator, Routes } from '#platform/http/routes.ts'
import { SearchedList } from '#platform/http/searched-list.ts'
import { HttpServer } from '#platform/http/server.ts'
import { webApplication } from '#platform/http/web-application.ts'
import { Lifecycle } from '#platform/kernel/lifecycle.ts'
import { WaitingWork } from '#platform/kernel/waiting-work.ts'
import { SettingForm, Settings } from '#platform/settings/settings.ts'
import { type AllProcesses, oneProcess, prometheusMetrics } from '#platform/telemetry/metrics.ts'
import { LoadMeter } from '#platform/telemetry/process-load.ts'
import { processMetrics } from '#platform/telemetry/process-metrics.ts'
import { StoredFigures, StoredMetrics } from '#platform/telemetry/stored-figures.ts'
import { type AppParts, type ComposedApp, composeApp } from './app.ts'
import { openCollector } from './collector.ts'
import { allMigrations } from './migrations.ts'
import { type ClientSource, openPages } from './pages/pages.ts'
import { prerenderLater } from './pages/prerender-later.ts'
import { publicConfig } from './pages/public-config.ts'
import { mountSearchRoutes } from './pages/search-routes.ts'
import { mountSettingsRoutes } from './pages/settings-routes.ts'
import { mountSiteRoutes } from './pages/site-routes.ts'
import { mountTodayRoutes } from './pages/today-routes.ts'
import { FirstAccount, type FirstStaff, PublishCheck, ServedContent, StripeAccount } from './services.ts'

export interface SiteOptions extends AppParts {
  client: ClientSource
  /** Cancels the start: it fails at its next step. */
  signal?: AbortSignal
  /** Collects the metrics of every process that answers on this port; by default of this one only. */
  allProcesses?: AllProcesses
  /** A server of `siteServer`; it may listen already and is stopped with the site. */
  server?: HttpServer
}

/** The running product. */
export interface Site extends ComposedApp {
  port: number
  api: ExpressApi
  /** The account that the configuration names, with its password if that was generated just now. */
  firstStaff: FirstStaff
  /** Whether no date can be booked. */
  noDates: boolean
  /** Resolves once all public pages are rendered; until then requests for pages wait for it. */
  prerendered(): Promise<void>
  /** Makes the readiness check fail while requests are still answered, so that a load balancer removes this process before `stop`. */
  drain(): void
  /** Refuses new connections, finishes requests under way, drains jobs, closes the database. Within 15 seconds. */
  stop(idleMs?: number): Promise<void>
}

/** The server of the product on the configured address; it answers that it is starting until a site is opened on it. */
export function siteServer(config: Config, stepped = false): HttpServer {
  return new HttpServer({
    host: config.host,
    port: config.port,
    knowsHost: hostCheck(config),
    unlimited: stepped,
    // Behind a proxy every connection comes from the proxy's address.
    ...(config.trustProxyHops > 0 ? { limits: { perAddress: Number.POSITIVE_INFINITY } } : {}),
  })
}

/** Composes the site, starts its parts, and answers requests. Closes what it opened when that fails. */
export async function openSite(options: SiteOptions): Promise<Site> {
  const server = options.server ?? siteServer(options.config, options.stepped)
  // In the order of their start; stopped in reverse order, after the server.
  const stops: (() => Promise<void>)[] = []
  const stop = async (idleMs?: number): Promise<void> => {
    await server.stop(idleMs)
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    const site = await open(options, server, stops)
    let stopping: Promise<void> | undefined
    return {
      ...site,
      drain: () => server.drain(),
      stop: (idleMs) => {
        stopping ??= stop(idleMs)
        return stopping
      },
    }
  } catch (error) {
    await stop().catch((err: unknown) => options.logger.error({ err }, 'closing after a failed start'))
    throw error
  }
}

async function open(
  options: SiteOptions,
  server: HttpServer,
  stops: (() => Promise<void>)[],
): Promise<Omit<Site, 'drain' | 'stop'>> {
  const { config, logger, clock, signal } = options
  const inFlight = (): number => server.inFlight
  signal?.throwIfAborted()
  const composed = await composeApp({ ...options, inFlight })
  stops.push(composed.close)
  signal?.throwIfAborted()
  const { container, database, jobs, telemetry } = composed
  const settings = container.get(Settings)
  const labUrl = config.stripe.kind === 'lab' ? (config.stripe.url ?? null) : null
  const dates = container.get(CohortDates)
  const { publishableKey } = container.get(StripeAccount)
  const site = () => publicConfig(config, settings, publishableKey, dates)

  const api = new ExpressApi({
    production: config.env === 'production',
    publicUrl: config.publicUrl,
    rateLimits: config.rateLimits,
    authenticator: container.get(Authenticator),
    telemetry,
    logger,
  })
  for (const routes of container.getAll(Routes)) routes.mount(api)
  const moved = async (ms: number): Promise<void> => {
    await jobs.shift(ms)
    if (labUrl !== null) await moveLab(labUrl, clock.now())
  }
  mountSiteRoutes(api, { publicConfig: site, clock, moved })
  mountTodayRoutes(api, container.getAll(WaitingWork))
  mountSearchRoutes(api, container.getAll(SearchedList))
  mountSettingsRoutes(api, settings, container.getAll(SettingForm), container.get(AuditLog))

  const headers = securityHeaders(config)
  const table = new DocumentTable((path, seconds, { req, statusCode }) => {
    telemetry.record('api', `GET ${path}`, seconds)
    telemetry.answered(req.method ?? 'GET', path, statusCode)
    telemetry.tracing
      ?.request(req.headers.traceparent, performance.now() - seconds * 1_000)
      .end({ route: `GET ${path}`, method: req.method ?? 'GET', status: statusCode })
  })
  const pages = await openPages({
    source: options.client,
    config,
    headers,
    table,
    publicConfig: site,
    server: server.node,
  })
  const load = new LoadMeter()
  const connections = () => database.connections()
  const all = (options.allProcesses ?? oneProcess)(() =>
    processMetrics({ telemetry, load, inFlight, connections }),
  )
  const stored = new StoredMetrics(database, container.getAll(StoredFigures), logger)
  stops.push(await openCollector(config, { telemetry, stored, logger, inFlight, connections }))
  const app = webApplication({
    config,
    logger,
    telemetry,
    headers,
    api,
    webhooks: hookDocument,
    health: {
      checks: [
        { name: 'database', check: () => database.demandWriter() },
        { name: 'migrations', check: () => demandMigrated(database) },
      ],
      stopping: () => server.draining,
      metrics: prometheusMetrics({ all, stored: () => stored.read() }),
      metricsToken: config.metricsToken,
      production: config.env === 'production',
    },
    labUrl: () => labUrl,
    assets: pages.assets,
    pages: pages.pages,
  })

  await jobs.prepare()
  for (const each of container.getAll(Lifecycle)) {
    await each.start(options.stepped === true)
    stops.push(() => each.stop())
    signal?.throwIfAborted()
  }
  stops.push(() => jobs.stop(), pages.close)
  const prerendering = prerenderLater(pages, logger)
  stops.push(prerendering.stop)
  const content = container.get(ServedContent)
  const refill = () => pages.refill(content.saved)
  const again = () =>
    refill().catch((err: unknown) => logger.error({ err }, 'the pages could not be rendered'))
  // Before the pages are rendered, so that no change in between is missed.
  content.onChange(again)
  // Brand profiles and form rules are part of the rendered pages.
  await settings.onChange(again)
  await dates.onChange(again)
  await Promise.all([jobs.start(), refill()])
  const firstStaff = await container.get(FirstAccount).ensure(config)
  signal?.throwIfAborted()
  server.serve({ first: table.handler, app })
  const port = await server.listen()
  prerendering.begin()
  if (options.client.kind !== 'none')
    container.get(PublishCheck).requestAt(new URL(`http://localhost:${port}`))
  const noDates = (await dates.upcoming()).length === 0
  return { ...composed, port, api, firstStaff, noDates, prerendered: () => pages.prerender() }
}

async function demandMigrated(database: PostgresDatabase): Promise<void> {
  const pending = pendingAfter(await migrationsOf(database.sql), allMigrations)
  if (pending.length > 0) throw new Error(`Migrations wait: ${pending.join(', ')}`)
}

/** Moves the lab's clock to a moment, not by a distance: a lab that shares this clock is there already and only runs due work. */
async function moveLab(url: string, to: Date): Promise<void> {
  const answer = await fetch(new URL('/lab/clock', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: to.toISOString() }),
  })
  if (!answer.ok) throw new Error(`The payment lab did not move its clock: ${answer.status}`)
}
