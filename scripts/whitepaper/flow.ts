import { drawPicture } from './drawing.ts'
import { colours, page, type Style, styles, type Typesetter } from './typesetter.ts'

/** What a chapter is made of, in reading order. A `note` stands in the margin beside what follows it. */
export type Block =
  | { kind: 'lead'; text: string }
  | { kind: 'text'; text: string; drop?: boolean }
  | { kind: 'head'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'list'; items: string[]; numbered?: boolean }
  | { kind: 'terms'; items: { term: string; text: string; practice: string }[] }
  | { kind: 'note'; text: string }
  | { kind: 'table'; head: string[]; rows: string[][]; widths: number[]; right?: number[]; strong?: number }
  | {
      kind: 'figure'
      height: number
      caption: string
      alt: string
      draw: (sheet: Typesetter, y: number) => void
    }
  | { kind: 'break' }

export interface Chapter {
  title: string
  blocks: Block[]
  /** A drawing at the foot of the last page, where it has room. */
  tail?: { name: string; width: number; crop: { x: number; y: number; width: number; height: number } }
}

/** Sets a chapter from a new page on. */
export function setChapter(sheet: Typesetter, number: number, chapter: Chapter): void {
  sheet.newPage(chapter.title)
  sheet.doc.outline.addItem(chapter.title)
  sheet.y = 104
  sheet.tagged('H1', () => {
    sheet.put(String(number), page.note, sheet.y - 1, {
      face: 'serif',
      size: 40,
      leading: 40,
      colour: colours.copper,
    })
    const style: Style = { face: 'serif', size: 33, leading: 37, colour: colours.ink }
    sheet.y += sheet.block(chapter.title, page.left, sheet.y, page.column, style)
  })
  sheet.y += 26
  for (const [index, block] of chapter.blocks.entries()) setBlock(sheet, block, chapter.blocks[index + 1])
  if (chapter.tail) tailpiece(sheet, chapter.tail)
}

function tailpiece(sheet: Typesetter, tail: NonNullable<Chapter['tail']>): void {
  const height = (tail.crop.height / tail.crop.width) * tail.width
  if (sheet.y + height + 30 > page.bottom) return
  const [x, y] = [page.left + page.column - tail.width, page.bottom - height]
  sheet.artifact(() => drawPicture(sheet.doc, tail.name, { x, y, width: tail.width, crop: tail.crop }))
}

function setBlock(sheet: Typesetter, block: Block, next: Block | undefined): void {
  switch (block.kind) {
    case 'lead':
      return paragraph(sheet, block.text, styles.lead, 16)
    case 'text':
      return block.drop ? dropCap(sheet, block.text) : paragraph(sheet, block.text, styles.text, 9)
    case 'head':
      return heading(sheet, block.text, next)
    case 'quote':
      return quote(sheet, block.text)
    case 'list':
      return list(sheet, block.items, block.numbered ?? false)
    case 'terms':
      return terms(sheet, block.items)
    case 'note':
      // A note must stand on the page of what it is beside.
      if (next?.kind === 'head') sheet.need(100)
      else sheet.need(50)
      return sheet.note(block.text)
    case 'table':
      return table(sheet, block)
    case 'figure':
      return figure(sheet, block)
    case 'break':
      return sheet.newPage()
  }
}

/** Lines down the page; at a break at least two stay together on either side. */
function paragraph(sheet: Typesetter, text: string, style: Style, after: number, indent = 0): void {
  const lines = sheet.lines(text, style, () => page.column - indent)
  const fits = (): number => Math.floor((page.bottom - sheet.y + 4) / style.leading)
  if (fits() < Math.min(lines.length, 2)) sheet.newPage()
  sheet.tagged('P', (again) => {
    let left = lines.length
    for (const words of lines) {
      const room = fits()
      if (room < 1 || (left === 2 && room === 1)) {
        again()
      }
      sheet.line(words, page.left + indent, sheet.y, style)
      sheet.y += style.leading
      left -= 1
    }
  })
  sheet.y += after
}

function dropCap(sheet: Typesetter, text: string): void {
  const style = styles.text
  const size = 55
  const first = text.slice(0, 1)
  const room = sheet.width(first, 'serif', size) + 7
  const lines = sheet.lines(text.slice(1), style, (line) => page.column - (line < 3 ? room : 0))
  sheet.tagged('P', () => {
    // The capital stands on the third line's base and reaches the first line's capital height.
    sheet.put(first, page.left - 2, sheet.y - 8.5, {
      face: 'serif',
      size,
      leading: size,
      colour: colours.copper,
    })
    for (const [index, words] of lines.entries()) {
      sheet.line(words, page.left + (index < 3 ? room : 0), sheet.y, style)
      sheet.y += style.leading
    }
  })
  sheet.y += 9
}

/** A heading stays with what it heads. */
function heading(sheet: Typesetter, text: string, next: Block | undefined): void {
  const kept = next?.kind === 'table' ? tableHeight(sheet, next) : next?.kind === 'terms' ? 150 : 53
  sheet.need(kept + 31)
  sheet.y += 8
  sheet.tagged('H2', () => {
    sheet.put(text, page.left, sheet.y, { face: 'bold', size: 14, leading: 18, colour: colours.ink })
  })
  sheet.y += 23
}

