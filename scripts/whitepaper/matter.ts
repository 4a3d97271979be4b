import type { drawPicture } from '#platform/pdf/drawing.ts'
import { colours, page, type Style, styles, type Typesetter } from './typesetter.ts'

const left = page.note
const full = page.left + page.column - left

/** The cover: the drawing of the strata and the title above it. */
export function setCover(sheet: Typesetter, brand: string, draw: typeof drawPicture): void {
  sheet.newPage('', colours.night)
  sheet.artifact(() =>
    draw(sheet.doc, 'strata', { x: 0, y: 330, width: 704, night: true, paper: colours.night }),
  )
  sheet.doc.outline.addItem('Cover')
  sheet.tagged('H1', () => {
    const title: Style = { face: 'serif', size: 58, leading: 61, colour: colours.nightText }
    sheet.put('The Hidden ROI', left, 128, title)
    sheet.put('of Real Leadership', left, 128 + title.leading, { ...title, colour: colours.light })
  })
  sheet.tagged('P', () => {
    const style: Style = { face: 'serif', size: 16.5, leading: 23, colour: colours.nightText }
    sheet.block(
      'What inauthentic leadership costs, how to calculate it, and what to practice instead',
      left,
      274,
      330,
      style,
    )
    sheet.put(brand, left, 62, { face: 'sansBold', size: 12, leading: 14, colour: colours.nightText })
    const label: Style = { ...styles.small, colour: colours.nightSoft }
    const kind = 'Whitepaper, first edition, November 2026'
    sheet.put(kind, left + full - sheet.width(kind, 'sans', 8.6), 65, label)
  })
}

/** The table of contents. @param pages the page numbers; empty in the first pass */
export function setContents(sheet: Typesetter, titles: string[], pages: number[]): void {
  sheet.newPage('Contents')
  sheet.doc.outline.addItem('Contents')
  sheet.tagged('H1', () => {
    sheet.put('Contents', page.left, 104, { face: 'serif', size: 33, leading: 37, colour: colours.ink })
  })
  let y = 172
  for (const [index, title] of titles.entries()) {
    const number = String(pages[index] ?? '')
    sheet.tagged('P', () => {
      const style: Style = { face: 'serif', size: 14.5, leading: 20, colour: colours.ink }
      if (index < titles.length - 2)
        sheet.put(String(index + 1), page.left, y, { ...style, colour: colours.deep })
      sheet.put(title, page.left + 26, y, style)
      const end = page.left + page.column
      sheet.put(number, end - sheet.width(number, 'serif', 14.5), y, { ...style, colour: colours.deep })
      sheet.doc
        .moveTo(page.left, y + 25)
        .lineTo(end, y + 25)
        .lineWidth(0.5)
        .stroke(colours.rule)
    })
    y += 35
  }
  sheet.tagged('P', () => {
    const text =
      'Raised numbers refer to the references at the end. Figures without a number are our own and are marked as such. Amounts are US dollars a year unless another period is named.'
    sheet.block(text, page.left, 640, page.column, styles.small)
  })
}

/** The sources in the order of citation. @returns the number of their first page */
export function setReferences(sheet: Typesetter): number {
  sheet.newPage('References')
  const start = sheet.number
  sheet.doc.outline.addItem('References')
  sheet.tagged('H1', () => {
    sheet.put('References', page.left, 104, { face: 'serif', size: 33, leading: 37, colour: colours.ink })
  })
  sheet.y = 164
  for (const [index, reference] of sheet.citations.list().entries()) {
    const height = sheet.height(reference, page.column, styles.source)
    sheet.need(height)
    sheet.tagged('P', () => {
      const number = String(index + 1)
      const x = page.left - 12 - sheet.width(number, 'sansMedium', 8.6)
      sheet.put(number, x, sheet.y - 0.8, { ...styles.small, face: 'sansMedium', colour: colours.deep })
      sheet.block(reference, page.left, sheet.y, page.column, styles.source)
    })
    sheet.y += height + 6.5
  }
  return start
}

/** The page about the author, the making and the permitted use. @returns its page number */
export function setAbout(sheet: Typesetter, brand: string, draw: typeof drawPicture): number {
  sheet.newPage('About this paper')
  sheet.doc.outline.addItem('About this paper')
  sheet.tagged('H1', () => {
    sheet.put('About this paper', page.left, 104, {
      face: 'serif',
      size: 33,
      leading: 37,
      colour: colours.ink,
    })
  })
  sheet.y = 166
  const paragraphs = [
    `${brand} teaches the part of leadership that cannot be delegated. Its Authentic Leader Certification takes leaders through the Blueprint in twelve weeks, about three hours a week: one theme, one live lab, one assignment carried out on work they have anyway, in a group of six from six organizations, with two private coaching sessions.`,
    'This paper was written for whoever has to defend the budget. We have an interest in its conclusion, and have tried to write it so that you need not trust us: every outside figure names its publication, every figure of our own says so, and the worked example can be repeated with the calculator on our site, which asks for no email address.',
    'The estimate is a planning aid. It is not an audit, not a forecast, and not advice on accounting, tax or employment law. If you find an error, tell us; corrections appear in the next edition, with thanks to whoever found them.',
    `You may share this paper whole and unchanged, and quote from it with its title and the name ${brand}.`,
  ]
  for (const text of paragraphs) {
    sheet.tagged('P', () => {
      sheet.y += sheet.block(text, page.left, sheet.y, page.column, styles.text) + 10
    })
  }
  sheet.tagged('P', () => {
    const colophon =
      'Set in Newsreader and Instrument Sans. The drawings and charts were made for this edition. First edition, November 2026.'
    sheet.block(colophon, page.left, sheet.y + 12, page.column, styles.small)
  })
  sheet.artifact(() =>
    draw(sheet.doc, 'about-hero', {
      x: page.note,
      y: 560,
      width: full,
      crop: { x: 0, y: 90, width: 3600, height: 1224 },
    }),
  )
  return sheet.number
}
