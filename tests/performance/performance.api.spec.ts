import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RingTelemetry } from '#platform/telemetry/ring-telemetry.ts'
import { mountPerformanceRoutes } from '../../src/modules/performance/routes.ts'
import { openShop, type Shop } from '../commerce/support/shop.ts'
import { eventually } from '../support/app.ts'

describe('the performance calls', () => {
  let app: Shop
  beforeAll(async () => {
    app = await openShop()
  })
  afterAll(() => app?.stop())

  it('given some calls, then the statistics have the specified shape (M-179 to M-181)', async () => {
    for (let i = 0; i < 105; i += 1) await app.client().get('/api/leadership/sources')
    const staff = await app.staff()
    const { body } = await staff.get('/api/performance/stats')
    expect(body.summary.totalOperations).toBeGreaterThan(100)
    expect(Object.keys(body.summary.categories).sort()).toEqual(['api', 'database', 'external', 'other'])
    expect(body.summary.slowestOperation.averageTime).toBeGreaterThanOrEqual(
      body.summary.fastestOperation.averageTime,
    )
    const timing = body.categorizedStats.api['GET /api/leadership/sources']
    expect(timing.count).toBe(105)
    expect(timing.min).toBeLessThanOrEqual(timing.average)
    expect(timing.average).toBeLessThanOrEqual(timing.max)
    expect(timing.max).toBeLessThan(60)
    expect(Object.keys(body.categorizedStats.database).length).toBeGreaterThan(0)
    expect(body.accessedBy).toEqual({ username: 'admin', role: 'owner' })
    expect(body.metadata.maxSamples).toBe(100)
  })

  it('given page loads of browsers, then staff see their figures per route (M-183)', async () => {
    for (const load of [100, 200, 300, 400]) {
      const answer = await app
        .client()
        .post('/api/performance/load', { route: '/aboutus', load, largestContentfulPaint: load / 2 })
      expect(answer.status, answer.text).toBe(200)
    }
    const { body } = await (await app.staff()).get('/api/performance/load')
    expect(body.pageLoads).toContainEqual({ route: '/aboutus', count: 4, loadP75: 325, lcpP75: 162.5 })
    expect(body.memory.rss).toBeGreaterThan(1e7)
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
    await eventually(async () => (await traces()).length > 0, 15)
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
    await eventually(async () => (await history('hour')).processes.length > 0, 15)
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
    const wrong = await staff.get('/api/performance/history?span=year')
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('span')
    expect((await staff.get('/api/performance/statements')).status).toBe(200)
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
        if (open) await expect(answer).resolves.toMatchObject({ success: true })
        else
          await expect(answer).rejects.toMatchObject({
            kind: 'not-found',
            message: 'Performance statistics are only available in development environment',
          })
      }
    },
  )
})
