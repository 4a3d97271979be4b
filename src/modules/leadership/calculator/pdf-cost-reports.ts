import { parseInput } from '#platform/http/validation.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { type Element, left, Paper, right, tones, width } from '#platform/pdf/paper.ts'
import { ReportRequested } from '../contract.ts'
import { CostReports } from '../index.ts'
import { type CostReport, costReport, type ReportRequest } from './domain/cost-report.ts'
import type { ResearchSources } from './research-sources.ts'

/** Reports as PDF, with the sources as they are at that time. */
export class PdfCostReports extends CostReports {
  readonly #sources: ResearchSources
  readonly #clock: Clock
  readonly #frame: { brand: string; address: string }

  constructor(sources: ResearchSources, clock: Clock, frame: { brand: string; address: string }) {
    super()
    this.#sources = sources
    this.#clock = clock
    this.#frame = frame
  }

  override read(value: unknown): ReportRequest {
    return parseInput(ReportRequested, value, 'report', ['report'])
  }

  override async pdf(request: ReportRequest): Promise<{ content: Buffer; total: string }> {
    const made = this.#clock.now()
    const report = costReport(request, {
      ...this.#frame,
      title: 'Your Estimated Cost of Inauthentic Leadership',
      made,
      known: this.#sources.list(),
    })
    return { content: await reportPdf(report, made), total: report.total }
  }
}

const soft = { color: tones.soft }
const display = { face: 'display' } as const
const bar = { x: 190, width: 200 }
const amounts = {
  x: bar.x + bar.width + 8,
  width: right - 42 - bar.x - bar.width - 8,
  align: 'right',
} as const

/** The report as a PDF: total, breakdown, inputs, formula, range and sources. Equal contents give equal bytes. */
export async function reportPdf(report: CostReport, made: Date): Promise<Buffer> {
  const paper = await Paper.open({ title: report.title, author: report.brand, date: made }, report)
  drawTotal(paper, report)
  drawBreakdown(paper, report)
  drawInputs(paper, report.inputs)
  // The explanations begin on the next page, even if this one has space left.
  paper.need(690)
  heading(paper, 'How this is calculated')
  for (const line of report.formula) paper.paragraph(line, { size: 9.5 }, 14)
  heading(paper, 'How sure it is')
  paper.paragraph(report.range.words, { size: 11, ...display }, 15)
  for (const reason of report.range.reasons) paper.paragraph(reason, { size: 9.5 }, 14)
  drawSources(paper, report.sources)
  return paper.bytes((page, pages) => `${report.brand}, ${report.address}, page ${page} of ${pages}`)
}

function drawTotal(paper: Paper, { brand, date, title, total, note }: CostReport): void {
  paper.logo(left - 4, 44, 36)
  paper.y = 50
  paper.row(
    [
      { text: brand, x: left + 40, width: 300, size: 15, ...display, into: paper.element('P') },
      { text: date, x: right - 120, width: 120, size: 9, align: 'right', ...soft, into: paper.element('P') },
    ],
    18,
  )
  paper.y = Math.max(paper.y, 76) + 12
  paper.rule(paper.y, [left, right], tones.copper, 1)
  paper.y += 12
  paper.paragraph(title, { size: 21, ...display }, 28, 'H1')
  const largest = { size: 54, ...display, color: tones.copper }
  const size = Math.min(54, (53 * width) / paper.widthOf(total, largest))
  paper.paragraph(total, { ...largest, size }, 60)
  paper.y += 8
  paper.paragraph(note, { size: 10.5, ...soft }, 15)
}

/** Each category with a bar; a full bar is the total. */
function drawBreakdown(paper: Paper, { parts, total }: CostReport): void {
  heading(paper, 'Where it goes')
  const table = paper.element('Table')
  const line = (name: string, amount: string, share: string, description: string): void => {
    const row = paper.element('TR', table)
    const head = paper.element('TH', row, { scope: 'Row' })
    const cell = (): Element => paper.element('TD', row)
    paper.row(
      [
        { text: name, x: left, width: bar.x - left - 8, size: 10, into: head },
        { text: amount, ...amounts, size: 10, into: cell() },
        { text: share, x: right - 40, width: 40, size: 9, align: 'right', ...soft, into: cell() },
      ],
      17,
    )
    paper.row([{ text: description, x: left, width, size: 8.5, ...soft, into: cell() }], 12)
  }
  const sum = Math.max(
    1,
    parts.reduce((all, { dollars }) => all + dollars, 0),
  )
  for (const { name, dollars, amount, share, description } of parts) {
    paper.need(60)
    const [y, length] = [paper.y + 13.5, Math.max(1, (dollars / sum) * bar.width)]
    paper.rule(y, [bar.x, bar.x + bar.width], tones.sunk, 10)
    paper.rule(y, [bar.x, bar.x + length], tones.copper, 10)
    line(name, amount, share, description)
  }
  paper.need(40)
  paper.y += 8
  paper.rule(paper.y, [left, right], tones.sand, 0.75)
  line('Total', total, '', '')
}

function drawInputs(paper: Paper, inputs: CostReport['inputs']): void {
  heading(paper, 'What it was made from')
  const table = paper.element('Table')
  for (const { name, value, source } of inputs) {
    const row = paper.element('TR', table)
    const head = paper.element('TH', row, { scope: 'Row' })
    const [given, from] = [paper.element('TD', row), paper.element('TD', row)]
    paper.row(
      [
        { text: name, x: left, width: 150, size: 10, into: head },
        { text: value, x: left + 150, width: 96, size: 10, align: 'right', into: given },
        { text: source, x: left + 260, width: width - 260, size: 8.5, ...soft, into: from },
      ],
      16,
    )
  }
}

function drawSources(paper: Paper, sources: CostReport['sources']): void {
  if (sources.length === 0) return
  // All of them on one page, if they fit.
  paper.need(Math.min(560, 40 + sources.length * 60))
  heading(paper, 'Sources')
  for (const { source_name, publisher, year, factors, url } of sources) {
    paper.need(52)
    paper.y += 4
    paper.paragraph(`${source_name}. ${publisher}, ${year}.`, { size: 11, ...display }, 15)
    for (const { derivation } of factors) paper.paragraph(derivation, { size: 9, ...soft }, 13)
    paper.paragraph(url, { size: 8.5, color: tones.copper }, 12)
  }
}

function heading(paper: Paper, text: string): void {
  paper.need(80)
  paper.y += 12
  paper.paragraph(text, { size: 14, ...display }, 20, 'H2')
  paper.y += 6
  paper.rule(paper.y, [left, right], tones.sand, 0.75)
  paper.y += 2
}
