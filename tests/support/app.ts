import 'reflect-metadata'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseConfig } from '#platform/config/parse-config.ts'
import { appRole } from '#platform/database/roles.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { createLogger } from '#platform/telemetry/create-logger.ts'
import { createPaymentLab } from '../../apps/payment-lab/lab.ts'
import { lifetimes } from '../../src/modules/identity/domain/sign-in-rules.ts'
import { openSite, type Site } from '../../src/server/site.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { HttpClient } from './http-client.ts'

/** SESSION_SECRET of the product, unless a test says otherwise. */
export const sessionSecret = 'the-tests-own-session-secret-of-48-characters-00'
export const admin = { username: 'admin', password: 'Test-admin-password-1' }

export interface TestAppOptions {
  /** Environment variables on top of the tests' own. */
  env?: Record<string, string>
  /** Share another app's database and lab: a second process of the same installation, in this one. */
  beside?: TestApp
  /** Instead of a new one. The app drops it when it stops. */
  database?: TestDatabase
  /** The built client in this folder; API tests need no pages. */
  dist?: string
  /** Milliseconds after which the lab does by itself what Stripe does later, other than its own. */
  pauses?: { settle?: number; dispute?: number; refund?: number }
}

/** The whole product in this process: own database, own lab, own DATA_DIR, a clock that can be moved. */
export interface TestApp {
  url: string
  site: Site
  database: TestDatabase
  labUrl: string
  clock: OffsetClock
  /** A new caller with an empty cookie jar. */
  client(): HttpClient
  /** A caller signed in as the first staff account. */
  staff(): Promise<HttpClient>
  /** Moves app and lab forward together, milliseconds. Callers of `staff()` whose session that ended are signed in again. */
  advance(ms: number): Promise<void>
  stop(): Promise<void>
}

export async function startApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { beside } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'veralead-app-'))
  const database = beside?.database ?? options.database ?? (await createTestDatabase())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const clock = beside?.clock ?? new OffsetClock()
  const logger = createLogger('error')
  const lab =
    beside === undefined
      ? createPaymentLab({
          ...paymentLabKeys,
          seed: process.env.SEED ?? 'tests',
          now: () => clock.now(),
          publicUrl: url,
          ...(options.pauses === undefined ? {} : { pauses: options.pauses }),
          webhookUrl: `http://127.0.0.1:${port}/api/webhooks/stripe`,
        })
      : undefined
  const labUrl = beside?.labUrl ?? (await lab!.listen(0, '127.0.0.1'))
  const config = parseConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: database.adminUrl,
    PAYMENT_LAB_URL: labUrl,
    SESSION_SECRET: sessionSecret,
    ADMIN_USERNAME: admin.username,
    ADMIN_PASSWORD: admin.password,
    RATE_LIMITS: 'relaxed',
    LOG_LEVEL: 'error',
    ...options.env,
  })
  const site = await openSite({
    config,
    logger,
    clock,
    database: { url: database.url, adminUrl: database.adminUrl, appRole },
    sessionSecret: config.sessionSecret!,
    client: options.dist === undefined ? { kind: 'none' } : { kind: 'built', dist: options.dist },
  })
  const client = (): HttpClient => new HttpClient(url)
  const staff: HttpClient[] = []
  const signIn = async (caller: HttpClient): Promise<void> => {
    const answer = await caller.post('/api/auth/login', { ...admin, credentials: 'include' })
    if (answer.status !== 200) throw new Error(`Staff login answered ${answer.status}: ${answer.text}`)
  }
  return {
    url,
    site,
    database,
    labUrl,
    clock,
    client,
    staff: async () => {
      const caller = client()
      await signIn(caller)
      staff.push(caller)
      return caller
    },
    advance: async (ms) => {
      const answer = await client().post('/api/dev/clock', { advanceMs: Math.ceil(ms) })
      if (answer.status !== 200) throw new Error(`The clock answered ${answer.status}: ${answer.text}`)
      for (const caller of ms < lifetimes.staffIdleMs / 2 ? [] : staff) await signIn(caller)
    },
    stop: async () => {
      // No caller is about to send another request: idle connections need not be kept open for one.
      await site.stop(1)
      await lab?.close()
      if (beside === undefined) await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Asks `look` again until it answers something, or fails when the deadline has passed. */
export async function eventually<T>(
  look: () => Promise<T | undefined | null | false>,
  seconds = 10,
): Promise<T> {
  const deadline = Date.now() + seconds * 1_000
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Not reached within ${seconds} s`)
    await new Promise((resolve) => setTimeout(resolve, 40))
  }
}