function quote(sheet: Typesetter, text: string): void {
  const width = page.column + 40
  const x = page.left - 40
  const height = sheet.height(text, width, styles.quote)
  sheet.need(height + 44)
  sheet.y += 8
  sheet.tagged('BlockQuote', () => {
    sheet.doc
      .moveTo(x, sheet.y)
      .lineTo(x + 56, sheet.y)
      .lineWidth(1.6)
      .stroke(colours.copper)
    sheet.y += 13
    sheet.y += sheet.block(text, x, sheet.y, width, styles.quote)
  })
  sheet.y += 20
}

function list(sheet: Typesetter, items: string[], numbered: boolean): void {
  for (const [index, item] of items.entries()) {
    const height = sheet.height(item, page.column - 20, styles.text)
    sheet.need(Math.min(height, 66))
    sheet.artifact(() => {
      const style: Style = { ...styles.text, face: numbered ? 'bold' : 'serif', colour: colours.deep }
      if (numbered) sheet.put(`${index + 1}`, page.left, sheet.y, style)
      else sheet.doc.rect(page.left + 1, sheet.y + 6.4, 7, 1.3).fill(colours.copper)
    })
    paragraph(sheet, item, styles.text, 5, 20)
  }
  sheet.y += 6
}

function terms(sheet: Typesetter, items: { term: string; text: string; practice: string }[]): void {
  const label: Style = { face: 'sansBold', size: 7.6, leading: 11, colour: colours.deep }
  for (const { term, text, practice } of items) {
    const inner = page.column - 14
    const need =
      sheet.height(text, page.column, styles.text) + sheet.height(practice, inner, styles.small) + 66
    sheet.need(need)
    sheet.tagged('H2', () => {
      sheet.put(term, page.left, sheet.y, { face: 'serif', size: 17, leading: 22, colour: colours.deep })
    })
    sheet.y += 25
    paragraph(sheet, text, styles.text, 6)
    sheet.tagged('P', () => {
      const height = sheet.height(practice, inner, styles.small)
      sheet.doc.rect(page.left, sheet.y + 2, 1.4, height + 13).fill(colours.copper)
      sheet.put('PRACTICE', page.left + 14, sheet.y + 1, label)
      sheet.block(practice, page.left + 14, sheet.y + 14, inner, { ...styles.small, colour: colours.ink })
      sheet.y += height + 15
    })
    sheet.y += 19
  }
}

type Table = Extract<Block, { kind: 'table' }>

function rowHeights(sheet: Typesetter, { rows, widths }: Table): number[] {
  return rows.map((row) =>
    Math.max(...row.map((cell, index) => sheet.height(cell, (widths[index] ?? 80) - 10, styles.cell))),
  )
}

function tableHeight(sheet: Typesetter, block: Table): number {
  return rowHeights(sheet, block).reduce((sum, height) => sum + height + 11, 0) + 26
}

function table(sheet: Typesetter, block: Table): void {
  const { head, rows, widths, right = [], strong } = block
  const x = page.left
  const style = styles.cell
  const heights = rowHeights(sheet, block)
  sheet.need(tableHeight(sheet, block))
  const cells = (row: string[], y: number, look: Style): void => {
    let pen = x
    for (const [index, cell] of row.entries()) {
      const width = widths[index] ?? 80
      if (right.includes(index))
        sheet.put(cell, pen + width - 4 - sheet.width(cell, look.face, look.size), y, look)
      else sheet.block(cell, pen, y, width - 10, look)
      pen += width
    }
  }
  const total = widths.reduce((sum, width) => sum + width, 0)
  const rule = (y: number, weight: number, colour: string): void => {
    sheet.doc
      .moveTo(x, y)
      .lineTo(x + total, y)
      .lineWidth(weight)
      .stroke(colour)
  }
  sheet.y += 4
  sheet.tagged('Table', () => {
    cells(head, sheet.y, { ...style, face: 'sansBold', size: 8.2, colour: colours.deep })
    sheet.y += 16
    rule(sheet.y, 1, colours.copper)
    for (const [index, row] of rows.entries()) {
      cells(row, sheet.y + 5.5, index === strong ? { ...style, face: 'sansBold' } : style)
      sheet.y += (heights[index] ?? 13) + 11
      rule(sheet.y, 0.5, colours.rule)
    }
  })
  sheet.y += 18
}

function figure(sheet: Typesetter, block: Extract<Block, { kind: 'figure' }>): void {
  const caption = sheet.height(block.caption, page.column, styles.small)
  sheet.need(block.height + caption + 26)
  const top = sheet.y + 6
  sheet.tagged('Figure', () => block.draw(sheet, top), block.alt)
  sheet.y = top + block.height + 8
  sheet.tagged('P', () => {
    sheet.block(block.caption, page.left, sheet.y, page.column, styles.small)
  })
  sheet.y += caption + 18
}
