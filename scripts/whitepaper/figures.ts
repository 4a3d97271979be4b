import { drawPicture } from '#platform/pdf/drawing.ts'
import { dollars, type ExampleFigures } from './example.ts'
import { colours, page, styles, type Typesetter } from './typesetter.ts'

interface Bar {
  label: string
  note?: string
  value: number
  text: string
  strong?: boolean
}

/** Horizontal bars from a common base, the label above each bar and its value at the end. */
function bars(sheet: Typesetter, top: number, rows: Bar[], pitch: number): void {
  const most = Math.max(...rows.map(({ value }) => value))
  const room = page.column - 74
  for (const [index, bar] of rows.entries()) {
    const y = top + index * pitch
    const width = Math.max((bar.value / most) * room, 1.5)
    sheet.put(bar.label, page.left, y, { ...styles.cell, face: 'sansMedium' })
    const after = page.left + sheet.width(bar.label, 'sansMedium', 9) + 8
    if (bar.note) sheet.put(bar.note, after, y + 0.4, styles.small)
    sheet.doc.rect(page.left, y + 14.5, width, 10).fill(bar.strong === false ? colours.light : colours.copper)
    sheet.put(bar.text, page.left + width + 7, y + 13, { ...styles.cell, face: 'sansBold' })
  }
}

export const barPitch = 35

/** The cost of the worked example by category. */
export function drawBreakdown(sheet: Typesetter, top: number, figures: ExampleFigures): void {
  const rows = figures.rows.map(({ name, after, share }) => ({
    label: name,
    note: `${share.toFixed(1)}%`,
    value: after,
    text: dollars(after),
  }))
  bars(sheet, top, rows, barPitch)
}

/** Published estimates of what one departure costs, in percent of a year's pay. */
export function drawReplacement(sheet: Typesetter, top: number): void {
  const rows: Bar[] = [
    { label: 'Typical job', note: 'median of case studies, 2012', value: 21, text: '21%', strong: false },
    { label: 'Base pay, any job', note: 'Work Institute, 2019', value: 33, text: '33%', strong: false },
    {
      label: 'The multiple in our formula',
      note: 'knowledge and ramp-up included',
      value: 150,
      text: '150%',
    },
    { label: 'Executives', note: 'highest published case, 2012', value: 213, text: '213%', strong: false },
  ]
  bars(sheet, top, rows, barPitch)
}

/** The same company under three assumptions about the price of a departure. */
export function drawScenarios(sheet: Typesetter, top: number, figures: ExampleFigures): void {
  const rows = figures.scenarios.map(({ name, note, total }) => ({
    label: name,
    note,
    value: total,
    text: dollars(total),
    strong: name === 'Formula',
  }))
  bars(sheet, top, rows, barPitch)
}

/** Thirteen weeks on a line, in three parts, with the days when something is counted. */
export function drawNinetyDays(sheet: Typesetter, top: number): void {
  const { doc } = sheet
  const left = page.left
  const at = (day: number): number => left + (day / 90) * page.column
  const parts = [
    { from: 0, to: 30, name: 'See', text: 'Days 1 to 30', fill: colours.sunk, ink: colours.ink },
    { from: 30, to: 60, name: 'Say', text: 'Days 31 to 60', fill: '#F3DFCB', ink: colours.ink },
    { from: 60, to: 90, name: 'Share', text: 'Days 61 to 90', fill: colours.copper, ink: '#FFFFFF' },
  ]
  for (const part of parts) {
    doc.rect(at(part.from), top, at(part.to) - at(part.from), 46).fill(part.fill)
    sheet.put(part.name, at(part.from) + 10, top + 7, {
      face: 'serif',
      size: 17,
      leading: 20,
      colour: part.ink,
    })
    sheet.put(part.text, at(part.from) + 10, top + 29, {
      ...styles.note,
      face: 'sansMedium',
      colour: part.ink,
    })
  }
  doc
    .moveTo(left, top + 60)
    .lineTo(left + page.column, top + 60)
    .lineWidth(1)
    .stroke(colours.ink)
  const milestones = [
    { day: 0, text: 'Baseline' },
    { day: 30, text: 'First count' },
    { day: 60, text: 'Second count' },
    { day: 90, text: 'Account' },
  ]
  for (const { day, text } of milestones) {
    doc.circle(at(day), top + 60, 3.4).fillAndStroke(colours.paper, colours.deep)
    const width = sheet.width(text, 'sansMedium', 7.9)
    const x = day === 0 ? left : day === 90 ? left + page.column - width : at(day) - width / 2
    sheet.put(text, x, top + 69, { ...styles.note, face: 'sansMedium' })
  }
}

/** The drawing of the Blueprint over the whole measure, each part with its name. */
export function drawBlueprint(sheet: Typesetter, top: number): void {
  const width = page.left + page.column - page.note
  const crop = { x: 20, y: 34, width: 320, height: 168 }
  const scale = width / crop.width
  drawPicture(sheet.doc, 'timeline-blueprint', { x: page.note, y: top + 26, width, crop })
  const names = [
    { above: 'Self-knowledge', below: ['Tell the truth', 'early'] },
    { above: 'Integrity', below: ['Listen to change', 'your mind'] },
    { above: 'Purpose', below: ['Decide in', 'the open'] },
    { above: 'Humility', below: ['Grow the person', 'beside you'] },
  ]
  for (const [index, { above, below }] of names.entries()) {
    const middle = page.note + (66 + index * 76 - crop.x) * scale
    const centred = (text: string, y: number, colour: string): void => {
      const x = middle - sheet.width(text, 'sansMedium', 9) / 2
      sheet.put(text, x, y, { ...styles.cell, face: 'sansMedium', colour })
    }
    centred(above, top + 8, colours.ink)
    for (const [row, text] of below.entries())
      centred(text, top + 26 + crop.height * scale + 5 + row * 12.5, colours.deep)
  }
}
