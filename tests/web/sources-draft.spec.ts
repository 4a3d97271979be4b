import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  emptySource,
  idFor,
  isUntouched,
  nextFactor,
  readSource,
  type TypedSource,
  typedOf,
} from '../../apps/web/src/staff/sources/source-draft.ts'
import { offered, type Source, valueInWords } from '../../apps/web/src/staff/sources/sources-api.ts'
import { factorKeys } from '../../src/modules/leadership/domain/factors.ts'
import { differences } from '../../src/modules/leadership/domain/source-differences.ts'

const source: Source = {
  source_id: 'harbour-2026',
  source_name: 'Harbour Survey 2026',
  publisher: 'Harbour Office',
  year: 2026,
  url: 'https://harbour.example/survey',
  confidence_score: 0.7,
  data_freshness_days: 90,
  revision: 12,
  factors: [
    { factor_key: 'rd_budget', value: 250_000, derivation: 'Table 9, median of those who have one.' },
    { factor_key: 'turnover_rate', value: 21.5, derivation: 'Table 4, all employers, voluntary.' },
  ],
}
const typed = typedOf(source)
const problems = (change: Partial<TypedSource>): Record<string, string> => {
  const read = readSource({ ...typed, ...change })
  return 'problems' in read ? read.problems : {}
}

describe('a research source in the form', () => {
  test('given a saved one, when it is opened and read again, then nothing has changed and nothing counts as typed', () => {
    const { source_id: _id, ...rest } = source
    const read = readSource(typed)
    expect('entry' in read && read.entry).toEqual({ ...rest, factors: rest.factors.toReversed() })
    expect(isUntouched(typed, typedOf({ ...source, revision: 13 }))).toBe(true)
    expect(isUntouched({ ...typed, year: '2025' }, typed)).toBe(false)
  })

  test.each<[Partial<TypedSource>, string, string]>([
    [{ name: ' x ' }, 'source_name', 'Name must have at least 3 characters'],
    [{ publisher: '' }, 'publisher', 'Publisher must have at least 2 characters'],
    [{ year: 'last' }, 'year', 'Year must be a number'],
    [{ url: 'harbour.example' }, 'url', 'Address must be a whole https address'],
    [{ confidence: '101' }, 'confidence_score', 'Confidence must be a whole percentage from 0 to 100'],
    [{ confidence: '72.5' }, 'confidence_score', 'Confidence must be a whole percentage from 0 to 100'],
    [{ freshness: '0' }, 'data_freshness_days', 'Freshness must be at least one day'],
    [
      { values: [{ key: 'turnover_rate', value: '101 %', derivation: 'Table 4, all employers.' }] },
      'factors.0.value',
      'Value of Turnover rate must be at most 100 percent',
    ],
    [
      { values: [{ key: 'hiring_delay_weeks', value: 'long', derivation: 'Table 4, all employers.' }] },
      'factors.0.value',
      'Value must be a number',
    ],
    [
      { values: [{ key: 'turnover_rate', value: '12', derivation: 'Guess' }] },
      'factors.0.derivation',
      'How the value is derived must have at least 10 characters',
    ],
  ])('given %j, then the field %s says what is wrong', (change, field, sentence) => {
    expect(problems(change)).toEqual({ [field]: sentence })
  })

  test.each([
    ['turnover_rate', '12 %', 12],
    ['hiring_delay_weeks', '6 weeks', 6],
    ['hiring_delay_weeks', '6.125', 6.125],
    ['rd_budget', '$610,000', 610_000],
    ['rd_budget', '1.5', 1.5],
  ] as const)('given a value of %s pasted as "%s", then it is %d', (key, value, number) => {
    const read = readSource({
      ...typed,
      values: [{ key, value, derivation: 'Table 9, median.' }],
    })
    expect('entry' in read && read.entry.factors[0]?.value).toBe(number)
  })

  test('given any name, then its id is one that the server takes and nobody has', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (name) => {
        const first = idFor(name, [])
        const second = idFor(name, [first])
        for (const id of [first, second]) expect(id).toMatch(/^(?=.{1,80}$)[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(second).not.toBe(first)
      }),
    )
    expect(idFor('Café & Söhne 2026', ['cafe-so-hne-2026'])).not.toBe('cafe-so-hne-2026')
  })

  test('given values of some fields, then a further one is of a field that has none, until all have', () => {
    expect(nextFactor(typed)).toBe('disengagement_rate')
    expect(
      nextFactor({ ...emptySource, values: factorKeys.map((key) => ({ key, value: '1', derivation: '' })) }),
    ).toBeUndefined()
  })
})

test('given several sources of a field, then they are offered the most trusted first, then by name', () => {
  const named = (source_name: string, confidence_score: number): Source => ({
    ...source,
    source_name,
    confidence_score,
  })
  const all = [named('B', 0.5), named('C', 0.9), named('A', 0.5), { ...named('D', 1), factors: [] }]
  expect(offered(all, 'turnover_rate').map(({ source_name }) => source_name)).toEqual(['C', 'A', 'B'])
})

test('given values, then each is written in the unit of its field', () => {
  expect([
    valueInWords('turnover_rate', 21.5),
    valueInWords('hiring_delay_weeks', 1),
    valueInWords('hiring_delay_weeks', 6.5),
    valueInWords('rd_budget', 610_000),
    valueInWords('revenue_lost_usd', 99.5),
  ]).toEqual(['21.5%', '1 week', '6.5 weeks', '$610,000', '$99.50'])
})

test('given two states of a source, then only what differs is told, field by field', () => {
  expect(differences(source, source)).toEqual([])
  expect(
    differences(source, {
      ...source,
      year: 2027,
      factors: [{ factor_key: 'turnover_rate', value: 22, derivation: 'Table 4, all employers, voluntary.' }],
    }),
  ).toEqual([
    { path: 'Year', before: 2026, after: 2027 },
    { path: 'Turnover rate', before: 21.5, after: 22, factor: 'turnover_rate' },
    { path: 'R&D budget', before: 250_000, after: undefined, factor: 'rd_budget' },
    {
      path: 'R&D budget › how it follows',
      before: 'Table 9, median of those who have one.',
      after: undefined,
    },
  ])
})
