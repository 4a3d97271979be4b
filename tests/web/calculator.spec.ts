import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortMoney } from '../../apps/web/src/lib/format.ts'
import { asTyped, typedNumber } from '../../apps/web/src/lib/typed-number.ts'
import { chartItems, mostSaved } from '../../apps/web/src/site/calculator/chart-items.ts'
import {
  inputsFrom,
  likelyPercent,
  problemOf,
  sourcesByInput,
  withSource,
} from '../../apps/web/src/site/calculator/cost-form.ts'
import { emptyCostForm, fieldOfFactor, fieldRules } from '../../apps/web/src/site/calculator/field-rules.ts'
import { fragmentOf, resultFromFragment } from '../../apps/web/src/site/calculator/permalink.ts'
import { outcomeOf, readResult } from '../../apps/web/src/site/calculator/saved-result.ts'
import { shareAddress } from '../../apps/web/src/site/calculator/share.ts'
import { thousands } from '../../apps/web/src/site/calculator/thousands.ts'
import { calculateCost } from '../../src/modules/leadership/calculator/domain/formula.ts'
import { companies } from '../leadership/companies.ts'

const filled = {
  ...emptyCostForm,
  companySize: '100',
  avgCompensation: '50000',
  turnoverRate: '20',
  disengagementPercent: '10',
  productivityLoss: '5',
  hiringDelay: '4',
}

test('given the six required fields, when read, then the optional two are zero (M-375)', () => {
  expect(inputsFrom(filled)).toMatchObject({ employees: 100, rdBudget: 0, revenueLostPerUnfilledRole: 0 })
})

test.each(fieldRules.filter((rule) => rule.required).map((rule) => rule.name))(
  'given %s left empty, when read, then Next stays disabled (M-375, M-395)',
  (name) => {
    expect(inputsFrom({ ...filled, [name]: '' })).toBeUndefined()
  },
)

test.each(fieldRules.map((rule) => rule.name))(
  'given %s out of bounds, required or not, when read, then Next stays disabled (M-376, M-395)',
  (name) => {
    expect(inputsFrom({ ...filled, [name]: '-1' })).toBeUndefined()
  },
)

test('given figures out of bounds, when checked, then the sentence names the field', () => {
  const rule = (name: string) => fieldRules.find((each) => each.name === name) ?? fieldRules[0]
  const size = rule('companySize')
  const turnover = rule('turnoverRate')
  if (!size || !turnover) throw new Error('unreachable')
  expect(problemOf(size, '2.5')).toBe('Company Size (number of employees) must be a whole number')
  expect(problemOf(size, '0')).toContain('must be from 1 to 5,000,000')
  expect(problemOf(turnover, '101')).toContain('must be from 0 to 100')
  expect(problemOf(turnover, '100')).toBeNull()
})

test.each([
  ['companySize', '1', '0', '5000000', '5000001', 'must be from 1 to 5,000,000'],
  ['turnoverRate', '0', '-0.1', '100', '100.1', 'must be from 0 to 100'],
  ['disengagementPercent', '0', '-0.1', '100', '100.1', 'must be from 0 to 100'],
  ['productivityLoss', '0', '-0.1', '100', '100.1', 'must be from 0 to 100'],
  ['hiringDelay', '0', '-0.1', '104', '104.1', 'must be from 0 to 104'],
  ['avgCompensation', '0', '-1', '1000000000000', '1000000000001', 'must be from 0 to 1,000,000,000,000'],
  ['rndBudget', '0', '-1', '1000000000000', '1000000000001', 'must be from 0 to 1,000,000,000,000'],
  ['revenueLost', '0', '-1', '1000000000000', '1000000000001', 'must be from 0 to 1,000,000,000,000'],
])(
  'given %s, then %s and not %s is the least, %s and not %s the most (M-376)',
  (name, least, less, most, more, said) => {
    const rule = fieldRules.find((each) => each.name === name)!
    for (const taken of [least, most]) expect(problemOf(rule, taken)).toBeNull()
    for (const refused of [less, more]) expect(problemOf(rule, refused)).toBe(`${rule.label} ${said}`)
  },
)

