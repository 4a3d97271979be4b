import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'

const entry = {
  source_name: 'Harbour Survey 2026',
  publisher: 'Harbour Office',
  year: 2026,
  url: 'https://harbour.example/survey',
  confidence_score: 0.7,
  data_freshness_days: 90,
  factors: [
    { factor_key: 'turnover_rate', value: 21.5, derivation: 'Table 4, all employers, voluntary.' },
    { factor_key: 'rd_budget', value: 250_000, derivation: 'Table 9, median of those who have one.' },
  ],
}
const path = '/api/admin/leadership/sources/harbour-2026'

describe('the editor of research sources', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp()
  })
  afterAll(() => app?.stop())

  it('given a new source, when it is changed and removed, then visitors see each state and the log has who did what', async () => {
    const staff = await app.staff()
    const before = (await staff.get('/api/admin/leadership/sources')).body.sources.length
    expect((await staff.put(path, entry)).body).toMatchObject({ success: true, source: entry })
    const offered = (await app.client().get('/api/leadership/factors/rd_budget/sources')).body.sources
    expect(offered.map((source: { source_name: string }) => source.source_name)).toContain(entry.source_name)
    expect(
      (await app.client().get('/api/leadership/factors/source/Harbour%20Survey%202026')).body.factors,
    ).toEqual({
      turnover_rate: 21.5,
      rd_budget: 250_000,
    })
    const changed = { ...entry, factors: [{ ...entry.factors[0], value: 19 }] }
    expect((await staff.put(path, changed)).status).toBe(200)
    expect(
      (await app.client().get('/api/leadership/factors/source/Harbour%20Survey%202026')).body.factors,
    ).toEqual({
      turnover_rate: 19,
    })
    expect((await staff.send('DELETE', path)).status).toBe(200)
    expect((await staff.send('DELETE', path)).status).toBe(404)
    const { sources, changes } = (await staff.get('/api/admin/leadership/sources')).body
    expect(sources).toHaveLength(before)
    expect(changes.slice(0, 3)).toMatchObject([
      { by: 'admin', source_id: 'harbour-2026', before: changed, after: null },
      { by: 'admin', source_id: 'harbour-2026', before: entry, after: changed },
      { by: 'admin', source_id: 'harbour-2026', before: null, after: entry },
    ])
  })

  it.each([
    [{ source_name: ' x ' }, 'Name must have at least 3 characters'],
    [{ url: 'javascript:alert(1)' }, 'Address must be a whole https address'],
    [{ url: 'http://plain.example/' }, 'Address must be a whole https address'],
    [{ year: 1800 }, 'Year must be 1900 or later'],
    [{ confidence_score: 70 }, 'Confidence must be from 0 to 1'],
    [{ data_freshness_days: 0 }, 'Freshness must be at least one day'],
    [{ factors: [] }, 'A source needs at least one value'],
    [
      { factors: [{ ...entry.factors[0], value: 101 }] },
      'Value of turnover_rate must be at most 100 percent',
    ],
    [
      { factors: [{ ...entry.factors[0], derivation: '' }] },
      'How the value follows must have at least 10 characters',
    ],
    [{ factors: [entry.factors[0], entry.factors[0]] }, 'A source has one value of turnover_rate at most'],
  ])('given %j, then it is refused and the sentence names the field', async (wrong, sentence) => {
    const answer = await (await app.staff()).put(path, { ...entry, ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(sentence)
    expect((await app.client().get('/api/leadership/factors/source/Harbour%20Survey%202026')).status).toBe(
      404,
    )
  })

  it('given the name of another source, then it is refused and nothing changes', async () => {
    const staff = await app.staff()
    const [first] = (await staff.get('/api/admin/leadership/sources')).body.sources
    const answer = await staff.put(path, { ...entry, source_name: first.source_name })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain('Name')
  })
})
