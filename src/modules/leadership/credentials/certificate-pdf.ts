import { encode } from 'uqr'
import { drawPicture } from '#platform/pdf/drawing.ts'
import { clustersOf } from '#platform/pdf/letters.ts'
import { type Element, type Ink, Paper } from '#platform/pdf/paper.ts'

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

const [soft, copper] = ['#5F5A54', '#A8520F']
const middle = 421
const [left, right] = [98, 744]
const nameWidth = 600
/**
 * The certificate: one A4 page in landscape, with the credential attached. Its frame keeps clear of the margin that printers
 * leave white, so that it prints on Letter paper too. Equal contents give equal bytes.
 */
export async function certificatePdf(certificate: Certificate): Promise<Buffer> {
  const { program, name, issuer, awardedOn, url } = certificate
  const issued = new Date(`${awardedOn}T00:00:00Z`)
  const paper = await Paper.open(
    {
      title: `${program}: ${name}`,
      author: issuer,
      date: issued,
      layout: 'landscape',
      wide: ['DejaVuSerif', 'DejaVuSans'],
    },
    [program, name, issuer, url],
  )
  const attachment = {
    name: 'credential.json',
    type: 'application/json',
    description: 'The signed credential (Open Badges 3.0)',
    creationDate: issued,
    modifiedDate: issued,
    // Not yet in the library's types.
    relationship: 'Data',
  }
  paper.pdf.file(Buffer.from(certificate.credential), attachment)
  draw(paper, certificate)
  return paper.bytes(() => '')
}

function draw(paper: Paper, certificate: Certificate): void {
  const { pdf } = paper
  paper.artifact(() => drawPicture(pdf, 'certificate-ground', { x: 0, y: 0, width: 842, paper: '#FFFFFF' }))
  paper.logo(middle - 17, 84, 34)
  const display = { face: 'display' } as const
  centred(paper, certificate.issuer, 136, { ...display, size: 13, color: soft })
  centred(paper, certificate.program, 184, { ...display, size: 38 }, 'H1')
  centred(paper, 'This is to certify that', 216, { size: 15, face: 'italic', color: soft })
  paper.rule(290, [middle - 210, middle + 210], '#C06014', 0.8)
  drawName(paper, certificate.name)
  const { startsOn, endsOn } = certificate.cohort
  const lines = [
    `has completed twelve weeks of practice at work, from ${longDate(startsOn)} to ${longDate(endsOn)}:`,
    `${inWords(certificate.assignments)} of twelve assignments,${sessionWords(certificate.sessions)}`,
    'and a final account of one change at work.',
  ]
  const account = paper.element('P')
  for (const [index, line] of lines.entries())
    said(paper, account, line, middle, 317 + index * 20, { ...display, size: 14, align: 'center' })
  paper.artifact(() => drawPicture(pdf, 'badge', { x: middle - 64, y: 379, width: 128 }))
  for (const [index, [label, value]] of (
    [
      ['Awarded on', longDate(certificate.awardedOn)],
      ['Valid until', longDate(certificate.validUntil)],
      ['Number', certificate.id],
    ] as const
  ).entries()) {
    said(paper, paper.element('P'), label, left, 424 + index * 34, { size: 8.5, color: soft })
    const style: Ink = index === 2 ? { size: 10 } : { ...display, size: 12 }
    said(paper, paper.element('P'), value, left, 438 + index * 34, style)
  }
  qr(paper, certificate.url)
}

/** The QR code with its quiet zone, and the address as text below. */
function qr(paper: Paper, url: string): void {
  const { pdf } = paper
  const side = 84
  const [x, y] = [right - side, 398]
  const { data, size } = encode(url, { ecc: 'M', border: 4 })
  const module = side / size
  const shown = url.replace(/^https?:\/\//, '')
  const box = { bbox: [x, y, x + side, y + side], placement: 'Block' }
  paper.within(paper.element('Figure', undefined, { alt: `QR code of ${shown}`, ...box }), () => {
    pdf.rect(x, y, side, side).fill('#FFFFFF')
    for (const [row, cells] of data.entries())
      for (const [column, dark] of cells.entries())
        if (dark) pdf.rect(x + column * module, y + row * module, module, module)
    pdf.fill('#1C1A18')
  })
  const caption: Ink = { size: 8.5, color: soft, align: 'right' }
  said(paper, paper.element('P'), 'Check it at this address', right - 7, y + side + 8, caption)
  const fontSize = Math.min(8.5, (8.5 * 236) / paper.widthOf(shown, { size: 8.5 }))
  const link = paper.element('Link', paper.element('P'))
  said(paper, link, shown, right - 7, y + side + 21, { ...caption, size: fontSize, color: copper })
  // A text of the library is an object; a plain one is a name.
  pdf.link(x, y, side, side + 26, url, { structParent: link, Contents: Object(shown) } as object)
}

/** Prints the name in one line, as large as it fits, or in two lines. */
function drawName(paper: Paper, name: string): void {
  const style = (size: number): Ink => ({ size, face: 'display', align: 'center' })
  const fits = (text: string, largest: number): number =>
    Math.min(largest, (largest * nameWidth) / paper.widthOf(text, style(largest)))
  const size = fits(name, 50)
  const into = paper.element('P')
  if (size >= 26) {
    said(paper, into, name, middle, 274, style(size))
    return
  }
  const lines = halves(name)
  const smaller = Math.min(...lines.map((line) => fits(line, 26)))
  for (const [index, line] of lines.entries())
    said(paper, into, line, middle, 250 + index * 28, style(smaller))
}

/** Splits at the space nearest to the middle; a single word is split in the middle. */
function halves(text: string): string[] {
  const letters = clustersOf(text)
  const half = letters.length / 2
  const spaces = letters.flatMap((letter, index) => (letter === ' ' ? [index] : []))
  const at = spaces.sort((a, b) => Math.abs(a - half) - Math.abs(b - half))[0] ?? Math.ceil(half)
  return [letters.slice(0, at).join('').trim(), letters.slice(at).join('').trim()]
}

/** A line that starts at `x`, ends there, or has its middle there. */
function said(paper: Paper, into: Element, text: string, x: number, y: number, style: Ink): void {
  paper.within(into, () => paper.say(text, x, y, style))
}

function centred(paper: Paper, text: string, y: number, style: Ink, kind: 'P' | 'H1' = 'P'): void {
  said(paper, paper.element(kind), text, middle, y, { ...style, align: 'center' })
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
