import type PDFKit from 'pdfkit'
import { encode } from 'uqr'
import { logoSize, logoStrokes } from '#platform/kernel/logo.ts'
import { drawPicture } from '#platform/pdf/drawing.ts'
import { visualRuns } from '../domain/printable-name.ts'
import { drawText, ink, registerFonts, type TextStyle, widthOf } from './certificate-text.ts'

/** The contents of a certificate. Days are calendar days: `2026-11-23`. */
export interface Certificate {
  id: string
  /** The address of the credential's page. */
  url: string
  name: string
  program: string
  issuer: string
  awardedOn: string
  validUntil: string
  cohort: { startsOn: string; endsOn: string }
  /** The number of accepted weekly assignments. */
  assignments: number
  /** The number of private coaching sessions; 0 for a cohort without coaching. */
  sessions: number
  /** The signed document, which is attached to the PDF. */
  credential: string
}

type Doc = typeof PDFKit.prototype

const [soft, copper] = ['#5F5A54', '#A8520F']
const middle = 421
const [left, right] = [98, 744]
const nameWidth = 600
/**
 * The certificate: one A4 page in landscape, with the credential attached. Its frame keeps clear of the margin that printers
 * leave white, so that it prints on Letter paper too. Equal contents give equal bytes.
 */
export async function certificatePdf(certificate: Certificate): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit')
  const issued = new Date(`${certificate.awardedOn}T00:00:00Z`)
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    info: {
      Title: `${certificate.program}: ${certificate.name}`,
      Author: certificate.issuer,
      CreationDate: issued,
      ModDate: issued,
    },
    lang: 'en',
    displayTitle: true,
    // Compressed bytes differ between versions of zlib and kinds of processors.
    compress: false,
    font: '',
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
  await registerFonts(pdf)
  const attachment = {
    name: 'credential.json',
    type: 'application/json',
    description: 'The signed credential (Open Badges 3.0)',
    creationDate: issued,
    modifiedDate: issued,
    // Not yet in the library's types.
    relationship: 'Data',
  }
  pdf.file(Buffer.from(certificate.credential), attachment)
  draw(pdf, certificate)
  pdf.end()
  return done
}

function draw(pdf: Doc, certificate: Certificate): void {
  drawPicture(pdf, 'certificate-ground', { x: 0, y: 0, width: 842, paper: '#FFFFFF' })
  drawLogo(pdf, middle - 17, 84, 34)
  centred(pdf, certificate.issuer, 136, { size: 13, color: soft })
  centred(pdf, certificate.program, 184, { size: 38 })
  centred(pdf, 'This is to certify that', 216, { size: 15, font: 'italic', color: soft })
  pdf
    .moveTo(middle - 210, 290)
    .lineTo(middle + 210, 290)
    .lineWidth(0.8)
    .stroke('#C06014')
  drawName(pdf, certificate.name)
  const { startsOn, endsOn } = certificate.cohort
  const lines = [
    `has completed twelve weeks of practice at work, from ${longDate(startsOn)} to ${longDate(endsOn)}:`,
    `${inWords(certificate.assignments)} of twelve assignments,${sessionWords(certificate.sessions)}`,
    'and a final account of one change at work.',
  ]
  for (const [index, line] of lines.entries()) centred(pdf, line, 317 + index * 20, { size: 14 })
  drawPicture(pdf, 'badge', { x: middle - 64, y: 379, width: 128 })
  for (const [index, [label, value]] of (
    [
      ['Awarded on', longDate(certificate.awardedOn)],
      ['Valid until', longDate(certificate.validUntil)],
      ['Number', certificate.id],
    ] as const
  ).entries()) {
    drawText(pdf, label, left, 424 + index * 34, { size: 8.5, font: 'text', color: soft })
    drawText(pdf, value, left, 438 + index * 34, {
      size: index === 2 ? 10 : 12,
      font: index === 2 ? 'text' : 'display',
    })
  }
  qr(pdf, certificate.url)
}

/** The QR code with its quiet zone, and the address as text below. */
function qr(pdf: Doc, url: string): void {
  const side = 84
  const [x, y] = [right - side, 398]
  const { data, size } = encode(url, { ecc: 'M', border: 4 })
  const module = side / size
  pdf.rect(x, y, side, side).fill('#FFFFFF')
  for (const [row, cells] of data.entries())
    for (const [column, dark] of cells.entries())
      if (dark) pdf.rect(x + column * module, y + row * module, module, module)
  pdf.fill('#1C1A18')
  drawText(pdf, 'Check it at this address', right - 7, y + side + 8, {
    size: 8.5,
    font: 'text',
    color: soft,
    align: 'right',
  })
  const shown = url.replace(/^https?:\/\//, '')
  const fontSize = Math.min(8.5, (8.5 * 236) / widthOf(pdf, shown, { size: 8.5, font: 'text' }))
  drawText(pdf, shown, right - 7, y + side + 21, {
    size: fontSize,
    font: 'text',
    color: copper,
    align: 'right',
  })
  pdf.link(x, y, side, side + 26, url)
}

/** Prints the name in one line, as large as it fits, or in two lines. */
function drawName(pdf: Doc, name: string): void {
  const fits = (text: string, largest: number): number =>
    Math.min(largest, (largest * nameWidth) / nameWidthAt(pdf, text, largest))
  const size = fits(name, 50)
  if (size >= 26) {
    nameLine(pdf, name, 274, size)
    return
  }
  const lines = halves(name)
  const smaller = Math.min(...lines.map((line) => fits(line, 26)))
  for (const [index, line] of lines.entries()) nameLine(pdf, line, 250 + index * 28, smaller)
}

/** Splits at the space nearest to the middle; a single word is split in the middle. */
function halves(text: string): string[] {
  const letters = [...text]
  const half = letters.length / 2
  const spaces = letters.flatMap((letter, index) => (letter === ' ' ? [index] : []))
  const at = spaces.sort((a, b) => Math.abs(a - half) - Math.abs(b - half))[0] ?? Math.ceil(half)
  return [letters.slice(0, at).join('').trim(), letters.slice(at).join('').trim()]
}

const nameWidthAt = (pdf: Doc, text: string, size: number): number =>
  visualRuns(text).reduce((sum, part) => sum + widthOf(pdf, part, { size }), 0)

function nameLine(pdf: Doc, text: string, y: number, size: number): void {
  let pen = middle - nameWidthAt(pdf, text, size) / 2
  for (const part of visualRuns(text)) {
    drawText(pdf, part, pen, y, { size })
    pen += widthOf(pdf, part, { size })
  }
}

function centred(pdf: Doc, text: string, y: number, style: TextStyle): void {
  drawText(pdf, text, middle - widthOf(pdf, text, style) / 2, y, style)
}

function drawLogo(pdf: Doc, x: number, y: number, size: number): void {
  pdf
    .save()
    .translate(x, y)
    .scale(size / logoSize)
    .lineCap('round')
  for (const { d, width, tone } of logoStrokes)
    pdf
      .path(d)
      .lineWidth(width)
      .stroke(tone === 'copper' ? '#C06014' : ink)
  pdf.restore()
}

const longDate = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const inWords = (count: number): string => ({ 10: 'ten', 11: 'eleven', 12: 'twelve' })[count] ?? String(count)

const sessionWords = (count: number): string =>
  count === 0
    ? ''
    : count === 1
      ? ' one private coaching session,'
      : ` ${count === 2 ? 'both' : count} private coaching sessions,`
