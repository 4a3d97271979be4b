import { drawPicture } from '#platform/pdf/drawing.ts'
import type { Block } from './blocks.ts'
import { colours, page, type Style, styles, type Typesetter } from './typesetter.ts'

type Table = Extract<Block, { kind: 'table' }>

function rowHeights(sheet: Typesetter, { rows, widths }: Table): number[] {
  return rows.map((row) =>
    Math.max(...row.map((cell, index) => sheet.height(cell, (widths[index] ?? 80) - 10, styles.cell))),
  )
}

export function tableHeight(sheet: Typesetter, block: Table): number {
  return rowHeights(sheet, block).reduce((sum, height) => sum + height + 11, 0) + 26
}

/** A table that stays on one page. */
export function table(sheet: Typesetter, block: Table): void {
  const { head, rows, widths, right = [], strong } = block
  const x = page.left
  const style = styles.cell
  const heights = rowHeights(sheet, block)
  sheet.need(tableHeight(sheet, block))
  const cells = (row: string[], y: number, textStyle: Style): void => {
    let pen = x
    for (const [index, cell] of row.entries()) {
      const width = widths[index] ?? 80
      if (right.includes(index))
        sheet.put(cell, pen + width - 4 - sheet.width(cell, textStyle.face, textStyle.size), y, textStyle)
      else sheet.block(cell, pen, y, width - 10, textStyle)
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

export function figure(sheet: Typesetter, block: Extract<Block, { kind: 'figure' }>): void {
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

/** A drawing at the foot of the page, left out where it has no room. */
export function tailpiece(sheet: Typesetter, block: Extract<Block, { kind: 'tailpiece' }>): void {
  const height = (block.crop.height / block.crop.width) * block.width
  if (sheet.y + height + 30 > page.bottom) return
  const [x, y] = [page.left + page.column - block.width, page.bottom - height]
  sheet.artifact(() => drawPicture(sheet.doc, block.name, { x, y, width: block.width, crop: block.crop }))
}