test('given a value the visitor typed, when a source is chosen, then it is kept and the empty fields are filled (M-382, M-383)', () => {
  const form = { ...emptyCostForm, turnoverRate: '33' }
  const result = withSource(form, {}, 'Survey', { turnover_rate: 18, productivity_loss: 12 })
  expect(result.form).toMatchObject({ turnoverRate: '33', productivityLoss: '12' })
  expect(result.sources).toEqual({ productivityLoss: 'Survey' })
  expect(result.kept).toEqual(['turnoverRate'])
})

test('given a value from another source, when a source is chosen, then it is overwritten; and a typed one on request (M-383)', () => {
  const form = { ...emptyCostForm, turnoverRate: '18', productivityLoss: '9' }
  const second = withSource(form, { turnoverRate: 'Survey' }, 'Study', {
    turnover_rate: 25,
    productivity_loss: 12,
  })
  expect(second.form).toMatchObject({ turnoverRate: '25', productivityLoss: '9' })
  expect(second.sources).toEqual({ turnoverRate: 'Study' })
  expect(withSource(form, {}, 'Study', { productivity_loss: 12 }, true).form.productivityLoss).toBe('12')
})

test.each(fieldRules.filter((rule) => rule.required).map((rule) => rule.name))(
  'given no calculation and %s empty, when the outcome is read, then there is none (M-402, M-411)',
  (name) => {
    const saved = readResult({ formData: { ...filled, [name]: '' } })
    expect(saved).toBeDefined()
    expect(saved && outcomeOf(saved)).toBeUndefined()
  },
)

test('given no calculation, when the outcome is read, then it is the plain sum and its parts add up (M-392, M-411)', () => {
  const saved = readResult({ formData: filled })
  const outcome = saved && outcomeOf(saved)
  expect(outcome?.adjusted).toBe(false)
  // 1,500,000 turnover + 170,000 disengagement + 250,000 productivity + 76,923 hiring delay
  expect(outcome?.tilci).toBe(1_996_923)
  expect(Object.values(outcome?.breakdown ?? {}).reduce((sum, { amount }) => sum + amount, 0)).toBe(1_996_923)
})

test.each([[undefined], [null], ['text'], [{}], [{ formData: null }]])(
  'given %j saved, when read, then there is no result',
  (value) => {
    expect(readResult(value ?? null)).toBeUndefined()
  },
)

test('given a platform, when shared, then its address holds the text and the link; an unknown one is the intent of X (M-420, M-424)', () => {
  const text = { text: 'a & b', link: 'https://site.example/leadership-cost-calculator' }
  expect(shareAddress('elsewhere', text)).toBe(shareAddress('twitter', text))
  expect(shareAddress('twitter', text)).toContain('text=a+%26+b')
  expect(shareAddress('whatsapp', text)).toBe(
    `https://wa.me/?text=${encodeURIComponent(`${text.text} ${text.link}`)}`,
  )
  const mail = new URL(shareAddress('email', text))
  expect(mail.protocol).toBe('mailto:')
  expect(mail.searchParams.get('subject')).toBe('The cost of leadership gaps')
  expect(mail.searchParams.get('body')).toBe('a & b\n\nhttps://site.example/leadership-cost-calculator')
})

test('given the factors of a source, then each fills the field that the specification names (M-381)', () => {
  expect(fieldOfFactor).toEqual({
    turnover_rate: 'turnoverRate',
    disengagement_rate: 'disengagementPercent',
    productivity_loss: 'productivityLoss',
    rd_budget: 'rndBudget',
    hiring_delay_weeks: 'hiringDelay',
    revenue_lost_usd: 'revenueLost',
  })
  const factors = {
    turnover_rate: 1,
    disengagement_rate: 2,
    productivity_loss: 3,
    rd_budget: 4,
    hiring_delay_weeks: 5,
    revenue_lost_usd: 6,
  }
  expect(withSource(emptyCostForm, {}, 'Survey', factors).form).toEqual({
    companySize: '',
    avgCompensation: '',
    turnoverRate: '1',
    disengagementPercent: '2',
    productivityLoss: '3',
    rndBudget: '4',
    hiringDelay: '5',
    revenueLost: '6',
  })
})

