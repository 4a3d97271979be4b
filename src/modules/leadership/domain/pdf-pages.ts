import { logoSize, logoStrokes } from '#platform/kernel/logo.ts'
import { linesOf, pdfString, widthOf } from './pdf-text.ts'

const a4 = { width: 595, height: 842 }
const margin = 56
const bottom = 780

export const colours = {
  ink: '0.161 0.161 0.161',
  soft: '0.373 0.353 0.329',
  copper: '0.753 0.376 0.078',
  sunk: '0.945 0.922 0.882',
  rule: '0.851 0.820 0.769',
} as const
type Colour = keyof typeof colours

export interface TextStyle {
  size?: number
  font?: 'sans' | 'bold' | 'serif'
  colour?: Colour
}

const fonts = { sans: 'F1', bold: 'F2', serif: 'F3' }

/** A4 pages, filled from the top; `y` is the distance from the top in points. */
export class PdfPages {
  readonly left = margin
  readonly right = a4.width - margin
  y = margin
  readonly #pages: string[][] = [[]]

  /** Starts a new page if fewer than `points` are left on this one. */
  reserve(points: number): void {
    if (this.y + points > bottom) this.newPage()
  }

  /** Starts a new page. */
  newPage(): void {
    this.#pages.push([])
    this.y = margin + 12
  }

  text(
    x: number,
    y: number,
    text: string,
    { size = 10, font = 'sans', colour = 'ink' }: TextStyle = {},
  ): void {
    const at = `${round(x)} ${round(a4.height - y)}`
    this.#write(
      `BT ${colours[colour]} rg /${fonts[font]} ${size} Tf 1 0 0 1 ${at} Tm ${pdfString(text)} Tj ET`,
    )
  }

  /** Sets text that ends at `x`. */
  textLeftOf(x: number, y: number, text: string, style: TextStyle = {}): void {
    this.text(x - widthOf(text, style.size ?? 10), y, text, style)
  }

  /** Sets text in lines and moves `y` below them. */
  paragraph(text: string, width: number, style: TextStyle = {}, x: number = margin): void {
    const size = style.size ?? 10
    for (const line of linesOf(text, width, size)) {
      this.reserve(size * 1.4)
      this.y += size * 1.4
      this.text(x, this.y, line, style)
    }
  }

  box(x: number, y: number, width: number, height: number, colour: Colour): void {
    this.#write(
      `${colours[colour]} rg ${round(x)} ${round(a4.height - y - height)} ${round(width)} ${round(height)} re f`,
    )
  }

  /** The site's logo, `size` points wide, with its upper left corner at `x`, `y`. */
  logo(x: number, y: number, size: number): void {
    const scale = size / logoSize
    // The strokes' y axis points down, that of PDF up.
    this.#write(`q ${round(scale)} 0 0 ${round(-scale)} ${round(x)} ${round(a4.height - y)} cm 1 J`)
    for (const { d, width, tone } of logoStrokes)
      this.#write(`${colours[tone]} RG ${width} w ${strokeOf(d)} S`)
    this.#write('Q')
  }

  rule(y: number, colour: Colour = 'rule'): void {
    this.box(margin, y, a4.width - 2 * margin, 0.75, colour)
  }

  /** The PDF file; every character is one byte. */
  file(title: string, author: string, footer: string): string {
    const count = this.#pages.length
    const content = this.#pages.map((lines, index) => {
      const page = new PdfPages()
      page.text(margin, 812, footer, { size: 8, colour: 'soft' })
      page.textLeftOf(page.right, 812, `${index + 1} of ${count}`, { size: 8, colour: 'soft' })
      return [...lines, ...(page.#pages[0] ?? [])].join('\n')
    })
    const font = (name: string) =>
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
    const first = 7
    const kids = content.map((_, index) => `${first + index * 2} 0 R`).join(' ')
    return fileOf([
      '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) /ViewerPreferences << /DisplayDocTitle true >> >>',
      `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
      font('Helvetica'),
      font('Helvetica-Bold'),
      font('Times-Roman'),
      `<< /Title ${pdfString(title)} /Author ${pdfString(author)} /Creator ${pdfString(author)} >>`,
      ...content.flatMap((text, index) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${a4.width} ${a4.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]),
    ])
  }

  #write(operators: string): void {
    this.#pages.at(-1)?.push(operators)
  }
}

function fileOf(objects: readonly string[]): string {
  let file = '%PDF-1.4\n'
  const offsets: number[] = []
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length)
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
  }
  const start = file.length
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  return `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 6 0 R >>\nstartxref\n${start}\n%%EOF\n`
}

/** Converts an SVG path of the commands M, C, c and v to PDF operators, which have absolute coordinates only. */
function strokeOf(path: string): string {
  let [x, y] = [0, 0]
  const operators: string[] = []
  for (const [, command = '', rest = ''] of path.matchAll(/([MCcv])([^MCcv]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    const from = command === 'c' ? [x, y] : [0, 0]
    const points =
      command === 'v' ? [x, y + (numbers[0] ?? 0)] : numbers.map((each, at) => each + (from[at % 2] ?? 0))
    ;[x = 0, y = 0] = points.slice(-2)
    operators.push(`${points.map(round).join(' ')} ${{ M: 'm', v: 'l' }[command] ?? 'c'}`)
  }
  return operators.join(' ')
}

const round = (points: number): number => Math.round(points * 100) / 100
