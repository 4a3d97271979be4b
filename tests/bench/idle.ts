import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { webhookEvents } from '../../src/modules/commerce/payments/stripe/webhook-events.ts'
import { openSite, type Site } from '../faults/support/site.ts'
import type { HttpClient } from '../support/http-client.ts'
import { seller } from './checkout.ts'
import { postmasterOf } from './durable-server.ts'
import { childrenProcessorMs, processorMs } from './processor-time.ts'
import type { BenchRow } from './rounds.ts'

const idleSeconds = Number(process.env.BENCH_SECONDS ?? 60)
const sales = 150
const concurrency = 8
/** Milliseconds after which PostgreSQL has added what a connection did to its statistics (10 s at the most). */
const countedMs = 12_000
/** Milliseconds of a start in which pages are rendered and the first moments of all timers pass. */
const startMs = 45_000

interface Counts {
  at: number
  commits: number
  statements: number
  siteMs: number
  postgresMs: number
}

/**
 * What the site costs while nobody is there, what a sale costs until its mails are sent and nothing is due, and the connections
 * that one process holds. Commits are those of `pg_stat_database`: a statement outside of a transaction is one, too. With
 * BENCH_STATEMENTS=1 the most frequent statements of both are printed.
 */
export async function benchIdle(): Promise<BenchRow[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'veralead-bench-'))
  const server = await startEmbeddedPostgres({
    dataDir,
    explicit: false,
    log: () => undefined,
    settings: { shared_preload_libraries: 'pg_stat_statements', autovacuum: 'off' },
  })
  const watcher = new Client({ connectionString: server.superUrl })
  await watcher.connect()
  await watcher.query('create extension pg_stat_statements')
  const site = await openSite({ superUrl: server.superUrl, env: { LOG_LEVEL: 'silent' }, webhookEvents })
  try {
    const postmaster = await postmasterOf(server.location)
    const [{ name } = { name: '' }] = await site.sql.query<{ name: string }>(
      'select current_database() as name',
    )
    const count = async (): Promise<Counts> => {
      const { rows } = await watcher.query<{ commits: string; statements: string }>(
        `select xact_commit as commits, (select coalesce(sum(calls), 0) from pg_stat_statements s
           where s.dbid = d.datid and query !~* '^(begin|commit|rollback)') as statements
         from pg_stat_database d where datname = $1`,
        [name],
      )
      return {
        at: performance.now(),
        commits: Number(rows[0]!.commits),
        statements: Number(rows[0]!.statements),
        siteMs: site.pids().reduce((sum, pid) => sum + processorMs(pid), 0),
        postgresMs: childrenProcessorMs(postmaster),
      }
    }
    const printed = (title: string, per: number) => printStatements(watcher, name, title, per)

    const buyers: HttpClient[] = await site.customers(sales + 30)
    const sell = seller(
      site,
      () => undefined,
      () => undefined,
      buyers,
    )
    await pause(startMs)
    await watcher.query('select pg_stat_statements_reset()')
    const quiet = await count()
    await pause(idleSeconds * 1_000)
    const idle = since(quiet, await count())
    await printed('a second while nobody is there', idle.seconds)

    // V8 optimises what the first sales run.
    await sellAll(sell, 30)
    await settled(site)
    await pause(countedMs)
    await watcher.query('select pg_stat_statements_reset()')
    const before = await count()
    await sellAll(sell, sales)
    const connections = await connectionsOf(watcher, name)
    const asked = await settled(site)
    await pause(countedMs)
    const sold = since(before, await count())
    await printed('a sale', sales)

    const second = (whole: number): number => whole / idle.seconds
    const sale = (whole: number, idly: number): number => (whole - second(idly) * sold.seconds) / sales
    const processor = second(idle.siteMs + idle.postgresMs)
    const saleCommits = sale(sold.commits - asked, idle.commits)
    const saleStatements = sale(sold.statements - asked, idle.statements)
    const saleSite = sale(sold.siteMs, idle.siteMs)
    const salePostgres = sale(sold.postgresMs, idle.postgresMs)
    console.log(
      `nobody there, a second over ${idle.seconds.toFixed(0)} s: ${second(idle.commits).toFixed(2)} commits, ${second(idle.statements).toFixed(2)} statements, processor ${second(idle.siteMs).toFixed(1)} ms of the site and ${second(idle.postgresMs).toFixed(1)} of PostgreSQL`,
    )
    console.log(
      `a sale of ${sales}: ${saleCommits.toFixed(1)} commits, ${saleStatements.toFixed(1)} statements, processor ${saleSite.toFixed(1)} ms of the site and ${salePostgres.toFixed(1)} of PostgreSQL`,
    )
    console.log(`connections after the last sale: ${connections.text}`)
    return [
      row('nobody there: commits a second', '1', second(idle.commits), 1),
      row('nobody there: processor of the site and PostgreSQL a second', '5 ms', processor, 5),
      row(`a sale, ${concurrency} at a time, until its mails are sent: commits`, '20', saleCommits, 20),
      row('the same: processor of the site and PostgreSQL', '60 ms', saleSite + salePostgres, 60),
      row('connections of one process after the last of them', '15', connections.number, 15),
    ]
  } finally {
    await site.close()
    await watcher.end()
    await server.stop()
    for (const path of [dataDir, server.location]) await rm(path, { recursive: true, force: true })
  }
}

/** A figure against the most that it may be. */
function row(path: string, against: string, figure: number, most: number): BenchRow {
  const ratio = figure / most
  return { path, against, bar: 1, atMost: true, ratio, spread: [ratio, ratio] }
}

function since(before: Counts, after: Counts) {
  const of = (figure: keyof Counts): number => after[figure] - before[figure]
  return {
    seconds: of('at') / 1_000,
    commits: of('commits'),
    statements: of('statements'),
    siteMs: of('siteMs'),
    postgresMs: of('postgresMs'),
  }
}

async function sellAll(sell: () => Promise<void>, number: number): Promise<void> {
  let left = number
  const loop = async (): Promise<void> => {
    while (left-- > 0) await sell()
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
}

/** Waits until no job of the sales is due, running or in the outbox. @returns how many statements that took */
async function settled(site: Site): Promise<number> {
  for (let asked = 1; ; asked += 1) {
    const [{ open } = { open: 0 }] = await site.sql.query<{ open: number }>(
      `select (select count(*) from platform_job_outbox)::int + (select count(*) from pgboss.job
         where state <= 'active' and start_after <= now())::int as open`,
    )
    if (open === 0) return asked
    await pause(500)
  }
}

async function connectionsOf(watcher: Client, database: string): Promise<{ number: number; text: string }> {
  const { rows } = await watcher.query<{ name: string; number: number }>(
    `select application_name as name, count(*)::int as number from pg_stat_activity
     where datname = $1 and usename <> current_user group by 1 order by 1`,
    [database],
  )
  return {
    number: rows.reduce((sum, { number }) => sum + number, 0),
    text: rows.map(({ name, number }) => `${number} ${name}`).join(', '),
  }
}

async function printStatements(watcher: Client, database: string, title: string, per: number): Promise<void> {
  if (process.env.BENCH_STATEMENTS !== '1') return
  const { rows } = await watcher.query<{ calls: string; query: string }>(
    `select s.calls, left(regexp_replace(s.query, '\\s+', ' ', 'g'), 130) as query
     from pg_stat_statements s join pg_database d on d.oid = s.dbid where datname = $1
     order by s.calls desc limit 70`,
    [database],
  )
  console.log(`statements, ${title}:`)
  for (const { calls, query } of rows) console.log(`${(Number(calls) / per).toFixed(2)}  ${query}`)
}
