import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

describe('the performance calls', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
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
    expect((await app.client().post('/api/performance/load', { route: 'javascript:x' })).status).toBe(400)
  })
})
