import type { CostReport } from './cost-report.ts'
import { PdfPages } from './pdf-pages.ts'
import { linesOf } from './pdf-text.ts'

const chart = { x: 190, width: 240 }

/**
 * The report as a PDF: total, breakdown, inputs, formula, range and sources. Written without a library, so that a browser
 * can make it without loading a hundred kilobytes and without sending the figures to a server. Every character is one byte.
 */
export function reportPdf(report: CostReport): string {
  const pages = new PdfPages()
  const width = pages.right - pages.left
  cover(pages, report)
  breakdown(pages, report)
  heading(pages, 'What it was made from')
  for (const { name, value, source } of report.inputs) {
    pages.reserve(18)
    pages.y += 16
    pages.text(pages.left, pages.y, name)
    pages.textLeftOf(pages.left + 246, pages.y, value)
    const lines = linesOf(source, pages.right - pages.left - 260, 8.5)
    for (const [index, line] of lines.entries())
      pages.text(pages.left + 260, pages.y + index * 11, line, { size: 8.5, colour: 'soft' })
    pages.y += (lines.length - 1) * 11
  }
  // The explanations begin on the second page, even if the first has space left.
  pages.newPage()
  heading(pages, 'How this is calculated')
  for (const line of report.formula) pages.paragraph(line, width, { size: 9.5 })
  heading(pages, 'How sure it is')
  pages.paragraph(report.range.words, width, { size: 9.5, font: 'bold' })
  for (const reason of report.range.reasons) pages.paragraph(reason, width, { size: 9.5 })
  // All sources on one page, if they fit.
  pages.reserve(Math.min(560, 40 + report.sources.length * 60))
  if (report.sources.length > 0) heading(pages, 'Sources')
  for (const source of report.sources) {
    pages.reserve(52)
    pages.y += 4
    pages.paragraph(`${source.source_name}. ${source.publisher}, ${source.year}.`, width, {
      size: 9.5,
      font: 'bold',
    })
    for (const { derivation } of source.factors)
      pages.paragraph(derivation, width, { size: 9, colour: 'soft' })
    pages.paragraph(source.url, width, { size: 8.5, colour: 'copper' })
  }
  return pages.file(report.title, report.brand, `${report.brand}  ·  ${report.address}`)
}

function cover(pages: PdfPages, report: CostReport): void {
  pages.logo(pages.left - 4, pages.y - 12, 36)
  pages.text(pages.left + 40, pages.y + 12, report.brand, { font: 'serif', size: 15 })
  pages.textLeftOf(pages.right, pages.y + 12, report.date, { size: 9, colour: 'soft' })
  pages.rule(pages.y + 32, 'copper')
  pages.y += 44
  pages.paragraph(report.title, pages.right - pages.left, { font: 'serif', size: 21 })
  pages.y += 56
  pages.text(pages.left - 2, pages.y, report.total, { font: 'serif', size: 54, colour: 'copper' })
  pages.y += 6
  pages.paragraph(report.note, 460, { size: 10.5, colour: 'soft' })
}

/** Each category with a bar; a full bar is the total. */
function breakdown(pages: PdfPages, report: CostReport): void {
  heading(pages, 'Where it goes')
  const total = Math.max(
    1,
    report.parts.reduce((sum, { dollars }) => sum + dollars, 0),
  )
  for (const { name, dollars, amount, share, description } of report.parts) {
    pages.reserve(38)
    pages.y += 18
    pages.text(pages.left, pages.y, name, { font: 'bold' })
    pages.box(chart.x, pages.y - 8, chart.width, 10, 'sunk')
    pages.box(chart.x, pages.y - 8, Math.max(1, (dollars / total) * chart.width), 10, 'copper')
    pages.textLeftOf(pages.right - 42, pages.y, amount)
    pages.textLeftOf(pages.right, pages.y, share, { size: 9, colour: 'soft' })
    pages.paragraph(description, pages.right - pages.left, { size: 8.5, colour: 'soft' })
  }
  pages.reserve(22)
  pages.y += 12
  pages.rule(pages.y - 4)
  pages.y += 10
  pages.text(pages.left, pages.y, 'Total', { font: 'bold' })
  pages.textLeftOf(pages.right - 42, pages.y, report.total)
}

function heading(pages: PdfPages, text: string): void {
  pages.reserve(70)
  pages.y += 26
  pages.text(pages.left, pages.y, text, { font: 'serif', size: 14 })
  pages.rule(pages.y + 6)
  pages.y += 4
}