test('given a source behind each field, then the report gets it by the input of the formula that the field gives (M-374, M-382)', () => {
  const byField = Object.fromEntries(Object.keys(emptyCostForm).map((name) => [name, `of ${name}`]))
  expect(sourcesByInput(byField)).toEqual({
    employees: 'of companySize',
    averageSalary: 'of avgCompensation',
    turnoverRate: 'of turnoverRate',
    disengagementRate: 'of disengagementPercent',
    productivityLossPercent: 'of productivityLoss',
    hiringDelayWeeks: 'of hiringDelay',
    rdBudget: 'of rndBudget',
    revenueLostPerUnfilledRole: 'of revenueLost',
  })
})

test('given a breakdown, then a chart item has a name, its value, its original value and a description (M-410)', () => {
  const { breakdown } = calculateCost(companies[0]!.inputs)
  const [turnover] = chartItems(breakdown, 50)
  expect(turnover).toEqual({
    name: 'Turnover Cost',
    value: 2_232_000,
    originalValue: 3_720_000,
    description: breakdown['Turnover Cost']?.description,
  })
  // Counted from the original each time, not from what the slider left before.
  expect(chartItems(breakdown, 0).every(({ value, originalValue }) => value === originalValue)).toBe(true)
})

test('given the categories of a result, then "up to" is what the highest level saves of them, to the share (M-414)', () => {
  const only = (name: string): number =>
    mostSaved({ [name]: { amount: 1_000_000, description: '', percentage: 100 } })
  expect(
    [
      'Turnover Cost',
      'Disengagement Cost',
      'Productivity Loss',
      'Innovation Gap',
      'Hiring Delay Cost',
      'Revenue Lost',
    ].map((name) => Math.round(only(name) * 100)),
  ).toEqual([80, 70, 50, 40, 60, 20])
  expect(mostSaved({})).toBe(0)
  // 2,976,000 + 885,360 + 620,000 + 12,400 + 171,692 + 12,400 of 6,603,954
  expect(mostSaved(calculateCost(companies[0]!.inputs).breakdown)).toBeCloseTo(4_677_852 / 6_603_954, 6)
})

test.each([
  ['1,200', 'count', 1200],
  ['12 000', 'count', 12_000],
  ['1.2k', 'count', 1200],
  ['$85,000.50', 'dollars', 85_000.5],
  ['USD 1,250,000', 'dollars', 1_250_000],
  ['$1.2M', 'dollars', 1_200_000],
  ['12 %', 'percent', 12],
  ['12.5percent', 'percent', 12.5],
  ['6 weeks', 'weeks', 6],
  [' 7 ', 'weeks', 7],
  ['.5', 'percent', 0.5],
  ['-3', 'percent', -3],
  ['12,5', 'percent', 12.5],
  ['1.200,50', 'dollars', 1200.5],
  ['85.000,00', 'dollars', 85_000],
  ['1’200', 'count', 1200],
  ["1'200'000", 'dollars', 1_200_000],
] as const)('given "%s" pasted into a field of %s, when read, then it is %d (M-374)', (text, kind, value) => {
  expect(typedNumber(text, kind)).toBe(value)
})

test.each([['1,2,3'], ['1e5'], ['0x10'], ['Infinity'], ['abc'], ['--1'], ['1k'], ['$']])(
  'given "%s", which can be read in two ways or none, when read as a percentage, then it is no number',
  (text) => {
    expect(typedNumber(text, 'percent')).toBeNaN()
  },
)

test.each([
  ['85.000', 'dollars'],
  ['$85.000', 'dollars'],
  ['1.200', 'count'],
] as const)('given "%s", thousands with a point, in a field of %s, then it is no number', (text, kind) => {
  expect(typedNumber(text, kind)).toBeNaN()
  expect(typedNumber('1.234M', kind)).toBe(1_234_000)
  expect(typedNumber('6.125', 'weeks')).toBe(6.125)
})

test.each([
  ['companySize', '1.200', 'can be read in two ways: write 1,200 for thousands, or 1.20 with two decimals'],
  [
    'avgCompensation',
    '$85.000',
    'can be read in two ways: write 85,000 for thousands, or 85.00 with two decimals',
  ],
  [
    'avgCompensation',
    '€85.000,00',
    'must be in US dollars: please convert the amount and leave out the other currency symbol',
  ],
  ['companySize', '1e3', 'must be written out, such as 1000 instead of 1e3'],
  ['companySize', 'many', 'must be a number, such as 250'],
] as const)('given %s as "%s", then the field says why it is no number', (name, text, why) => {
  const rule = fieldRules.find((each) => each.name === name)
  expect(rule && problemOf(rule, text)).toBe(`${rule?.label} ${why}`)
})

