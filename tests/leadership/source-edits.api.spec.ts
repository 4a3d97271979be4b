import { describe, expect, it } from 'vitest'
import type { Tree } from '../../src/modules/content/sections/tree.ts'
import { factorKeys } from '../../src/modules/leadership/calculator/domain/factors.ts'
import { startApp } from '../support/app.ts'
import { given } from '../support/given.ts'

const source = {
  id: 'harbour-2026',
  name: 'Harbour Survey 2026',
  publisher: 'Harbour Office',
  year: 2026,
  url: 'https://harbour.example/survey',
  confidence: 70,
  freshnessDays: 90,
  values: {
    turnover_rate: { value: 21.5, derivation: 'Table 4, all employers, voluntary.' },
    rd_budget: { value: 250_000, derivation: 'Table 9, median of those who have one.' },
  },
}
type Sources = Record<string, unknown>[]

describe('the research sources in the content', () => {
  const app = given(startApp)
  const staff = given(() => app.staff())

  /** Saves the content with its sources changed. */
  async function edit(change: (sources: Sources) => Sources) {
    const { pages, version } = (await staff.get('/api/cms/admin')).body as Tree & { version: number }
    for (const section of pages.flatMap(({ sections }) => sections))
      if (section.id === 'research-sources')
        Object.assign(section.fields, { sources: change(section.fields.sources) })
    return staff.put('/api/cms', { pages, version })
  }
  const offered = async (): Promise<Record<string, unknown>[]> =>
    (await app.client().get('/api/leadership/sources')).body.sources
  const factors = () => app.client().get('/api/leadership/factors/source/Harbour%20Survey%202026')

  it('given the sources as delivered, then every field that research can fill has one, and each says how its value follows', async () => {
    for (const key of factorKeys) {
      const { sources } = (await app.client().get(`/api/leadership/factors/${key}/sources`)).body
      expect(sources.length, key).toBeGreaterThan(0)
      for (const { factors } of sources)
        for (const { derivation } of factors) expect(derivation.length).toBeGreaterThan(40)
    }
  })

  it('given a new source, when it is changed and removed, then visitors see each state and the audit says what differs', async () => {
    const before = await offered()
    expect((await edit((all) => [...all, source])).status).toBe(200)
    expect(await offered()).toContainEqual({
      source_id: source.id,
      source_name: source.name,
      publisher: source.publisher,
      year: 2026,
      url: source.url,
      confidence_score: 0.7,
      data_freshness_days: 90,
      factors: [
        { factor_key: 'rd_budget', ...source.values.rd_budget },
        { factor_key: 'turnover_rate', ...source.values.turnover_rate },
      ],
    })
    expect((await factors()).body.factors).toEqual({ turnover_rate: 21.5, rd_budget: 250_000 })
    const values = { turnover_rate: { ...source.values.turnover_rate, value: 19 } }
    await edit((all) => all.map((each) => (each.id === source.id ? { ...source, values } : each)))
    expect((await factors()).body.factors).toEqual({ turnover_rate: 19 })
    const [newest] = (await staff.get('/api/audit')).body.entries
    expect(newest).toMatchObject({ by: 'admin', action: 'Saved content', changed: 2 })
    expect(newest.changes).toContainEqual({
      path: '/leadership-cost-calculator › research-sources › sources › harbour-2026 › values › turnover_rate › value',
      before: 21.5,
      after: 19,
    })
    await edit((all) => all.filter(({ id }) => id !== source.id))
    expect((await factors()).status).toBe(404)
    expect(await offered()).toEqual(before)
  })

  it('given a source without confidence and freshness, then it has 80% and 30 days (M-384)', async () => {
    const { confidence: _, freshnessDays: __, ...rest } = source
    await edit((all) => [...all, rest])
    expect(await offered()).toContainEqual(
      expect.objectContaining({
        source_id: source.id,
        confidence_score: 0.8,
        data_freshness_days: 30,
      }),
    )
    await edit((all) => all.filter(({ id }) => id !== source.id))
  })

  const value = source.values.turnover_rate
  it.each([
    [{ name: 'H' }, 'name: must be at least 3 characters'],
    [{ name: '    ' }, 'name: must be at least 3 characters'],
    [{ name: 'Harbour\nSurvey' }, 'name: must be one line'],
    [{ name: 'Gallup State of the Global Workplace 2025' }, 'must have sources with different names'],
    [{ name: ' Gallup State of the Global Workplace 2025 ' }, 'must have sources with different names'],
    [{ publisher: '    ' }, 'publisher: must be at least 2 characters'],
    [{ year: 2026.5 }, 'year'],
    [{ url: 'http://harbour.example' }, 'url: must be a whole https address'],
    [{ url: 'javascript:alert(1)' }, 'url: must be a whole https address'],
    [{ confidence: 101 }, 'confidence'],
    [{ freshnessDays: 0 }, 'freshnessDays'],
    [{ values: {} }, 'values: must have at least one'],
    [{ values: { turnover_rate: { ...value, value: 101 } } }, 'turnover_rate.value'],
    [{ values: { turnover_rate: { ...value, value: -1 } } }, 'turnover_rate.value'],
    [
      { values: { turnover_rate: { ...value, derivation: '' } } },
      'derivation: must be at least 10 characters',
    ],
    [
      { values: { turnover_rate: { ...value, derivation: ' '.repeat(20) } } },
      'derivation: must be at least 10 characters',
    ],
    [{ values: { weather: value } }, 'weather'],
    [
      { values: { turnover_rate: { ...value, derivation: 'One of 🚀 five left.' } } },
      'Source “Harbour Survey 2026”: Derivation has letters that documents cannot show: 🚀.',
    ],
  ])('given %j, then the save is refused and the sentence names the field', async (wrong, sentence) => {
    const answer = await edit((all) => [...all, { ...source, ...wrong }])
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(sentence)
    expect((await factors()).status).toBe(404)
  })

  it('given letters that documents cannot show, then the refusal names the field by its path, as those of the schema do', async () => {
    const { body } = await edit((all) => [{ ...source, name: 'Harbour 🚀' }, ...all])
    const at = /^pages\.\d+\.sections\.\d+\.fields\.sources\.0\.name/
    expect(body).toMatchObject({
      code: 'LETTERS_NOT_PRINTED',
      errors: [expect.stringMatching(at)],
      fields: [{ path: expect.stringMatching(at), message: expect.stringMatching(/^has letters/) }],
    })
    const { body: schema } = await edit((all) => [{ ...source, name: 'H' }, ...all])
    expect(schema.fields).toEqual([{ path: body.fields[0].path, message: 'must be at least 3 characters.' }])
  })
})
