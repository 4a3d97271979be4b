import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import {
  costReport,
  type ReportFrame,
  type ReportRequest,
} from '../../src/modules/leadership/calculator/domain/cost-report.ts'
import { costRange } from '../../src/modules/leadership/calculator/domain/explanation.ts'
import { plainAmounts } from '../../src/modules/leadership/calculator/domain/formula.ts'
import { reportPdf } from '../../src/modules/leadership/calculator/pdf-cost-reports.ts'
import { boxesOf, expectTagged, overlapping } from '../support/pdf.ts'
import { companies } from './companies.ts'

const survey = {
  source_name: 'Survey of Departures 2025',
  publisher: 'Office of Numbers',
  year: 2025,
  url: 'https://numbers.example/departures',
  factors: [
    { factor_key: 'turnover_rate', value: 20, derivation: 'One in five left (a count, not a guess).' },
  ],
}
const frame: ReportFrame = {
  brand: 'Veralead',
  title: 'Your Estimated Cost of Inauthentic Leadership',
  address: 'veralead.example/leadership-cost-calculator',
  made: new Date('2026-11-21T06:00:00Z'),
  known: [survey, { ...survey, source_name: 'Another survey nobody chose' }],
}

const pdfOf = (request: ReportRequest, known: Partial<ReportFrame> = {}): Promise<Buffer> =>
  reportPdf(costReport(request, { ...frame, ...known }), frame.made)

async function textOf(file: Buffer): Promise<{ text: string; pages: number }> {
  const pdf = await getDocumentProxy(new Uint8Array(file))
  const { text, totalPages } = await extractText(pdf, { mergePages: true })
  return { text: text.replace(/\s+/g, ' '), pages: totalPages }
}
const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`

describe('the report of a calculation', () => {
  it.each(companies)(
    'given $name, then its PDF has the hand-counted figures to the dollar (M-430)',
    async ({ inputs, total, parts }) => {
      const file = await pdfOf({ inputs, sources: { turnoverRate: survey.source_name }, adjusted: true })
      const { text, pages } = await textOf(file)
      expect(text).toContain(dollars(total))
      for (const [name, amount] of Object.entries(parts)) {
        expect(text).toContain(name)
        expect(text).toContain(dollars(amount))
      }
      for (const said of [
        'November 21, 2026',
        survey.source_name,
        'Office of Numbers, 2025.',
        'One in five left (a count, not a guess).',
        survey.url,
        'Total = the sum × 0.62',
        'employees × turnover rate × average compensation × 1.5',
      ])
        expect(text).toContain(said)
      expect(text).not.toContain('nobody chose')
      expect(pages).toBe(2)
      // What the cards describe, before it is adjusted, and both ends of what is uncertain.
      for (const name of Object.keys(parts))
        expect(text).toContain(`${dollars(plainAmounts(inputs)[name] ?? 0)} × 0.62.`)
      const { low, high } = costRange(inputs)
      expect(text).toContain(`From ${dollars(low)} to ${dollars(high)} per year.`)
      expect(text).toContain('our own estimate, not a published one')
    },
  )

  it('given a report, then a bar is as long as its share', async () => {
    const file = await pdfOf({ inputs: companies[0]!.inputs, sources: {}, adjusted: true })
    const ends = [...file.toString('latin1').matchAll(/^190 \S+ m\n(\S+) \S+ l$/gm)].map(([, end]) =>
      Number(end),
    )
    // A ground, then the bar. Turnover is 3,720,000 of 6,603,954, on 200 points.
    expect(ends[0]).toBe(390)
    expect(ends[1]).toBeCloseTo(190 + 112.66, 1)
  })

  it('given no answer of the server, then the report says that nothing was adjusted, with the plain sum', async () => {
    const { inputs, plain } = companies[0]!
    const { text } = await textOf(await pdfOf({ inputs, sources: {}, adjusted: false }))
    expect(text).toContain(dollars(plain))
    expect(text).toContain('without overlap adjustment')
    expect(text).not.toContain('0.62')
  })

  it('given optional figures that were left empty, then the report does not say that they were entered', async () => {
    const inputs = { ...companies[0]!.inputs, rdBudget: 0, revenueLostPerUnfilledRole: 12_000 }
    const { text } = await textOf(await pdfOf({ inputs, sources: {}, adjusted: true }))
    expect(text).toContain('R&D budget $0 none given')
    expect(text).toContain('Revenue lost $12,000 entered')
  })

  it('given names of any script and any length, then all of them are printed, beside each other, and tagged', async () => {
    const names = [
      'محمد الأمين بن عبد الرحمن الكواكبي للدراسات',
      '株式会社日本統計研究所',
      'Viện Nghiên cứu Nguồn nhân lực Nguyễn Thị Hồng Hạnh',
      'דנה כהן',
      'सर्वेक्षण',
      'สมชาย',
      'Adébáyọ̀',
    ]
    const wide = { ...survey, source_name: 'x'.repeat(200) }
    const largest = { ...companies[0]!.inputs, employees: 5_000_000, averageSalary: 1e12 }
    for (const name of names) {
      const long = Array.from({ length: 4 }, () => name).join(' ')
      const source = {
        ...survey,
        source_name: long,
        publisher: long,
        url: `https://numbers.example/${'x'.repeat(300)}`,
      }
      const file = await pdfOf(
        {
          inputs: largest,
          sources: { turnoverRate: long, hiringDelayWeeks: wide.source_name },
          adjusted: true,
        },
        { known: [source, wide], title: long, brand: name },
      )
      expect([...(await expectTagged(file))]).toEqual(
        expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'TD', 'P']),
      )
      const boxes = await boxesOf(file)
      expect(boxes.filter(({ left, right, bottom }) => left < 50 || right > 545 || bottom > 815)).toEqual([])
      expect(overlapping(boxes)).toEqual([])
      const { text } = await textOf(file)
      expect(text).not.toMatch(/U\+|\?/)
      if (!/[\u0590-\u0fff]/.test(name)) expect(text.replaceAll(' ', '')).toContain(name.replaceAll(' ', ''))
    }
  })
})
