import { spawn } from 'node:child_process'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import { readConfig } from '#platform/config/read-config.ts'
import { sessionSecretOf } from '#platform/config/session-secret.ts'
import { readyLine, startTable } from '#platform/config/start-table.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { createLogger } from '#platform/telemetry/create-logger.ts'
import type { HouseParts } from './app.ts'
import { CannotStart, openConfiguredDatabase } from './configured-database.ts'
import { openHouse } from './house.ts'
import type { ClientSource } from './site/pages.ts'
import { openWorkers, tellOpener } from './workers.ts'

export interface StartOptions {
  /** The project's folder. */
  root: string
  /** Serve the client through Vite, with hot reload. */
  live: boolean
}

type Stop = () => Promise<void>

/** Starts the product as the environment says and keeps it until it is told to stop. Throws ConfigError. */
export async function start({ root, live }: StartOptions): Promise<void> {
  const config = readConfig()
  const logger = createLogger(config.logLevel)
  const clock = new OffsetClock()
  // In the order in which they were started; stopped the other way round.
  const stops: Stop[] = []
  const stopAll = async (): Promise<void> => {
    for (const stop of stops.splice(0).reverse()) await stop()
  }
  try {
    const say = (line: string): void => console.log(line)
    // The client is looked after, and built where its sources changed, while the database starts.
    const client = clientSource(root, live, config)
    client.catch(() => undefined) // told below, where it is waited for
    const { addresses, described, applicationOwns, stop } = await openConfiguredDatabase(config, say)
    stops.push(stop)
    await openLab(config, clock, logger, stops)
    const sessionSecret = await sessionSecretOf(config)
    const house = manyProcesses(config, live)
      ? await openWorkers(
          config.webConcurrency,
          await shared(config, addresses, sessionSecret, client),
          logger,
        )
      : await openHouse({ config, logger, clock, database: addresses, sessionSecret, client: await client })
    stops.push(() => house.stop(config.env === 'production' || cluster.isWorker ? lastIdleMs : undefined))
    stopOnSignal({ stopAll, drain: house.drain, delay: config.shutdownDelay * 1_000 }, logger)
    if (tellOpener(house)) return
    console.log(
      startTable(config, {
        port: house.port,
        database: described,
        applicationOwns,
        lab: config.stripe.kind === 'lab' ? config.stripe.url : undefined,
        generatedAdminPassword: house.firstStaff.password,
      }),
    )
    console.log(readyLine(house.port))
  } catch (error) {
    await stopAll()
    throw error
  }
}

/** Vite's socket belongs to one process; a worker has no workers. */
const manyProcesses = (config: Config, live: boolean): boolean =>
  config.webConcurrency > 1 && !live && cluster.isPrimary

/** What the workers are told of what runs in this process. They must not build the client at the same time. */
async function shared(
  config: Config,
  database: HouseParts['database'],
  sessionSecret: string,
  client: Promise<ClientSource>,
): Promise<Record<string, string>> {
  await client
  return {
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    SESSION_SECRET: sessionSecret,
    // This process waits for all of them. A worker that stops alone leaves the port to the others at once.
    SHUTDOWN_DELAY: '0',
    ...(config.stripe.kind === 'lab' && config.stripe.url ? { PAYMENT_LAB_URL: config.stripe.url } : {}),
  }
}

/** The stand-in for Stripe, unless Stripe itself or a shared lab is configured. Its address goes into the configuration. */
async function openLab(config: Config, clock: OffsetClock, logger: Logger, stops: Stop[]): Promise<void> {
  if (config.stripe.kind !== 'lab' || config.stripe.url !== undefined) return
  const { createPaymentLab } = await import('#platform/payment-lab/lab.ts')
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
}

async function clientSource(root: string, live: boolean, config: Config): Promise<ClientSource> {
  const web = join(root, 'apps/web')
  if (live) return { kind: 'vite', root: web }
  // An image carries the built client without its sources.
  if (config.env === 'development' && existsSync(join(web, 'src'))) {
    const { isCurrent } = await import('../apps/web/build-inputs.ts')
    if (!(await isCurrent(join(root, 'dist')))) await buildInChild(root)
  }
  return { kind: 'built', dist: join(root, 'dist') }
}

/** The bundler takes hundreds of megabytes that a process does not give back: it runs in one of its own. */
async function buildInChild(root: string): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new CannotStart(`The client could not be built: apps/web/build.ts ended with ${code}`)
}

/** Milliseconds that a kept connection may be without a request before it is closed, where others take over. */
const lastIdleMs = 2_000
/** Milliseconds in which a process stops once it does not wait for a balancer any more. */
const stopMs = 15_000

interface Stopping {
  stopAll: Stop
  drain(): void
  /** Milliseconds between `drain` and `stopAll`. */
  delay: number
}

function stopOnSignal({ stopAll, drain, delay }: Stopping, logger: Logger): void {
  // The first of several processes replaces its workers at SIGHUP.
  const skip = process.listenerCount('SIGHUP') > 0 ? (['SIGHUP'] as const) : []
  closeWithGrace({ delay: stopMs + delay, logger: false, skip: [...skip] }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'stopping after an error that nobody caught')
    else {
      drain()
      if (delay > 0) await pause(delay)
    }
    await stopAll()
  })
}
