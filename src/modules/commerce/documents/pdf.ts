import type { Font } from 'fontkit'
import { logoSize, logoStrokes } from '#platform/kernel/logo.ts'
import { sharedFont } from '#platform/pdf/shared-font.ts'
import type { DocumentContent } from './document-parts.ts'
import { documentOf } from './pdf-document.ts'
import { renderFirstLayout } from './pdf-first-layout.ts'
import { type Face, type Ink, PdfText } from './pdf-text.ts'

const soft = '#5F5A54'
const copper = '#C06014'
const left = 56
const right = 539
const width = right - left
const half = 320

const sets = ['latin', 'latin-ext'] as const
/** Of each face the letters of Western Europe, then those of the rest of Latin. */
const faces: Record<Face, readonly string[]> = {
  display: sets.map((set) => `@fontsource/newsreader/files/newsreader-${set}-500-normal.woff`),
  text: sets.map((set) => `@fontsource/instrument-sans/files/instrument-sans-${set}-400-normal.woff`),
}

/** Every layout that documents were issued in, the newest first. */
const layouts = [renderPdf, renderFirstLayout]

/** The document in the layout in which it was issued; null when none gives what was issued (ADR 045). */
export async function renderAsIssued(
  content: DocumentContent,
  isIssued: (bytes: Buffer) => boolean,
): Promise<Buffer | null> {
  for (const layout of layouts) {
    const bytes = await layout(content)
    if (isIssued(bytes)) return bytes
  }
  return null
}

/** The document as PDF, with the mark and the type of the site. Equal contents give equal bytes. */
export async function renderPdf(content: DocumentContent): Promise<Buffer> {
  const fonts = { display: await fontsOf('display'), text: await fontsOf('text') }
  // Without a font of its own it reads its Helvetica first.
  return documentOf(content, { font: '' }, (pdf) => draw(pdf, new PdfText(pdf, fonts), content))
}

const fontsOf = (face: Face): Promise<Font[]> => Promise.all(faces[face].map(sharedFont))

function draw(pdf: PDFKit.PDFDocument, text: PdfText, content: DocumentContent): void {
  const say = (words: string, x: number, y: number, style: Ink) => text.say(words, x, y, { width, ...style })
  mark(pdf, left - 4, 44, 36)
  let y = 62
  for (const line of text.wrapped(content.issuer, { size: 15, face: 'display', width: 380 })) {
    say(line, left, y, { size: 15, face: 'display', align: 'right' })
    y += 18
  }
  for (const line of content.issuerLines) {
    say(line, left, y, { size: 9, color: soft, align: 'right' })
    y += 13
  }
  y = Math.max(y, 112) + 36
  say(content.title, left, y, { size: 30, face: 'display' })
  y += 18
  rule(pdf, y, copper, 1)
  y += 28

  const top = y
  say(content.recipientLabel, left, y, { size: 9, color: soft })
  const recipient = content.recipientLines.flatMap((line) => text.wrapped(line, { size: 11, width: 240 }))
  for (const line of recipient) {
    y += 16
    say(line, left, y, { size: 11 })
  }
  let factsY = top
  for (const { label, value } of content.facts) {
    say(label, half, factsY, { size: 9, color: soft })
    say(value, half, factsY, { size: 10, align: 'right', width: right - half })
    factsY += 16
  }
  y = Math.max(y, factsY) + 44

  say('Description', left, y, { size: 9, color: soft })
  say('Quantity', 360, y, { size: 9, color: soft, align: 'right', width: 60 })
  say('Amount', left, y, { size: 9, color: soft, align: 'right' })
  y += 9
  rule(pdf, y)
  for (const { description, quantity, amount } of content.lines) {
    y += 21
    say(quantity, 360, y, { size: 11, align: 'right', width: 60 })
    say(amount, left, y, { size: 11, align: 'right' })
    for (const line of text.wrapped(description, { size: 11, width: 300 })) {
      say(line, left, y, { size: 11 })
      y += 16
    }
    y -= 3
    rule(pdf, y)
  }
  y += 8
  for (const { label, value, strong = false } of content.sums) {
    y += strong ? 26 : 18
    if (strong) rule(pdf, y - 19, '#D9CFC2', 0.5, half)
    say(label, half, y, strong ? { size: 13, face: 'display' } : { size: 10 })
    say(value, left, y, { size: strong ? 17 : 10, face: strong ? 'display' : 'text', align: 'right' })
  }
  y += 52
  for (const note of content.notes.flatMap((line) => text.wrapped(line, { size: 9, width }))) {
    say(note, left, y, { size: 9, color: soft })
    y += 14
  }
}

/** The mark of the site, `size` points wide. */
function mark(pdf: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(size / logoSize)
    .lineCap('round')
  for (const { d, width: pen, tone } of logoStrokes)
    pdf
      .path(d)
      .lineWidth(pen)
      .stroke(tone === 'copper' ? copper : '#292929')
  pdf.restore()
}

function rule(pdf: PDFKit.PDFDocument, y: number, color = '#D9CFC2', pen = 0.5, from = left): void {
  pdf.moveTo(from, y).lineTo(right, y).lineWidth(pen).strokeColor(color).stroke()
}
