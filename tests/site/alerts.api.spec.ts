import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { alertsOf } from '../support/alert-rules.ts'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import { parseExposition, type Sample } from '../support/exposition.ts'
import { dashboardOf } from '../support/grafana.ts'
import { promql, type Scrape } from '../support/promql.ts'

const docs = join(import.meta.dirname, '../../docs')
const alerts = alertsOf(await readFile(join(docs, 'alerts.yml'), 'utf8'))
const dashboard = dashboardOf(await readFile(join(docs, 'grafana-dashboard.json'), 'utf8'))
/** What Prometheus adds to each sample. */
const added = { job: 'veralead', instance: 'app-1:3000' }
/** What exporters and the backup report of a machine that is well; `up` is Prometheus's own. */
const around = (at: number) =>
  [
    { name: 'up', labels: added, value: 1 },
    { name: 'probe_success', labels: { job: 'veralead-public', instance: 'https://shop' }, value: 1 },
    {
      name: 'probe_ssl_earliest_cert_expiry',
      labels: { job: 'veralead-public', instance: 'https://shop' },
      value: at + 40 * 86_400,
    },
    { name: 'node_filesystem_avail_bytes', labels: { job: 'node', fstype: 'ext4' }, value: 50 },
    { name: 'node_filesystem_size_bytes', labels: { job: 'node', fstype: 'ext4' }, value: 100 },
    { name: 'veralead_backup_finished_timestamp_seconds', labels: { job: 'node' }, value: at - 3_600 },
  ] satisfies Sample[]

/** What a provider, a mail server or an operator does wrong for hours. */
const hours = `
insert into platform_job_outbox (queue, owed_at, jobs) values ('of-another-version', now() - interval '10 minutes', '[]');
insert into commerce_stripe_inbox (event_id, type, livemode, created, received_at, raw_digest, status)
values ('evt_alerts', 'payment_intent.succeeded', false, now(), now(), '\\x00', 'failed');
insert into commerce_difference (id, intent_id, kind, log_says, stripe_says, cause, state, found_at)
values (gen_random_uuid(), 'pi_alerts', 'behind-stripe', 'a', 'b', 'c', 'open', now());
update commerce_reconciliation set error = 'Stripe refused the key';
insert into commerce_reconciliation (id, started_at, finished_at, since)
values (gen_random_uuid(), now() - interval '2 days', now() - interval '2 days', now());
insert into commerce_signed_head (position, hash, signed_at, signature)
values (1, '\\x00', now() - interval '27 hours', 'alerts');
insert into commerce_order_mail (key, order_id, kind, owed_at, due_at, state)
values ('alerts', gen_random_uuid(), 'reminder', now(), now() - interval '1 hour', 'failed');
insert into commerce_order (id, version, status, open, buyer_id, product_id, product_name, total_minor, received_minor,
  refunded_minor, currency, intent_ids, flags, disputed, created_at, updated_at)
values (gen_random_uuid(), 1, 'completed', false, 'alerts', 'p', 'P', 1, 2, 0, 'usd', '{}', '{surplus:pi_alerts}', false, now(), now());
insert into pgboss.job (name, data) select name, '{}' from pgboss.queue where name like '%-dead' order by name limit 1;
insert into pgboss.job (name, data) select 'performance-prune', '{}' from generate_series(1, 101)`

