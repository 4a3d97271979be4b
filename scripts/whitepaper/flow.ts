import type { Block, Chapter } from './blocks.ts'
import { figure, table, tableHeight, tailpiece } from './displays.ts'
import { colours, page, type Style, styles, type Typesetter } from './typesetter.ts'

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
}

function setBlock(sheet: Typesetter, block: Block, next: Block | undefined): void {
  if (block.kind === 'lead') paragraph(sheet, block.text, styles.lead, 16)
  else if (block.kind === 'text' && block.drop) dropCap(sheet, block.text)
  else if (block.kind === 'text') paragraph(sheet, block.text, styles.text, 9)
  else if (block.kind === 'heading') heading(sheet, block.text, next)
  else if (block.kind === 'quote') quote(sheet, block.text)
  else if (block.kind === 'list') list(sheet, block.items, block.numbered ?? false)
  else if (block.kind === 'terms') terms(sheet, block.items)
  else if (block.kind === 'table') table(sheet, block)
  else if (block.kind === 'figure') figure(sheet, block)
  else if (block.kind === 'tailpiece') tailpiece(sheet, block)
  else {
    // A note must stand on the page of the next block.
    sheet.need(next?.kind === 'heading' ? 100 : 50)
    sheet.note(block.text)
  }
}

/** Sets lines; at a page break at least two lines stay on each side. */
function paragraph(sheet: Typesetter, text: string, style: Style, after: number, indent = 0): void {
  const lines = sheet.lines(text, style, () => page.column - indent)
  const fits = (): number => Math.floor((page.bottom - sheet.y + 4) / style.leading)
  if (fits() < Math.min(lines.length, 2)) sheet.newPage()
  sheet.tagged('P', (continueOnNewPage) => {
    let left = lines.length
    for (const words of lines) {
      const room = fits()
      if (room < 1 || (left === 2 && room === 1)) {
        continueOnNewPage()
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
    // The capital's baseline is the third line's; its top is the first line's capital height.
    sheet.put(first, page.left - 2, sheet.y + 0.5, {
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

/** A heading stays on the page of the block below it. */
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
      else sheet.doc.rect(page.left + 1, sheet.y + 5, 7, 1.3).fill(colours.copper)
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
