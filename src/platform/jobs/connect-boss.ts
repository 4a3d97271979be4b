import { PgBoss } from 'pg-boss'
import { connectTo } from '../database/connect-to.ts'
import { CannotStart } from '../kernel/cannot-start.ts'

const limits = {
  statement_timeout: 30_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
} as const

/** pg-boss as the store of jobs: it polls for nothing and runs no timer of its own that touches a job. */
export function connectBoss(
  url: string,
  stepped: boolean,
  log: (message: string, error?: unknown) => void,
): PgBoss {
  const boss = new PgBoss({
    // One statement that hangs would hold up all jobs, and locks of a machine that is lost those of the others.
    ...connectTo(url, stepped ? {} : limits),
    ...(stepped ? {} : { query_timeout: 35_000, keepAlive: true }),
    application_name: 'veralead-jobs',
    max: 2,
    migrate: false,
    createSchema: false,
    // The indexes belong to the owner's role; the operator rebuilds them.
    reindex: false,
    // `JobRunner` does both: at the moments of the schedules, and when jobs of a dead process have to be given back.
    schedule: false,
    supervise: false,
    monitorIntervalSeconds: 1,
    ...(stepped ? { connectionTimeoutMillis: 0 } : {}),
  })
  boss.on('error', (error) => log(`Jobs: ${error.message}`, error))
  boss.on('warning', ({ message }) => log(`Jobs: ${message}`))
  return boss
}

/** The reason of a start that failed, in words that say what to do. pg-boss reports an old schema by the message only, without a code. */
export const refusal = (error: unknown): unknown =>
  error instanceof Error && /not installed|requires migrations/.test(error.message)
    ? new CannotStart(
        'The schema of the jobs (pgboss) is not the one of this version: run npm run migrate with DATABASE_ADMIN_URL, the owner of the tables',
      )
    : error
