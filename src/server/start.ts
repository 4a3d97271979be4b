import cluster from 'node:cluster'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import { LabClaim } from '#platform/config/lab-claim.ts'
import { readConfig } from '#platform/config/read-config.ts'
import { sessionSecretOf } from '#platform/config/session-secret.ts'
import { printStart } from '#platform/config/start-table.ts'
import { isFull } from '#platform/database/failures.ts'
import type { HttpServer } from '#platform/http/server.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { demandDataDir } from '#platform/kernel/writable-folder.ts'
import { createLogger } from '#platform/telemetry/create-logger.ts'
import type { AppParts } from './app.ts'
import { clientSource } from './client-source.ts'
import { type ConfiguredDatabase, openConfiguredDatabase } from './configured-database.ts'
import type { ClientSource } from './pages/pages.ts'
import { openSite, siteServer } from './site.ts'
import { metricsOfAllWorkers, sendLastMetrics } from './worker-metrics.ts'
import { type Opened, openWorkers, reportToOpener, startsBesideOthers } from './workers.ts'

export interface StartOptions {
  /** The project's folder. */
  root: string
  /** True to serve the client through Vite, with hot reload. */
  live: boolean
}

type Stop = () => Promise<void>

const say = (line: string): void => console.log(line)

/** The parts of a successful start. */
interface Running {
  port: number
  firstStaff: Opened['firstStaff']
  /** Unknown where several processes answer. */
  noDates?: boolean
  database: ConfiguredDatabase
  drain(): void
}

/**
 * Starts the product with the configuration of the environment; it runs until a signal stops it. A start that fails, or
 * that is stopped before its end, closes what it opened.
 * @throws ConfigError, CannotStart
 */
export async function start(options: StartOptions): Promise<void> {
  const config = readConfig()
  const logger = createLogger(config.logLevel)
  const interrupted = new AbortController()
  const failed = new AbortController()
  // In the order of their start; stopped in reverse order.
  const stops: Stop[] = []
  let stopped: Promise<void> | undefined
  const stopAll = (): Promise<void> => {
    stopped ??= (async () => {
      for (const stop of stops.splice(0).reverse()) await stop()
    })()
    return stopped
  }
  const opening = Promise.withResolvers<Running | undefined>()
  stopOnSignal(config, options.live, logger, async (failure) => {
    interrupted.abort()
    const running = await opening.promise
    if (running !== undefined && !failure) {
      running.drain()
      if (config.shutdownDelay > 0) await pause(config.shutdownDelay * 1_000)
    }
    await stopAll()
  })
  try {
    const running = await open(
      config,
      options,
      logger,
      stops,
      AbortSignal.any([interrupted.signal, failed.signal]),
    )
    opening.resolve(running)
    if (interrupted.signal.aborted || reportToOpener(running)) return
    const { port, firstStaff, noDates } = running
    const { described: database, applicationOwns, limited } = running.database
    const lab = config.stripe.kind === 'lab' ? config.stripe.url : undefined
    const facts = { port, database, applicationOwns, limited, lab, firstStaff, noDates }
    printStart(config, facts, { say, logger })
  } catch (error) {
    failed.abort()
    opening.resolve(undefined)
    await stopAll()
    // An error caused by stopping during the start is not reported.
    if (!interrupted.signal.aborted) throw isFull(error) ? noRoom(config, error) : error
  }
}

function noRoom({ database, dataDir }: Config, cause: unknown): CannotStart {
  const remedy =
    database.kind === 'embedded'
      ? `make room on the disk of ${dataDir.path}, or set DATA_DIR to a folder on a larger one`
      : 'make room on its disk'
  return new CannotStart(`The database has no room left: ${remedy} (${(cause as Error).message})`, { cause })
}

/** The port is taken first: a start that cannot have it ends before anything is made. */
async function open(
  config: Config,
  { root, live }: StartOptions,
  logger: Logger,
  stops: Stop[],
  signal: AbortSignal,
): Promise<Running> {
  const clock = new OffsetClock()
  const server = siteServer(config)
  if (!startsBesideOthers()) await listenEarly(server, config, stops)
  const { dataDir, env, documentsS3Url } = config
  if (env === 'development' || documentsS3Url === undefined) await demandDataDir(dataDir.path)
  // The client is checked, and built if its sources have changed, while the database starts.
  const client = clientSource({ root, live, env, signal, say })
  stops.push(async () => void (await client.catch(() => undefined)))
  client.catch(() => undefined) // handled where it is awaited
  signal.throwIfAborted()
  const database = await openConfiguredDatabase(config, say, signal)
  stops.push(database.stop)
  signal.throwIfAborted()
  await openLab(config, clock, logger, stops)
  const sessionSecret = await sessionSecretOf(config)
  signal.throwIfAborted()
  if (manyProcesses(config, live)) {
    const env = await shared(config, database.addresses, sessionSecret, client)
    // From here on the workers listen.
    await server.stop()
    const workers = await openWorkers(config.webConcurrency, env, logger, signal)
    stops.push(workers.stop)
    return { ...workers, database }
  }
  if (cluster.isWorker) stops.push(sendLastMetrics)
  const site = await openSite({
    config,
    logger,
    clock,
    database: database.addresses,
    sessionSecret,
    client: await client,
    server,
    signal,
    ...(cluster.isWorker ? { allProcesses: metricsOfAllWorkers } : {}),
  })
  stops.push(() => site.stop(config.env === 'production' || cluster.isWorker ? lastIdleMs : undefined))
  // The other workers answer until this one reports that it is ready, so that no visitor waits for a page.
  if (startsBesideOthers()) await site.prerendered()
  const { port, firstStaff, noDates, drain } = site
  return { port, firstStaff, noDates, drain, database }
}

