import { type Cell, type Element, type Ink, left, Paper, right, tones } from '#platform/pdf/paper.ts'
import type { DocumentContent } from './document-parts.ts'

const { soft, copper, sand } = tones
const half = 320
const sides = [left, right] as const
const small: Ink = { size: 9, color: soft }

/** The columns of the lines of an order. */
const columns = {
  description: { x: left, width: 300 },
  quantity: { x: 360, width: 60, align: 'right' },
  amount: { x: 424, width: right - 424, align: 'right' },
} as const

/** The document as PDF, with the mark and the type of the site. */
export async function renderPdf(content: DocumentContent): Promise<Buffer> {
  const name = `${content.title} ${content.facts[0]?.value ?? ''}`.trim()
  const paper = await Paper.open({ title: name, author: content.issuer, date: content.issuedAt }, content)
  drawHead(paper, content)
  drawParties(paper, content)
  drawLines(paper, content.lines)
  drawSums(paper, content.sums)
  paper.y += 38
  for (const note of content.notes) paper.paragraph(note, small, 14)
  return paper.bytes((page, pages) => `${name}, page ${page} of ${pages}`)
}

function drawHead(paper: Paper, { issuer, issuerLines, title }: DocumentContent): void {
  paper.logo(left - 4, 44, 36)
  const beside = (text: string, style: Ink, leading: number): void =>
    paper.row(
      [{ text, x: 159, width: right - 159, into: paper.element('P'), align: 'right', ...style }],
      leading,
    )
  paper.y = 44
  beside(issuer, { size: 15, face: 'display' }, 18)
  paper.y += 2
  for (const line of issuerLines) beside(line, small, 13)
  paper.y = Math.max(paper.y, 99) + 13
  paper.paragraph(title, { size: 30, face: 'display' }, 36, 'H1')
  paper.y += 18
  paper.rule(paper.y, sides, copper, 1)
  paper.y += 12
}

/** The recipient and, beside it, what the document is about: line by line, so that either may be long. */
function drawParties(paper: Paper, { recipientLabel, recipientLines, facts }: DocumentContent): void {
  const recipient: Cell[] = [
    { ...small, text: recipientLabel, size: 9 },
    ...recipientLines.map((text) => ({ text, size: 11 })),
  ].flatMap((line) => inLines(paper, { ...line, x: left, width: 240, into: paper.element('P') }))
  const table = paper.element('Table')
  const beside = facts.flatMap(({ label, value }) => {
    const row = paper.element('TR', table)
    const head = headCell(paper, row, 'Row')
    const labels = inLines(paper, { ...small, text: label, x: half, width: 96, into: head })
    const cell = paper.element('TD', row)
    const values = inLines(paper, {
      text: value,
      size: 10,
      x: 420,
      width: right - 420,
      align: 'right',
      into: cell,
    })
    return side(labels, values)
  })
  inColumns(paper, [recipient.map((line) => [line]), beside], 16)
  paper.y += 28
}

/** Sets columns of lines beside each other, one after the other, so that a copy of the text has them apart. */
function inColumns(paper: Paper, columns: readonly (readonly (readonly Cell[])[])[], leading: number): void {
  const places = Array.from({ length: Math.max(...columns.map(({ length }) => length)) }, () => {
    paper.need(leading)
    paper.y += leading
    return { page: paper.pdf.bufferedPageRange().count - 1, y: paper.y }
  })
  for (const column of columns)
    for (const [index, cells] of column.entries()) {
      const { page, y } = places[index]!
      paper.pdf.switchToPage(page)
      for (const cell of cells)
        paper.within(cell.into, () => paper.say(cell.text, cell.x, y, cell, cell.width))
    }
  paper.pdf.switchToPage(paper.pdf.bufferedPageRange().count - 1)
}

/** Each line of a text as a cell of its own. */
const inLines = (paper: Paper, cell: Cell): Cell[] =>
  paper.wrapped(cell.text, cell, cell.width).map((text) => ({ ...cell, text }))

/** Two columns as rows, however long each is. */
function side<A, B>(one: readonly A[], other: readonly B[]): (A | B)[][] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, index) => [
    ...one.slice(index, index + 1),
    ...other.slice(index, index + 1),
  ])
}

const headCell = (paper: Paper, row: Element, scope: 'Row' | 'Column'): Element =>
  paper.element('TH', row, { scope })

function drawLines(paper: Paper, lines: DocumentContent['lines']): void {
  const table = paper.element('Table')
  const heads = paper.element('TR', table)
  const names = { description: 'Description', quantity: 'Quantity', amount: 'Amount' }
  const keys = ['description', 'quantity', 'amount'] as const
  const cells = (texts: Record<(typeof keys)[number], string>, style: Ink, into: () => Element): Cell[] =>
    keys.map((key) => ({ ...columns[key], ...style, text: texts[key], into: into() }))
  // The first line stays with the heading of its column.
  paper.need(60)
  paper.row(
    cells(names, small, () => headCell(paper, heads, 'Column')),
    16,
  )
  paper.y += 9
  paper.rule(paper.y, sides, sand, 0.5)
  for (const line of lines) {
    const row = paper.element('TR', table)
    paper.y += 5
    paper.row(
      cells(line, { size: 11 }, () => paper.element('TD', row)),
      16,
    )
    paper.y += 13
    paper.rule(paper.y, sides, sand, 0.5)
  }
  paper.y += 8
}

function drawSums(paper: Paper, sums: DocumentContent['sums']): void {
  const table = paper.element('Table')
  for (const { label, value, strong = false } of sums) {
    const row = paper.element('TR', table)
    if (paper.need(strong ? 30 : 18)) paper.y += 8
    if (strong) paper.rule(paper.y + 7, [half, right], sand, 0.5)
    const [face, labelSize, valueSize] = strong ? (['display', 13, 17] as const) : (['text', 10, 10] as const)
    const head = headCell(paper, row, 'Row')
    const cell = paper.element('TD', row)
    paper.row(
      [
        { text: label, size: labelSize, face, x: half, width: 106, into: head },
        { text: value, size: valueSize, face, x: 430, width: right - 430, align: 'right', into: cell },
      ],
      strong ? 26 : 18,
    )
  }
}
