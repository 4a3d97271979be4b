import { expect, test } from 'vitest'
import { inputsFrom, problemOf, withSource } from '../../apps/web/src/features/leadership/cost-form.ts'
import { emptyCostForm, fieldRules } from '../../apps/web/src/features/leadership/field-rules.ts'
import { reportPdf } from '../../apps/web/src/features/leadership/report-pdf.ts'
import { outcomeOf, readResult } from '../../apps/web/src/features/leadership/saved-result.ts'
import { shareAddress } from '../../apps/web/src/features/leadership/share.ts'

const filled = {
  ...emptyCostForm,
  companySize: '100',
  avgCompensation: '50000',
  turnoverRate: '20',
  disengagementPercent: '10',
  productivityLoss: '5',
  hiringDelay: '4',
}

test('given the six required fields, when read, then the optional two are zero', () => {
  expect(inputsFrom(filled)).toMatchObject({ employees: 100, rdBudget: 0, revenueLostPerUnfilledRole: 0 })
})

test.each(fieldRules.filter((rule) => rule.required).map((rule) => rule.name))(
  'given %s left empty, when read, then Next stays disabled',
  (name) => {
    expect(inputsFrom({ ...filled, [name]: '' })).toBeUndefined()
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

test('given a value the visitor typed, when a source is chosen, then it is kept and the empty fields are filled', () => {
  const form = { ...emptyCostForm, turnoverRate: '33' }
  const result = withSource(form, {}, 'Survey', { turnover_rate: 18, productivity_loss: 12 })
  expect(result.form).toMatchObject({ turnoverRate: '33', productivityLoss: '12' })
  expect(result.sources).toEqual({ productivityLoss: 'Survey' })
  expect(result.kept).toEqual(['turnoverRate'])
})

test('given a value from another source, when a source is chosen, then it is overwritten; and a typed one on request', () => {
  const form = { ...emptyCostForm, turnoverRate: '18', productivityLoss: '9' }
  const second = withSource(form, { turnoverRate: 'Survey' }, 'Study', {
    turnover_rate: 25,
    productivity_loss: 12,
  })
  expect(second.form).toMatchObject({ turnoverRate: '25', productivityLoss: '9' })
  expect(withSource(form, {}, 'Study', { productivity_loss: 12 }, true).form.productivityLoss).toBe('12')
})

test('given no calculation, when the outcome is read, then it is the plain sum and its parts add up', () => {
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

test('given an unknown platform, when shared, then it is the intent of X', () => {
  const text = { text: 'a & b', link: 'https://site.example/leadership-cost-calculator' }
  expect(shareAddress('elsewhere', text)).toBe(shareAddress('twitter', text))
  expect(shareAddress('twitter', text)).toContain('text=a+%26+b')
  expect(shareAddress('whatsapp', text)).toBe(
    `https://wa.me/?text=${encodeURIComponent(`${text.text} ${text.link}`)}`,
  )
})

test('given a result, when written as PDF, then every object lies where the table says', async () => {
  const blob = reportPdf({
    title: 'Cost (a year)',
    brand: 'Brand',
    total: '$1',
    note: 'Note – “said”',
    rows: [{ name: 'Turnover', amount: '$1', share: '100%', description: 'd' }],
  })
  const file = await blob.text()
  const places = [...file.matchAll(/^(\d{10}) 00000 n /gm)].map((match) => Number(match[1]))
  expect(places).toHaveLength(7)
  for (const [index, place] of places.entries())
    expect(file.slice(place, place + 8)).toBe(`${index + 1} 0 obj\n`.slice(0, 8))
  expect(file).toContain('(Cost \\(a year\\)) Tj')
  const start = Number(/startxref\n(\d+)/.exec(file)?.[1])
  expect(file.slice(start, start + 4)).toBe('xref')
})
