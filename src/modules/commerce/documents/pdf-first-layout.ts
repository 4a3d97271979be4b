import type { DocumentContent } from './document-parts.ts'
import { documentOf, linesOf, wide } from './pdf-document.ts'

const ink = '#292929'
const soft = '#5F5A54'
const copper = '#A8520F'
const left = 56
const right = 539
const width = right - left

/** The letters of the built-in fonts; for those beyond, ł, ő, Ж, Ω, and the signs of currencies, there is the wide one. */
const builtIn =
  /[\x20-\x7e\u00a0-\u00ff\u20ac\u0160\u0161\u017d\u017e\u0152\u0153\u0178\u2013\u2014\u2018-\u201e\u2022\u2026\u2122]/
const inWide =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}₩₪₫₱₹]/u

/**
 * The document as releases before the mark and the site's type made it. Nothing here may change: it makes what they
 * issued anew, byte for byte (ADR 045).
 */
export function renderFirstLayout(content: DocumentContent): Promise<Buffer> {
  return documentOf(content, {}, (pdf) => {
    pdf.registerFont('wide', wide)
    draw(pdf, content)
  })
}

function draw(pdf: PDFKit.PDFDocument, content: DocumentContent): void {
  let y = 56
  pdf.rect(left, y, 40, 3).fill(copper)
  y += 18
  say(pdf, content.title, left, y, { size: 26, bold: true })
  say(pdf, content.issuer, left, y + 6, { size: 12, bold: true, align: 'right' })
  y += 26
  for (const line of content.issuerLines) {
    say(pdf, line, left, y, { size: 9, color: soft, align: 'right' })
    y += 13
  }
  y = Math.max(y, 130) + 24

  const top = y
  say(pdf, content.recipientLabel, left, y, { size: 9, color: soft })
  for (const line of content.recipientLines.flatMap((text) => wrapped(pdf, text, { size: 11, width: 250 }))) {
    y += 15
    say(pdf, line, left, y, { size: 11 })
  }
  let factsY = top
  for (const { label, value } of content.facts) {
    say(pdf, label, 320, factsY, { size: 9, color: soft })
    say(pdf, value, 320, factsY, { size: 10, align: 'right', width: right - 320 })
    factsY += 15
  }
  y = Math.max(y, factsY) + 40

  say(pdf, 'Description', left, y, { size: 9, color: soft })
  say(pdf, 'Quantity', 360, y, { size: 9, color: soft, align: 'right', width: 60 })
  say(pdf, 'Amount', left, y, { size: 9, color: soft, align: 'right' })
  y += 16
  rule(pdf, y)
  for (const { description, quantity, amount } of content.lines) {
    y += 12
    say(pdf, quantity, 360, y, { size: 11, align: 'right', width: 60 })
    say(pdf, amount, left, y, { size: 11, align: 'right' })
    for (const line of wrapped(pdf, description, { size: 11, width: 300 })) {
      say(pdf, line, left, y, { size: 11 })
      y += 15
    }
    y += 11
    rule(pdf, y)
  }
  for (const { label, value, strong = false } of content.sums) {
    y += 12
    say(pdf, label, 320, y, { size: strong ? 12 : 10, bold: strong })
    say(pdf, value, left, y, { size: strong ? 12 : 10, bold: strong, align: 'right' })
    y += 8
  }
  y += 44
  for (const note of content.notes.flatMap((text) => wrapped(pdf, text, { size: 9 }))) {
    say(pdf, note, left, y, { size: 9, color: soft })
    y += 14
  }
}

interface Ink {
  size: number
  bold?: boolean
  color?: string
  align?: 'left' | 'right'
  width?: number
}

function rule(pdf: PDFKit.PDFDocument, y: number): void {
  pdf.moveTo(left, y).lineTo(right, y).lineWidth(0.5).strokeColor('#E4DBCD').stroke()
}

/** One line of text, whole in a font that has its letters; a letter that no font has becomes a question mark. */
function say(pdf: PDFKit.PDFDocument, text: string, x: number, y: number, style: Ink): void {
  const { shown, isWide } = inFont(pdf, text, style)
  pdf.fillColor(style.color ?? ink)
  const room = style.width ?? width
  const start = style.align === 'right' ? x + room - pdf.widthOfString(shown) : x
  // The two fonts stand differently on their line: the wide one is raised to the same baseline.
  pdf.text(shown, start, isWide ? y - style.size * 0.2 : y, { lineBreak: false })
}

/** The text in lines that are no wider than the style allows; broken between words, and inside one only where it must be. */
function wrapped(pdf: PDFKit.PDFDocument, text: string, style: Ink): string[] {
  const room = style.width ?? width
  const fits = (part: string): boolean => pdf.widthOfString(inFont(pdf, part, style).shown) <= room
  return linesOf(text, fits)
}

/** Sets the font that has the letters of a text; what the document shows of it. */
function inFont(pdf: PDFKit.PDFDocument, text: string, style: Ink): { shown: string; isWide: boolean } {
  const letters = [...text.normalize('NFC')]
  const isWide = letters.some((letter) => !builtIn.test(letter) && inWide.test(letter))
  const shown = letters.map((letter) => (builtIn.test(letter) || inWide.test(letter) ? letter : '?')).join('')
  pdf.font(isWide ? 'wide' : style.bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(style.size)
  return { shown, isWide }
}
