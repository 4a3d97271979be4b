import { availableParallelism } from 'node:os'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HistoryRecorder } from '#platform/telemetry/history-recorder.ts'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { mountPerformanceRoutes } from '../../src/modules/performance/routes.ts'
import { Staff } from '../../src/server/services.ts'
import { openShop, type Shop } from '../commerce/support/shop.ts'
import { eventually } from '../support/app.ts'

describe('the performance calls', () => {
  let app: Shop
  beforeAll(async () => {
    app = await openShop({ env: { ALERT_EMAIL: 'ops@example.com', RELEASE: '2.0' } })
  })
  afterAll(() => app?.stop())

  it('given some calls, then the statistics have the specified shape (M-179 to M-181, M-443)', async () => {
    for (let i = 0; i < 105; i += 1) await app.client().get('/api/leadership/sources')
    const prepared = await app.checkout(await app.buyer())
    expect(prepared.status, prepared.text).toBe(200)
    const staff = await app.staff()
    const { body } = await staff.get('/api/performance/stats')
    // Each where it belongs: what was asked of the payment provider is no work of our own.
    const named = (category: string) => Object.keys(body.categorizedStats[category])
    expect(named('external')).toContainEqual(expect.stringMatching(/^stripe paymentIntents/))
    expect(named('database')).toContainEqual(expect.stringMatching(/^select /))
    expect(named('api')).toContain('POST /api/checkout/create-payment-intent')
    expect([...named('api'), ...named('other')]).not.toContainEqual(
      expect.stringMatching(/^(stripe|select) /),
    )
    expect(body.summary.totalOperations).toBeGreaterThan(100)
    expect(Object.keys(body.summary.categories).sort()).toEqual(['api', 'database', 'external', 'other'])
    const operations = Object.values<Record<string, { count: number; average: number }>>(
      body.categorizedStats,
    ).flatMap((category) => Object.entries(category))
    const averages = operations.map(([, { average }]) => average)
    // How many calls of each category, not how many kinds of them.
    for (const [category, timings] of Object.entries<Record<string, { count: number }>>(
      body.categorizedStats,
    ))
      expect(body.summary.categories[category], category).toBe(
        Object.values(timings).reduce((sum, { count }) => sum + count, 0),
      )
    expect(body.summary).toMatchObject({
      totalOperations: operations.reduce((sum, [, { count }]) => sum + count, 0),
      uniqueOperationTypes: operations.length,
      slowestOperation: { averageTime: Math.max(...averages) },
      fastestOperation: { averageTime: Math.min(...averages) },
    })
    const { name, averageTime } = body.summary.slowestOperation
    expect(operations).toContainEqual([name, expect.objectContaining({ average: averageTime })])
    const fastest = body.summary.fastestOperation
    expect(operations).toContainEqual([
      fastest.name,
      expect.objectContaining({ average: fastest.averageTime }),
    ])
    const timing = body.categorizedStats.api['GET /api/leadership/sources']
    expect(timing.count).toBe(105)
    for (const each of operations)
      expect(Object.keys(each[1]).sort()).toEqual(['average', 'count', 'max', 'min', 'p50', 'p95', 'p99'])
    expect(timing.min).toBeLessThanOrEqual(timing.average)
    expect(timing.average).toBeLessThanOrEqual(timing.max)
    // Seconds: 105 calls, one after the other, took less than the minute that a test may take.
    expect(timing.average).toBeLessThan(0.6)
    expect(Object.keys(body.categorizedStats.database).length).toBeGreaterThan(0)
    expect(body.accessedBy).toEqual({ username: 'admin', role: 'owner' })
    const viewer = { username: 'reader', password: 'Reads-the-figures-1' }
    await app.site.container.get(Staff).create({ ...viewer, role: 'viewer' })
    const reader = app.client()
    await reader.post('/api/auth/login', viewer)
    const read = await reader.get('/api/performance/stats')
    expect(read.body.accessedBy, 'M-006').toEqual({ username: 'reader', role: 'viewer' })
    expect(body.metadata).toEqual({
      maxSamples: 100,
      note: 'Seconds, over the last 100 samples of each operation in this process.',
    })
    expect(body.environment).toBe('development')
    expect(Math.abs(Date.parse(body.timestamp) - app.clock.now().getTime())).toBeLessThan(60_000)
  })

  it('given page loads of browsers, then staff see their figures per route (M-183)', async () => {
    for (const load of [100, 200, 300, 400]) {
      const answer = await app.client().post('/api/performance/load', {
        ...{ route: '/aboutus', load, largestContentfulPaint: load / 2 },
        ...{ firstContentfulPaint: 40, domContentLoaded: 50, cumulativeLayoutShift: 0.5 },
      })
      expect(answer.status, answer.text).toBe(200)
    }
    const { body } = await (await app.staff()).get('/api/performance/load')
    expect(body.pageLoads).toContainEqual({ route: '/aboutus', count: 4, loadP75: 325, lcpP75: 162.5 })
    const stored = await app.sql.query(
      'select distinct first_contentful_paint, dom_content_loaded, cumulative_layout_shift from performance_page_load',
    )
    expect(stored.map(Object.values)).toEqual([[40, 50, 0.5]])
    expect(body.memory.rss).toBeGreaterThan(1e7)
    // The event loop is watched from the first reading on.
    const staff = await app.staff()
    await expect
      .poll(async () => (await staff.get('/api/performance/load')).body.eventLoopDelay.max)
      .toBeGreaterThan(0)
    // Measured since the process started: no more processor time than there is.
    expect(body.cpu.user + body.cpu.system).toBeLessThanOrEqual(availableParallelism())
    expect(body.recordingCost).toBeGreaterThan(0)
    for (const route of ['javascript:x', '/invented', '/aboutus/']) {
      expect((await app.client().post('/api/performance/load', { route })).status).toBe(400)
    }
  })

  it('given an event of an order, then its request id leads to the request that wrote it, with its statements', async () => {
    const prepared = await app.checkout(await app.buyer())
    expect(prepared.status, prepared.text).toBe(200)
    const finance = await app.staff()
    const { events } = (await finance.get(`/api/finance/orders/${prepared.body.order.id}/events`)).body
    const traces = async () =>
      (await finance.get(`/api/performance/requests/${events[0].requestId}`)).body.requests
    await app.site.container.get(HistoryRecorder).write()
    const [request] = await traces()
    expect(request).toMatchObject({ route: 'POST /api/checkout/create-payment-intent', status: 200 })
    expect(request.databaseSeconds).toBeLessThanOrEqual(request.seconds)
    expect(request.statements.map(({ text }: { text: string }) => text).join()).toContain('es.append')
    expect((await finance.get('/api/performance/requests/unknown-id')).body.requests).toEqual([])
    expect((await app.client().get('/api/performance/requests/unknown-id')).status).toBe(401)
  })

  it('given what was recorded, then the history has times per category and the load, and wrong spans are named', async () => {
    const staff = await app.staff()
    const history = async (span: string) => (await staff.get(`/api/performance/history?span=${span}`)).body
    await app.site.container.get(HistoryRecorder).write()
    for (const [span, step] of [
      ['hour', 60],
      ['day', 900],
      ['month', 21_600],
    ] as const) {
      const { categories, processes, ...rest } = await history(span)
      expect(rest.step).toBe(step)
      const api = categories.find(({ category }: { category: string }) => category === 'api')
      expect(api.count).toBeGreaterThan(0)
      expect(api.p50).toBeLessThanOrEqual(api.p99)
      expect(processes[0]).toMatchObject({ processes: 1 })
      expect(processes[0].rss).toBeGreaterThan(1e7)
    }
    expect((await history('hour')).releases).toEqual([{ name: '2.0', at: expect.any(String) }])
    const wrong = await staff.get('/api/performance/history?span=year')
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('span')
    expect((await staff.get('/api/performance/statements')).status).toBe(200)
  })

  it('given a request that fails and a slow statement, then both are mailed once, with the way to their statements', async () => {
    const customer = await app.buyer()
    await app.sql.query('select pg_sleep(1)')
    // What the screen of an order asks for is gone: an error that nobody expects.
    const asOwner = new Client({ connectionString: app.database.superUrl })
    await asOwner.connect()
    await asOwner.query('alter table commerce_order rename column buyer_id to away')
    const failed = await customer.http.get('/api/orders')
    await asOwner
      .query('alter table commerce_order rename column away to buyer_id')
      .finally(() => asOwner.end())
    expect(failed.status).toBe(500)
    const staff = await app.staff()
    const problems = async () => (await staff.get('/api/performance/problems')).body.problems
    await app.site.container.get(HistoryRecorder).write()
    const error = (await problems()).find(({ kind }: { kind: string }) => kind === 'error')
    expect(error).toMatchObject({
      route: 'GET /api/orders',
      count: 1,
      requestId: failed.headers.get('x-request-id'),
    })
    expect(error.what).toMatch(/column … does not exist|InvalidFieldName/)
    expect(error).toMatchObject({ firstRelease: '2.0', lastRelease: '2.0' })
    const statements = (await staff.get(`/api/performance/requests/${error.requestId}`)).body.requests[0]
      .statements
    expect(JSON.stringify(statements)).toContain('commerce_order')

    await app.advance(5 * 60_000)
    const mails = async () => (await app.client().get('/api/dev/mail?to=ops@example.com')).body.mails
    await eventually(async () => (await mails()).length > 0, 30)
    const [mail] = await mails()
    expect(mail.subject).toMatch(/^Veralead: ([12] errors?, )?1 slow statement$|^Veralead: [12] errors?$/)
    const link = `${app.url}/admin/operations/performance?request=${error.requestId}`
    const slow = 'Slow statement in background: select pg_sleep(?)'
    const mailText = async () => (await mails()).map(({ text }: { text: string }) => text).join()
    const times = (text: string, part: string) => text.split(part).length - 1
    // Once each, though the job runs several times.
    expect([times(await mailText(), link), times(await mailText(), slow)]).toEqual([1, 1])
    await app.advance(5 * 60_000)
    await app.advance(5 * 60_000)
    expect(times(await mailText(), link)).toBe(1)
    expect((await app.client().get('/api/performance/problems')).status).toBe(401)
  })
})