describe('alerts and dashboard', () => {
  let app: TestApp
  const clients: Client[] = []
  const scrapes: Scrape[] = []
  /** @param later seconds by which Prometheus's clock is ahead */
  const scrape = async (later = 0): Promise<Scrape> => {
    const text = (await app.client().get('/metrics')).text
    const samples = parseExposition(text)
      .flatMap((family) => family.samples)
      .map((sample) => ({ ...sample, labels: { ...sample.labels, ...added } }))
    const at = Date.now() / 1_000 + later
    const made = { at, samples: [...samples, ...around(at)] }
    scrapes.push(made)
    return made
  }
  const firing = (): string[] =>
    alerts.filter(({ expr }) => promql(expr).evaluate(scrapes).length > 0).map(({ alert }) => alert)
  const superuser = async (database?: string): Promise<Client> => {
    const url = new URL(app.database.superUrl)
    if (database !== undefined) url.pathname = `/${database}`
    const client = new Client({ connectionString: url.href })
    clients.push(client)
    await client.connect()
    return client
  }

  beforeAll(async () => {
    app = await startApp()
    // What was never counted has no rate.
    await app.client().post('/api/performance/load', { route: '/aboutus' })
    // The first scrapes may come before the jobs are counted, and on a busy machine without the figures of the database.
    await eventually(async () => {
      const { samples } = await scrape()
      const has = (metric: string) => samples.some(({ name }) => name === metric)
      return has('veralead_jobs_counted_timestamp_seconds') && has('veralead_order_flags')
    }, 60)
    scrapes.splice(0, scrapes.length - 1)
  })
  afterAll(async () => {
    for (const client of clients) await client.end().catch(() => undefined)
    await app.stop()
  })

  it('given the rules, then they are what Prometheus takes, and no quiet site fires one', async () => {
    for (const { alert, wait, severity, summary } of alerts) {
      expect(alert).toMatch(/^Veralead[A-Z]\w+$/)
      expect(wait).toMatch(/^\d+[smhd]$/)
      expect(['page', 'ticket']).toContain(severity)
      expect(summary).toMatch(/\.$/)
    }
    const runbook = await readFile(join(docs, 'operations/alerts.md'), 'utf8')
    expect([...runbook.matchAll(/^### (\w+)$/gm)].map(([, alert]) => alert)).toEqual(
      alerts.map(({ alert }) => alert),
    )
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    await scrape()
    expect(firing()).toEqual([])
  })

  it('given callers who wait for a lock, then the pool is exhausted, and afterwards the calls were slow', async () => {
    const locker = await superuser()
    await locker.query('begin; lock table performance_page_load in access exclusive mode')
    const started = Date.now()
    const calls = Array.from({ length: 14 }, () =>
      app.client().post('/api/performance/load', { route: '/aboutus', load: 1 }),
    )
    await eventually(async () => (await scrape()) && firing().includes('VeraleadPoolExhausted'))
    await eventually(async () => Date.now() - started > 1_400)
    await locker.query('rollback')
    await Promise.all(calls)
    await scrape()
    expect(firing()).toEqual(['VeraleadSlow'])
  })

  it('given work that is left lying, then each alert about it fires', async () => {
    await app.site.jobs.stop()
    await (await superuser()).query(hours)
    // A process that counts jobs and does none.
    const counting = new PgBoss({
      connectionString: app.database.superUrl,
      migrate: false,
      createSchema: false,
      reindex: false,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
    })
    counting.on('error', () => undefined)
    await counting.start()
    const left = [
      'VeraleadSlow',
      'VeraleadJobsWait',
      'VeraleadJobsFailed',
      'VeraleadOutboxStuck',
      'VeraleadWebhooksFail',
      'VeraleadDifferences',
      'VeraleadFlags',
      'VeraleadNotReconciled',
      'VeraleadMailsFailed',
      'VeraleadNotProved',
    ]
    try {
      await expect.poll(async () => (await scrape()) && firing(), { timeout: 30_000 }).toEqual(left)
    } finally {
      await counting.stop({ graceful: false })
    }
    await scrape(301)
    expect(firing()).toContain('VeraleadJobsStopped')
    scrapes.pop()
  })

  it('given silence, then it raises an alert: of one process, of all, of their jobs, and of what is around them', async () => {
    await scrape()
    const before = firing()
    const now = scrapes.at(-1)!
    const others = now.samples.filter(({ name }) => name !== 'up')
    const firingWith = (samples: Sample[]): string[] => {
      scrapes.push({ at: now.at, samples })
      const found = firing().filter((alert) => !before.includes(alert))
      scrapes.pop()
      return found
    }
    const up = (instance: string, value: number): Sample => ({
      name: 'up',
      labels: { ...added, instance },
      value,
    })
    expect(firingWith([...others, up('app-1:3000', 1), up('app-2:3000', 0)])).toEqual(['VeraleadProcessAway'])
    // What a site that stopped leaves: its series are stale, and its target is down.
    expect(firingWith([up('app-1:3000', 0), ...around(now.at).filter(({ name }) => name !== 'up')])).toEqual([
      'VeraleadAway',
      'VeraleadProcessAway',
      'VeraleadJobsStopped',
    ])
    expect(firingWith([])).toEqual(['VeraleadAway', 'VeraleadJobsStopped', 'VeraleadBackupOld'])
    const without = (metric: string) => now.samples.filter(({ name }) => name !== metric)
    expect(firingWith(without('veralead_jobs_counted_timestamp_seconds'))).toEqual(['VeraleadJobsStopped'])
    const bad: Record<string, [metric: string, value: number]> = {
      VeraleadUnreachable: ['probe_success', 0],
      VeraleadCertificateEnds: ['probe_ssl_earliest_cert_expiry', now.at + 13 * 86_400],
      VeraleadDiskFull: ['node_filesystem_avail_bytes', 9],
      VeraleadBackupOld: ['veralead_backup_finished_timestamp_seconds', now.at - 27 * 3_600],
    }
    for (const [alert, [metric, value]] of Object.entries(bad))
      expect(firingWith(now.samples.map((one) => (one.name === metric ? { ...one, value } : one)))).toEqual([
        alert,
      ])
  })

  it('given a database that only reads, then the site is not ready, writes are asked to come again, and the next connection finds the writer', async () => {
    const name = new URL(app.database.superUrl).pathname.slice(1)
    const other = await superuser('postgres')
    // As a failover leaves it: what is connected afterwards finds a server that takes no writes.
    const leads = () =>
      app.client().post('/api/leads', {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        phone_number: '+44 20 7946 0000',
        company_name: 'Engines',
        lead_type: 'normal_lead',
      })
    const ended = () =>
      other.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    for (const client of clients) client.on('error', () => undefined)
    await other.query(`alter role veralead_app in database ${name} set default_transaction_read_only = on`)
    try {
      await ended()
      await eventually(async () => (await app.client().get('/readyz')).status === 503)
      const refused = await leads()
      expect([refused.status, refused.headers.get('retry-after')], refused.text).toEqual([503, '5'])
      const order = await app.client().post('/api/performance/load', { route: '/aboutus', load: 1 })
      expect([order.status, order.headers.has('retry-after')], order.text).toEqual([503, true])
      await scrape()
      expect(firing()).toContain('VeraleadDatabaseReadOnly')
      expect(firing()).not.toContain('VeraleadDatabaseAway')
    } finally {
      await other.query(`alter role veralead_app in database ${name} reset default_transaction_read_only`)
    }
    // The connections to the reader are left one by one, without anybody ending them.
    await eventually(async () => (await app.client().get('/readyz')).status === 200)
    await eventually(async () => (await leads()).status === 200)
    const { rows } = await other.query(
      `select count(*)::int as count from pg_stat_activity where datname = '${name}' and application_name = 'veralead'`,
    )
    expect(rows[0].count).toBeGreaterThan(0)
  })

  it('given a write that found the disk full, then the site is not ready, though the database reads', async () => {
    app.site.database.failed(
      Object.assign(new Error('could not extend file "base/1/2": No space left on device'), {
        code: '53100',
      }),
    )
    // One round of checks answers all requests of a quarter of a second.
    await eventually(async () => {
      const answer = await app.client().get('/readyz')
      return answer.status === 503 && answer.body.checks.database === 'failed'
    })
    await scrape()
    expect(firing()).toContain('VeraleadDatabaseReadOnly')
  })

  it('given a database that is away, then an alert fires for it and for the calls that fail', async () => {
    const name = new URL(app.database.superUrl).pathname.slice(1)
    const other = await superuser('postgres')
    for (const client of clients) client.on('error', () => undefined)
    const allow = (allowed: boolean) => other.query(`alter database ${name} allow_connections ${allowed}`)
    await allow(false)
    try {
      await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
      const call = async () =>
        (await app.client().post('/api/performance/load', { route: '/aboutus' })).status
      expect(await call()).toBe(503)
      await scrape()
      scrapes.splice(0, scrapes.length - 1)
      expect(await call()).toBe(503)
      await scrape()
      expect(firing()).toEqual(expect.arrayContaining(['VeraleadDatabaseAway', 'VeraleadServerErrors']))
    } finally {
      await allow(true)
    }
  })

  it('given the expressions of alerts and panels, then each metric and label exists, and each panel shows something', async () => {
    await eventually(async () =>
      (await scrape()).samples.some(({ name }) => name === 'veralead_jobs_waiting'),
    )
    scrapes.splice(0, scrapes.length - 1)
    // A panel shows processes that have just begun; the one of the tests is older.
    vi.spyOn(process, 'uptime').mockReturnValue(5)
    await app.client().post('/api/performance/load', { route: '/aboutus' })
    await scrape()
    const { samples } = scrapes.at(-1)!
    const labelsOf = (metric: string) =>
      new Set(samples.filter(({ name }) => name === metric).flatMap(({ labels }) => Object.keys(labels)))
    for (const expr of [...alerts.map((alert) => alert.expr), ...dashboard.expressions]) {
      const { asked, evaluate } = promql(expr)
      expect(asked.length, expr).toBeGreaterThan(0)
      for (const { metric, labels } of asked)
        expect([...labelsOf(metric)], `${metric} in ${expr}`).toEqual(expect.arrayContaining(labels))
      if (dashboard.expressions.includes(expr) && !expr.includes('external'))
        expect(evaluate(scrapes), expr).not.toEqual([])
    }
    for (const [at, one] of dashboard.places.entries())
      for (const other of dashboard.places.slice(at + 1)) expect(overlap(one, other)).toBe(false)
  })
})

interface Place {
  x: number
  y: number
  w: number
  h: number
}

const overlap = (a: Place, b: Place): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
