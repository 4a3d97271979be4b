import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startApp, type TestApp } from '../support/app.ts'
import { faultsOf, parseExposition, sampleOf } from '../support/exposition.ts'

const docs = join(import.meta.dirname, '../../docs')

/** What needs a sample that a quiet site does not have: no failed job, no waiting outbox row, no open difference. */
const given = `
insert into platform_job_outbox (queue, owed_at, jobs) values ('of-another-version', now() - interval '90 seconds', '[]');
insert into commerce_stripe_inbox (event_id, type, livemode, created, received_at, raw_digest, status)
select 'evt_metrics_' || status, 'payment_intent.succeeded', false, now(), now(), '\\x00', status
from unnest(array['applied', 'parked', 'failed']) status;
insert into commerce_difference (id, intent_id, kind, log_says, stripe_says, cause, state, found_at, settled_at)
values (gen_random_uuid(), 'pi_metrics_1', 'behind-stripe', 'a', 'b', 'c', 'open', now(), null),
  (gen_random_uuid(), 'pi_metrics_2', 'behind-stripe', 'a', 'b', 'c', 'foreign', now(), now());
insert into commerce_reconciliation (id, started_at, finished_at, since)
values (gen_random_uuid(), now(), now(), now());
insert into commerce_order_mail (key, order_id, kind, owed_at, due_at, state)
values ('metrics-1', gen_random_uuid(), 'reminder', now(), now() - interval '1 hour', 'failed'),
  ('metrics-2', gen_random_uuid(), 'reminder', now(), now() - interval '1 hour', 'owed');
insert into pgboss.job (name, data) select name, '{}' from pgboss.queue where name like '%-dead' order by name limit 1`

describe('GET /metrics', () => {
  let app: TestApp
  const scrape = async (): Promise<string> => (await app.client().get('/metrics')).text
  const asSuperuser = async (sql: string, url = app.database.superUrl): Promise<void> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }

  beforeAll(async () => {
    app = await startApp()
    await asSuperuser(given)
  })
  afterAll(() => app.stop())

  it('given a site in use, then promtool would object to nothing', async () => {
    await app.client().get('/api/cms')
    await app.client().get('/api/orders')
    expect(faultsOf(await scrape())).toEqual([])
  })

  it('given answers of all kinds, then each is counted by method, template and status, and no address is a label', async () => {
    const client = app.client()
    expect((await client.get('/api/leadership/factors/secret-value/sources')).status).toBeLessThan(500)
    expect((await client.get('/api/finance/orders/4f9c6a52-5d6e-4b7e-9a11-3c2f4d5e6f70/events')).status).toBe(
      401,
    )
    expect((await client.post('/api/auth/login', { username: 'x' })).status).toBe(400)
    await client.get('/no/such/page-qxz')
    const text = await scrape()
    const requests = (labels: Record<string, string>) =>
      sampleOf(text, 'veralead_http_requests_total', labels)
    expect(requests({ method: 'GET', route: '/api/finance/orders/:id/events', status: '401' })).toBe(1)
    expect(requests({ method: 'POST', route: '/api/auth/login', status: '400' })).toBe(1)
    expect(requests({ method: 'GET', route: 'other', status: '404' })).toBe(1)
    expect(text).not.toMatch(/4f9c6a52|page-qxz|secret-value/)
    const durations = { category: 'api', name: 'POST /api/auth/login' }
    expect(sampleOf(text, 'veralead_operation_duration_seconds_count', durations)).toBe(1)
  })

  it('given what waits and what failed, then it is counted with its kind', async () => {
    // pg-boss counts its queues every five seconds.
    const text = await eventually(async () => {
      const now = await scrape()
      const dead = parseExposition(now).find(({ name }) => name === 'veralead_jobs_failed')
      return dead?.samples.some(({ value }) => value === 1) ? now : undefined
    }, 30)
    const told = (name: string, labels: Record<string, string> = {}) =>
      sampleOf(text, `veralead_${name}`, labels)
    expect(told('database_up')).toBe(1)
    expect(told('jobs_waiting', { queue: 'commerce-order-confirmation' })).toBe(0)
    expect(told('outbox_waiting')).toBe(1)
    expect(told('outbox_oldest_age_seconds')).toBeGreaterThanOrEqual(90)
    expect(['new', 'parked', 'failed'].map((status) => told('inbox_unfinished', { status }))).toEqual([
      0, 1, 1,
    ])
    expect(told('reconciliation_open_differences', { kind: 'behind-stripe' })).toBe(1)
    expect(told('reconciliation_open_differences', { kind: 'lost-order' })).toBe(0)
    expect(told('reconciliation_finished_timestamp_seconds')).toBeGreaterThan(1_700_000_000)
    expect([told('order_mails_failed'), told('order_mails_late')]).toEqual([1, 1])
    expect(told('database_connections', { state: 'idle' })).toBeGreaterThan(0)
    expect(told('database_connections_limit')).toBe(8)
    expect(told('processes')).toBe(1)
    expect(
      parseExposition(text).find(({ name }) => name === 'veralead_inbox_unfinished')?.samples,
    ).toHaveLength(3)
  })

  it('given docs/operations.md, then it lists every metric and no other', async () => {
    const names = parseExposition(await scrape()).map(({ name }) => name)
    const listed = [
      ...(await readFile(join(docs, 'operations.md'), 'utf8')).matchAll(/^\| `(veralead_\w+)/gm),
    ]
    // Absent while the log is empty: nothing is there to prove.
    const atFirst = 'veralead_log_proved_timestamp_seconds'
    expect(listed.map(([, name]) => name).sort()).toEqual([...new Set([...names, atFirst])].sort())
  })

  it('given a database that is away, then a scrape answers at once with what the process itself knows', async () => {
    const { pathname } = new URL(app.database.superUrl)
    const other = new URL(app.database.superUrl)
    other.pathname = '/postgres'
    const name = pathname.slice(1)
    await asSuperuser(`alter database ${name} allow_connections false`, other.href)
    await asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      other.href,
    )
    try {
      const started = performance.now()
      const { status, text } = await app.client().get('/metrics')
      expect(performance.now() - started).toBeLessThan(2_500)
      expect(status).toBe(200)
      expect(sampleOf(text, 'veralead_database_up')).toBe(0)
      expect(text).not.toMatch(/veralead_(jobs|outbox|inbox|reconciliation|order_mails)/)
      expect(sampleOf(text, 'veralead_processes')).toBe(1)
      expect(faultsOf(text)).toEqual([])
    } finally {
      await asSuperuser(`alter database ${name} allow_connections true`, other.href)
    }
    await eventually(async () => sampleOf(await scrape(), 'veralead_database_up') === 1)
  })
})