async function listenEarly(server: HttpServer, config: Config, stops: Stop[]): Promise<void> {
  const port = await server.listen()
  stops.push(() => server.stop())
  if (config.port !== 0) return
  config.port = port
  config.publicUrl = config.publicUrl.replace(/^http:\/\/localhost:0$/, `http://localhost:${port}`)
}

/** Vite's socket belongs to one process, and a worker has no workers of its own. */
const manyProcesses = (config: Config, live: boolean): boolean =>
  config.webConcurrency > 1 && !live && cluster.isPrimary

/** The environment for the workers: addresses of what runs in this process. They must not build the client concurrently. */
async function shared(
  config: Config,
  database: AppParts['database'],
  sessionSecret: string,
  client: Promise<ClientSource>,
): Promise<Record<string, string>> {
  await client
  return {
    PORT: String(config.port),
    PUBLIC_URL: config.publicUrl,
    DATABASE_URL: database.url,
    ...(database.adminUrl === undefined ? {} : { DATABASE_ADMIN_URL: database.adminUrl }),
    SESSION_SECRET: sessionSecret,
    // This process waits for all of them. A worker that stops alone leaves the port to the others at once.
    SHUTDOWN_DELAY: '0',
    ...(config.stripe.kind === 'lab' && config.stripe.url ? { PAYMENT_LAB_URL: config.stripe.url } : {}),
  }
}

/**
 * Opens the stand-in for Stripe, unless Stripe itself or a shared lab is configured, or another process on the same
 * DATA_DIR runs one: then that one is used. Its address is stored in the configuration.
 */
async function openLab(config: Config, clock: OffsetClock, logger: Logger, stops: Stop[]): Promise<void> {
  if (config.stripe.kind !== 'lab' || config.stripe.url !== undefined) return
  const claim = new LabClaim(config.dataDir.path)
  config.stripe.url = await claim.take()
  if (config.stripe.url !== undefined) return
  stops.push(() => claim.release())
  const { createPaymentLab } = await import('../../apps/payment-lab/lab.ts')
  const lab = createPaymentLab({
    ...paymentLabKeys,
    now: () => clock.now(),
    publicUrl: config.publicUrl,
    stateFile: join(config.dataDir.path, 'payment-lab.json'),
    webhookUrl: `http://127.0.0.1:${config.port}/api/webhooks/stripe`,
    log: (message: string, fields: Record<string, unknown>) => logger.debug(fields, message),
  })
  config.stripe.url = await lab.listen(config.stripe.port ?? 0, '127.0.0.1')
  stops.push(() => lab.close())
  await claim.publish(config.stripe.url)
}

/** Milliseconds without a request after which an idle connection is closed, where other processes take over. */
const lastIdleMs = 2_000

/** Milliseconds in which a process stops once the delay for the load balancer is over. */
const stopMs = 15_000

const endSignals = ['SIGINT', 'SIGTERM'] as const

/** Milliseconds in which a signal that comes again is the same one: Ctrl-C reaches the site from the terminal and from npm. */
const repeatedMs = 1_000

function stopOnSignal(
  config: Config,
  live: boolean,
  logger: Logger,
  stop: (failure: boolean) => Promise<void>,
): void {
  // The first of several processes replaces its workers at SIGHUP. In development a terminal that is closed ends the site.
  const isMany = manyProcesses(config, live)
  const isAlone = !isMany && cluster.isPrimary && config.env === 'production'
  if (isAlone)
    process.on('SIGHUP', () =>
      logger.warn('SIGHUP is ignored: it replaces the workers of WEB_CONCURRENCY, and this process has none'),
    )
  const delay = stopMs + config.shutdownDelay * 1_000
  const skip = [...endSignals, ...(isMany || isAlone ? (['SIGHUP'] as const) : [])]
  const grace = closeWithGrace({ delay, logger: false, skip }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'stopping after an error that nobody caught')
    await stop(err !== undefined)
  })
  // `closeWithGrace` itself would end the process at a second signal, and leave the database server running.
  let firstAt: number | undefined
  for (const signal of endSignals)
    process.on(signal, () => {
      if (firstAt === undefined) {
        firstAt = performance.now()
        void grace.close()
      } else if (!cluster.isWorker && performance.now() - firstAt > repeatedMs) process.exit(1)
    })
}
