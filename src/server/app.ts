import { join } from 'node:path'
import type { EntitySchema } from '@mikro-orm/postgresql'
import { Container } from 'inversify'
import type { Logger } from 'pino'
import { challengeModule } from '#platform/challenge/module.ts'
import type { Config } from '#platform/config/config.ts'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import type { OnStatement } from '#platform/database/watched-pool.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { PostgresEventLog } from '#platform/event-log/postgres-event-log.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { JobFigures } from '#platform/jobs/job-figures.ts'
import { JobHandlers, Jobs } from '#platform/jobs/jobs.ts'
import { PgBossJobs } from '#platform/jobs/pg-boss-jobs.ts'
import type { OffsetClock } from '#platform/kernel/clock.ts'
import { type Ids, RandomIds } from '#platform/kernel/ids.ts'
import { mailModule } from '#platform/mail/module.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { StoredFigures } from '#platform/telemetry/stored-figures.ts'
import { commerceEntities, commerceModule } from '../modules/commerce/module.ts'
import { contentEntities, contentModule } from '../modules/content/module.ts'
import { hooksModule } from '../modules/hooks/module.ts'
import { identityEntities, identityModule } from '../modules/identity/module.ts'
import { leadershipModule } from '../modules/leadership/module.ts'
import { leadsEntities, leadsModule } from '../modules/leads/module.ts'
import { performanceEntities, performanceModule } from '../modules/performance/module.ts'
import { platformModule } from './pages/platform-module.ts'
import { type DatabaseAddresses, runMigrations } from './run-migrations.ts'

export interface AppParts {
  config: Config
  logger: Logger
  clock: OffsetClock
  /** Random by default. */
  ids?: Ids
  /**
   * Nothing runs by a timer: jobs run when `jobs.runDue` is called, and timed work waits for its caller. No timeout of the
   * machine's time applies to statements and connections.
   */
  stepped?: boolean
  /** `url` with the application's role, `adminUrl` with the owner's: the same where there is only one, undefined when unknown. */
  database: DatabaseAddresses
  sessionSecret: string
  /** The number of requests being answered now; 0 where nothing listens. */
  inFlight?: () => number
}

/** Every module with its tokens bound and its jobs registered, on a migrated database; nothing runs yet. */
export interface ComposedApp {
  /** The migrations that ran during this start. */
  migrated: string[]
  container: Container
  database: PostgresDatabase
  jobs: PgBossJobs
  telemetry: RingTelemetry
  close(): Promise<void>
}

const entities = [
  ...contentEntities,
  ...leadsEntities,
  ...identityEntities,
  ...commerceEntities,
  ...performanceEntities,
] as EntitySchema[]

/**
 * Migrates the database and composes every module: the composition root.
 * @throws CannotStart
 */
export async function composeApp(parts: AppParts): Promise<ComposedApp> {
  const { config, logger, clock, ids = new RandomIds(), database: addresses, sessionSecret } = parts
  const { url, listenUrl } = addresses
  const warn = (message: string, err?: unknown): void => logger.warn({ err }, message)
  const telemetry = new RingTelemetry()
  telemetry.recording = config.performanceStats !== 'off'
  const inFlight = parts.inFlight ?? (() => 0)
  const { stepped = false } = parts
  const onStatement: OnStatement = (name, seconds, text) => telemetry.statement(name, seconds, text)
  const database = await PostgresDatabase.open({
    url,
    ...(listenUrl === undefined ? {} : { listenUrl }),
    entities,
    unlimited: stepped,
    onStatement,
    log: warn,
  })
  const migrated = await runMigrations(database, addresses, (line) => logger.info(line)).catch(
    async (error: unknown) => {
      await database.close()
      throw error
    },
  )
  const jobs = new PgBossJobs({
    ...addresses,
    clock,
    ids,
    stepped,
    listen: (channel, notified) => database.listen(channel, notified),
    around: (queue, id, traceparent, run) => telemetry.job(queue, id, traceparent, run),
    log: warn,
    failed: (queue, job, err) => {
      logger.error({ err, queue, job }, 'a job failed at its last try')
      telemetry.record('other', `failed ${queue}`, 0)
    },
  })
  const eventLog = new PostgresEventLog({
    url,
    jobs,
    ids,
    unlimited: stepped,
    log: warn,
    onAppend: (item, seconds) => telemetry.appended(item, seconds),
    onFailure: (error) => database.failed(error),
    onRead: onStatement,
  })

  const container = new Container()
  container.bind(Jobs).toConstantValue(jobs)
  container.bind(EventLog).toConstantValue(eventLog)
  container.bind(Streams).toConstantValue(new Streams(eventLog, clock, ids))
  container.bind(StoredFigures).toConstantValue(new JobFigures(database, jobs))
  container.load(
    platformModule({
      config,
      database,
      telemetry,
      logger,
      clock,
      ids,
      sessionSecret,
      documentsDir: join(config.dataDir.path, 'documents'),
      inFlight,
    }),
    mailModule,
    challengeModule,
    contentModule,
    leadsModule,
    identityModule,
    commerceModule,
    leadershipModule,
    performanceModule,
    hooksModule,
  )
  for (const each of container.getAll(JobHandlers)) each.registerJobs(jobs)
  return {
    migrated,
    container,
    database,
    jobs,
    telemetry,
    close: async () => {
      await jobs.stop()
      await eventLog.close()
      await database.close()
    },
  }
}
