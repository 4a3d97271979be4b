import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Staff } from '../../src/modules/identity/staff.ts'
import { factorKeys } from '../../src/modules/leadership/domain/factors.ts'
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

  it('given the sources as delivered, then every field that research can fill has one, and each says how its value follows', async () => {
    for (const key of factorKeys) {
      const { sources } = (await app.client().get(`/api/leadership/factors/${key}/sources`)).body
      expect(sources.length, key).toBeGreaterThan(0)
      for (const { factors } of sources)
        for (const { derivation } of factors) expect(derivation.length).toBeGreaterThan(40)
    }
  })

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
    [{ source_name: 'Survey 🚀' }, 'Source name has letters that documents cannot show: 🚀.'],
    [{ publisher: 'ꦗꦮ' }, 'Publisher has letters that documents cannot show: ꦗ ꦮ.'],
    [
      { factors: [{ ...entry.factors[0], derivation: 'One of 🚀 five left.' }] },
      'Derivation has letters that documents cannot show: 🚀.',
    ],
    [
      { factors: [{ ...entry.factors[0], value: 101 }] },
      'Value of Turnover rate must be at most 100 percent',
    ],
    [
      { factors: [{ ...entry.factors[0], derivation: '' }] },
      'How the value is derived must have at least 10 characters',
    ],
    [{ factors: [entry.factors[0], entry.factors[0]] }, 'A source has one value of Turnover rate at most'],
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

  it('given two editors, when the second saves what the first has changed meanwhile, then it is refused and named', async () => {
    const staff = await app.staff()
    const id = '/api/admin/leadership/sources/quay-2026'
    const quay = { ...entry, source_name: 'Quay Survey 2026' }
    const revision = async (): Promise<number | undefined> =>
      (await staff.get('/api/admin/leadership/sources')).body.sources.find(
        (source: { source_id: string }) => source.source_id === 'quay-2026',
      )?.revision
    expect((await staff.put(id, { ...quay, revision: 0 })).status).toBe(409)
    expect((await staff.put(id, { ...quay, revision: null })).status).toBe(200)
    const seen = await revision()
    expect(seen).toBeGreaterThan(0)
    expect((await staff.put(id, { ...quay, revision: null })).body.code).toBe('SOURCE_ID_TAKEN')
    expect((await staff.put(id, { ...quay, year: 2025, revision: seen })).status).toBe(200)
    const late = await staff.put(id, { ...quay, year: 2024, revision: seen })
    expect(late.status).toBe(409)
    expect(late.body.message).toBe('admin saved this source after you opened it. Nothing was overwritten.')
    expect((await staff.send('DELETE', id)).status).toBe(200)
    expect((await staff.put(id, { ...quay, revision: (await revision()) ?? seen })).body.message).toContain(
      'removed',
    )
  })

  it('given a changed value, then the audit log of the site says who changed which field from what to what', async () => {
    const staff = await app.staff()
    const id = '/api/admin/leadership/sources/mole-2026'
    const mole = { ...entry, source_name: 'Mole Survey 2026' }
    await staff.put(id, mole)
    await staff.put(id, { ...mole, factors: [{ ...entry.factors[0], value: 22 }] })
    await staff.send('DELETE', id)
    const { entries } = (await staff.get('/api/audit')).body
    const mine = entries.filter(({ subject }: { subject: string }) => subject === 'Mole Survey 2026')
    expect(mine.map(({ action }: { action: string }) => action)).toEqual([
      'Removed research source',
      'Changed research source',
      'Added research source',
    ])
    expect(mine[1]).toMatchObject({ by: 'admin', changed: 3 })
    expect(mine[1].changes.map(({ path }: { path: string }) => path)).toEqual([
      'Turnover rate',
      'R&D budget',
      'R&D budget › how it follows',
    ])
    expect(mine[1].changes[0]).toMatchObject({ before: 21.5, after: 22 })
  })

  it('given a viewer, then the sources may be read and not changed', async () => {
    const password = 'Harbour-Watch-2026'
    await app.site.container.get(Staff).create({ username: 'harbour-viewer', password, role: 'viewer' })
    const viewer = app.client()
    await viewer.post('/api/auth/login', { username: 'harbour-viewer', password })
    expect((await viewer.get('/api/admin/leadership/sources')).body.sources.length).toBeGreaterThan(0)
    expect((await viewer.put(path, entry)).status).toBe(403)
    expect((await viewer.send('DELETE', path)).status).toBe(403)
  })
})
