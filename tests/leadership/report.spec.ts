import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { costReport, type ReportFrame } from '../../src/modules/leadership/domain/cost-report.ts'
import { costRange } from '../../src/modules/leadership/domain/explanation.ts'
import { plainAmounts } from '../../src/modules/leadership/domain/formula.ts'
import { linesOf, pdfString, widthOf } from '../../src/modules/leadership/domain/pdf-text.ts'
import { reportPdf } from '../../src/modules/leadership/domain/report-pdf.ts'
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

async function textOf(file: string): Promise<{ text: string; pages: number }> {
  const { text, totalPages } = await extractText(
    await getDocumentProxy(new Uint8Array(Buffer.from(file, 'latin1'))),
    {
      mergePages: true,
    },
  )
  return { text: text.replace(/\s+/g, ' '), pages: totalPages }
}
const dollars = (amount: number): string => `$${amount.toLocaleString('en-US')}`

describe('the report of a calculation', () => {
  it.each(companies)(
    'given $name, then its PDF has the hand-counted figures to the dollar (M-430)',
    async ({ inputs, total, parts }) => {
      const file = reportPdf(
        costReport({ inputs, sources: { turnoverRate: survey.source_name }, adjusted: true }, frame),
      )
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
      // The mark of the site, as invoices carry it: its keel, in copper.
      expect(file).toContain('0.753 0.376 0.078 RG 3 w 5 9 m 8 24 14 35 24 42 c 34 35 40 24 43 9 c S')
      // What the cards describe, before it is adjusted, and both ends of what is uncertain.
      for (const name of Object.keys(parts))
        expect(text).toContain(`${dollars(plainAmounts(inputs)[name] ?? 0)} × 0.62.`)
      const { low, high } = costRange(inputs)
      expect(text).toContain(`From ${dollars(low)} to ${dollars(high)} per year.`)
      expect(text).toContain('our own estimate, not a published one')
    },
  )

  it('given a report, then its second page is well filled, and a bar is as long as its share', () => {
    const file = reportPdf(
      costReport({ inputs: companies[0]!.inputs, sources: {}, adjusted: true }, { ...frame, known: [] }),
    )
    const [first = '', second = ''] = [...file.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(
      ([, text]) => text,
    )
    expect(second.match(/ Tj ET/g)?.length).toBeGreaterThan(15)
    const widths = [...first.matchAll(/0\.753 0\.376 0\.078 rg 190 \S+ (\S+) 10 re f/g)].map(([, width]) =>
      Number(width),
    )
    // Turnover is 3,720,000 of 6,603,954, on 240 points.
    expect(widths[0]).toBeCloseTo(135.19, 1)
  })

  it('given no answer of the server, then the report says that nothing was adjusted, with the plain sum', async () => {
    const { inputs, plain } = companies[0]!
    const { text } = await textOf(reportPdf(costReport({ inputs, sources: {}, adjusted: false }, frame)))
    expect(text).toContain(dollars(plain))
    expect(text).toContain('without overlap adjustment')
    expect(text).not.toContain('0.62')
  })

  it('given optional figures that were left empty, then the report does not say that they were entered', async () => {
    const inputs = { ...companies[0]!.inputs, rdBudget: 0, revenueLostPerUnfilledRole: 12_000 }
    const { text } = await textOf(reportPdf(costReport({ inputs, sources: {}, adjusted: true }, frame)))
    expect(text).toContain('R&D budget $0 none given')
    expect(text).toContain('Revenue lost $12,000 entered')
  })

  it('given a file, then every object lies where the table says and every character is one byte', () => {
    const file = reportPdf(
      costReport(
        { inputs: companies[2]!.inputs, sources: {}, adjusted: true },
        { ...frame, brand: 'Café (“Ω”)' },
      ),
    )
    const places = [...file.matchAll(/^(\d{10}) 00000 n /gm)].map((match) => Number(match[1]))
    expect(places.length).toBeGreaterThanOrEqual(8)
    for (const [index, place] of places.entries())
      expect(file.slice(place).startsWith(`${index + 1} 0 obj\n`)).toBe(true)
    const start = Number(/startxref\n(\d+)/.exec(file)?.[1])
    expect(file.slice(start, start + 4)).toBe('xref')
    expect([...file].every((character) => character.charCodeAt(0) < 256)).toBe(true)
    for (const [, length, stream] of file.matchAll(/<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g))
      expect(stream).toHaveLength(Number(length))
  })

  it('given text, then it is encoded, measured and wrapped within its width', () => {
    expect(pdfString('a (b) \\ “é” – Ω')).toBe('(a \\(b\\) \\\\ \\223\\351\\224 \\226 ?)')
    expect(widthOf('10%', 10)).toBeCloseTo(20.01, 2)
    for (const line of linesOf(`word ${'x'.repeat(200)} word`, 100, 10))
      expect(widthOf(line, 10)).toBeLessThanOrEqual(100)
  })
})