test('given a percentage below one, then the field asks for the likely one; nothing else is asked', () => {
  const asked = (name: string, text: string) =>
    likelyPercent(fieldRules.find((rule) => rule.name === name) ?? fieldRules[0]!, text)
  expect(asked('turnoverRate', '0.18')).toBe('18')
  expect(asked('turnoverRate', '0,18')).toBe('18')
  expect(asked('productivityLoss', '.175')).toBe('17.5')
  for (const text of ['0', '1', '18', '', 'x']) expect(asked('turnoverRate', text)).toBeUndefined()
  expect(asked('hiringDelay', '0.5')).toBeUndefined()
})

test('given any value of a source, when written into a field and read again, then it is the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e14 }), (cents) => {
      expect(typedNumber(asTyped(cents / 100), 'dollars')).toBeCloseTo(cents / 100, 2)
    }),
  )
})

test('given the inputs of a company, when put into a fragment and read elsewhere, then the result is the server\u2019s', () => {
  for (const { inputs, total } of companies) {
    const formData = {
      companySize: String(inputs.employees),
      avgCompensation: `$${inputs.averageSalary}`,
      turnoverRate: `${inputs.turnoverRate} %`,
      disengagementPercent: String(inputs.disengagementRate),
      productivityLoss: String(inputs.productivityLossPercent),
      hiringDelay: String(inputs.hiringDelayWeeks),
      rndBudget: String(inputs.rdBudget),
      revenueLost: String(inputs.revenueLostPerUnfilledRole),
    }
    const fragment = fragmentOf({ formData, selectedFactors: { turnoverRate: 'Survey & Sons #1' } })
    expect(fragment.startsWith('#')).toBe(true)
    const again = resultFromFragment(fragment)
    expect(again?.formData).toEqual(formData)
    expect(again?.selectedFactors).toEqual({ turnoverRate: 'Survey & Sons #1' })
    expect(again && outcomeOf(again)).toMatchObject({ tilci: total, adjusted: true })
  }
})

test('given any text after the "#", when read, then it is a whole result or none, and never an error', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const found = resultFromFragment(`#v=1&${text}`)
      if (found) expect(inputsFrom(found.formData)).toBeDefined()
    }),
  )
  expect(resultFromFragment('#v=2&companySize=5')).toBeUndefined()
  expect(resultFromFragment(`#v=1&companySize=${'9'.repeat(5000)}`)).toBeUndefined()
  expect(resultFromFragment('#lead-form')).toBeUndefined()
})

test.each([
  [{ tilci: 'many', breakdown: {} }],
  [{ tilci: 10, breakdown: { 'Turnover Cost': { amount: 9, description: '', percentage: 100 } } }],
  [{ tilci: 10, breakdown: { 'Turnover Cost': { amount: '10', description: '', percentage: 100 } } }],
  [{ tilci: -1, breakdown: {} }],
  [{ tilci: 10, breakdown: { 'Turnover Cost': null } }],
])(
  'given the damaged calculation %j, when read, then the browser counts by itself (M-402, M-411)',
  (calculation) => {
    const saved = readResult({ formData: filled, calculation })
    expect(saved?.calculation).toBeUndefined()
    expect(saved && outcomeOf(saved)?.adjusted).toBe(false)
  },
)

test('given amounts, when written for axes and the middle of the ring, then $K and $M as specified (M-405, M-406)', () => {
  expect([0, 500, 9_400, 250_000, 3_720_000].map(thousands)).toEqual([
    '$0K',
    '$0.5K',
    '$9.4K',
    '$250K',
    '$3,720K',
  ])
  expect(
    [450, 55_091, 790_815, 999_600, 1_000_000, 6_603_954, 244_337_040].map((amount) => shortMoney(amount)),
  ).toEqual(['$450', '$55K', '$791K', '$1M', '$1M', '$6.6M', '$244.3M'])
})
