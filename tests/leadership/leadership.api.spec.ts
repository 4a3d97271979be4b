import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const userInputs = {
  employees: 250,
  averageSalary: 80_000,
  turnoverRate: 20,
  disengagementRate: 30,
  productivityLossPercent: 10,
  rdBudget: 1_000_000,
  hiringDelayWeeks: 6,
  revenueLostPerUnfilledRole: 100_000,
}

describe('the calculator calls', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app?.stop())

  it('given company figures, then tilci and a breakdown that adds up are answered (M-399)', async () => {
    const { body } = await app.client().post('/api/leadership/calculate', { userInputs, selectedFactors: {} })
    expect(body).toMatchObject({ success: true, tilci: 6_603_954 })
    const amounts = Object.values(body.breakdown as Record<string, { amount: number }>).map(
      ({ amount }) => amount,
    )
    expect(amounts.reduce((a, b) => a + b, 0)).toBe(body.tilci)
  })

  it('given sources, then each has its fields and its factors (M-379, M-380, M-384)', async () => {
    const { sources } = (await app.client().get('/api/leadership/sources')).body
    expect(sources.length).toBeGreaterThanOrEqual(5)
    for (const source of sources) {
      expect(source.confidence_score).toBeGreaterThan(0)
      expect(source.data_freshness_days).toBeGreaterThan(0)
      expect(source.url).toMatch(/^https:/)
      const path = `/api/leadership/factors/source/${encodeURIComponent(source.source_name)}`
      const { body } = await app.client().get(path)
      expect(Object.keys(body.factors).length).toBeGreaterThan(0)
      expect(Object.keys(body.derivations).sort()).toEqual(Object.keys(body.factors).sort())
    }
  })

  it('given a factor, then only sources that have it are answered; given an unknown one, then 400', async () => {
    const { sources } = (await app.client().get('/api/leadership/factors/turnover_rate/sources')).body
    expect(sources.length).toBeGreaterThanOrEqual(2)
    expect((await app.client().get('/api/leadership/factors/weather/sources')).status).toBe(400)
    expect((await app.client().get('/api/leadership/factors/source/a%2Fb%F0%9F%A6%A9')).status).toBe(404)
  })

  it.each([
    { employees: 0 },
    { employees: -5 },
    { employees: 2.5 },
    { averageSalary: '80000' },
    { turnoverRate: 101 },
    { hiringDelayWeeks: 1e308 },
    { rdBudget: null },
  ])('given %j, then 400 (X-5)', async (wrong) => {
    const answer = await app
      .client()
      .post('/api/leadership/calculate', { userInputs: { ...userInputs, ...wrong }, selectedFactors: {} })
    expect(answer.status).toBe(400)
    expect(answer.body.errors?.join(' ') ?? answer.body.message).toContain(Object.keys(wrong)[0])
  })
})