describe('the performance calls in production', () => {
  it.each([
    ['development', false],
    ['all', true],
    ['off', false],
  ] as const)(
    'given PERFORMANCE_STATS=%s, then statistics, history and statements are open: %s (M-177, M-182)',
    async (performanceStats, open) => {
      type Handler = (input: object, call: object) => Promise<unknown>
      const served = new Map<string, Handler>()
      const api = {
        serve: (endpoint: { path: string; method: string }, handler: Handler) =>
          served.set(`${endpoint.method} ${endpoint.path}`, handler),
      }
      const history = {
        categories: async () => [],
        processes: async () => [],
        slowStatements: async () => [],
        releases: async () => [],
      }
      const parts = {
        telemetry: new RingTelemetry(),
        history,
        clock: { now: () => new Date() },
        config: { env: 'production', performanceStats },
      }
      mountPerformanceRoutes(api as never, parts as never)
      for (const path of ['stats', 'history', 'statements']) {
        const answer = served.get(`GET /api/performance/${path}`)!(
          { query: { span: 'hour' } },
          { actor: { username: 'admin', role: 'owner' } },
        )
        if (open)
          await expect(answer).resolves.toMatchObject(path === 'stats' ? { environment: 'production' } : {})
        else
          await expect(answer).rejects.toMatchObject({
            kind: 'not-found',
            message: 'Performance statistics are only available in development environment',
          })
      }
    },
  )
})
