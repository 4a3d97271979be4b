import { randomBytes, randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import Stripe from 'stripe'
import type { Sql, Statement } from '#platform/database/sql.ts'
import { PostgresEventLog } from '#platform/event-log/postgres-event-log.ts'
import type { JobRequest } from '#platform/jobs/job-definition.ts'
import { Jobs } from '#platform/jobs/jobs.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { createPaymentLab } from '../../../apps/payment-lab/lab.ts'
import { fingerprint } from '../../../src/modules/identity/accounts/secrets.ts'
import { expectInvariants, type Ledger } from '../../commerce/invariants.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { HttpClient } from '../../support/http-client.ts'
import { type SpawnedApp, spawnApp } from '../../support/spawn-app.ts'

class NoJobs extends Jobs {
  override statementsOf(jobs: readonly JobRequest[]): Statement[] {
    if (jobs.length === 0) return []
    throw new Error('The test only reads')
  }

  override recordsOf(): string {
    throw new Error('No jobs')
  }
}

/** One or more processes of the product on one database and one lab, both of which outlive them. */
export interface Site {
  sql: Sql
  stripe: Stripe
  /** Any of the processes. */
  url(): string
  /** Of the processes, as the operating system counts them. */
  pids(): number[]
  /** Kills a process as a power cut would, and starts it again on the same port. */
  crash(index: number): Promise<void>
  lab(path: string, body?: unknown): Promise<unknown>
  /** How often Stripe has been asked for a payment intent. */
  intentsAsked(): Promise<number>
  /** Somebody who is signed in, without the mails of a sign-up; at the processes in turn. */
  customer(): Promise<HttpClient>
  /** So many of them, stored at once. */
  customers(count: number): Promise<HttpClient[]>
  expectInvariants(): Promise<void>
  /** What the processes complained about, those that were killed included. */
  output(): string
  close(): Promise<void>
}

export interface SiteOptions {
  processes?: number
  env?: Record<string, string>
  /** A database of the test's own, which it drops itself; not migrated unless the test did. */
  database?: TestDatabase
  /** A server of the test's own instead of the run's. */
  superUrl?: string
  /** The address by which the product reaches its database, made of the real one. */
  through?: (url: string) => string
  /** The types of events that the endpoint of the site asks for; all when absent. */
  webhookEvents?: readonly string[]
}

export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const { superUrl, through = (url) => url } = options
  const database = options.database ?? (await createTestDatabase(superUrl === undefined ? {} : { superUrl }))
  const ports = await Promise.all(Array.from({ length: options.processes ?? 1 }, freePort))
  const lab = createPaymentLab({
    ...paymentLabKeys,
    seed: process.env.SEED ?? 'faults',
    now: () => new Date(),
    publicUrl: `http://localhost:${ports[0]}`,
    webhookUrl: `http://127.0.0.1:${ports[0]}/api/webhooks/stripe`,
    ...(options.webhookEvents === undefined ? {} : { webhookEvents: options.webhookEvents }),
  })
  const labUrl = await lab.listen(0, '127.0.0.1')
  const start = (port: number, dataDir?: string): Promise<SpawnedApp> =>
    spawnApp({
      port,
      ...(dataDir === undefined ? {} : { dataDir }),
      env: {
        DATABASE_URL: through(database.url),
        DATABASE_ADMIN_URL: through(database.adminUrl),
        PAYMENT_LAB_URL: labUrl,
        SESSION_SECRET: 'the-tests-own-session-secret-of-48-characters-00',
        LOG_LEVEL: 'error',
        ...options.env,
      },
    })
  const apps: SpawnedApp[] = []
  for (const port of ports) apps.push(await start(port))

  const pool = new Pool({ connectionString: database.superUrl, max: 4 })
  // A server that is killed takes these connections with it; the next statement gets a new one.
  pool.on('error', () => undefined)
  const sql: Sql = {
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
  }
  const log = new PostgresEventLog({ url: database.superUrl, jobs: new NoJobs() })
  const { hostname, port } = new URL(labUrl)
  const stripe = new Stripe(paymentLabKeys.secretKey, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 4,
  })
  const ledger: Ledger = { sql, log, stripe }
  let next = 0
  let signedIn = 0
  const customers = async (count: number): Promise<HttpClient[]> => {
    const people = Array.from({ length: count }, () => ({
      id: randomUUID(),
      handle: randomUUID(),
      secret: randomBytes(32).toString('base64url'),
    }))
    await sql.query(
      `insert into identity_customer (id, email, first_name, last_name, password_hash, is_email_verified, created_at, updated_at)
       select id, 'buyer-' || id || '@example.com', 'Ada', 'Lovelace', 'none', true, now(), now() from unnest($1::uuid[]) as id`,
      [people.map(({ id }) => id)],
    )
    await sql.query(
      `insert into identity_session (id_hash, handle, kind, subject, created_at, seen_at, expires_at, address, agent)
       select id_hash, handle, 'customer', subject, now(), now(), now() + interval '1 day', '127.0.0.1', 'tests'
       from unnest($1::bytea[], $2::uuid[], $3::uuid[]) as s(id_hash, handle, subject)`,
      [
        people.map(({ secret }) => fingerprint(secret)),
        people.map(({ handle }) => handle),
        people.map(({ id }) => id),
      ],
    )
    return people.map(({ secret }) => {
      const http = new HttpClient(apps[signedIn++ % apps.length]!.url)
      http.setCookie('session', secret)
      return http
    })
  }
  const spoken: string[] = []
  return {
    sql,
    stripe,
    url: () => apps[next++ % apps.length]!.url,
    pids: () => apps.map(({ child }) => child.pid!),
    crash: async (index) => {
      const dying = apps[index]!
      await dying.kill()
      spoken.push(dying.output())
      apps[index] = await start(dying.port, dying.dataDir)
    },
    intentsAsked: async () => {
      const { requests } = (await (await fetch(new URL('/lab/state', labUrl))).json()) as {
        requests: { method: string; path: string }[]
      }
      return requests.filter(({ method, path }) => method === 'POST' && path === '/v1/payment_intents').length
    },
    lab: async (path, body = {}) => {
      const answer = await fetch(new URL(path, labUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(`The lab answered ${answer.status}: ${await answer.text()}`)
      return answer.json()
    },
    customer: async () => (await customers(1))[0]!,
    customers,
    expectInvariants: async () => {
      await expectInvariants(ledger)
    },
    output: () => [...spoken, ...apps.map((app) => app.output())].join('\n'),
    close: async () => {
      for (const app of apps) {
        await app.stop()
        await app.clean()
      }
      await lab.close()
      await log.close()
      await pool.end()
      if (options.database === undefined) await database.drop()
    },
  }
}
