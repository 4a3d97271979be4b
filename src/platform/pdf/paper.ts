import type { Font } from 'fontkit'
import { logoSize, logoStrokes } from '#platform/kernel/logo.ts'
import { type Face, isRightToLeft, Letters, linesOf, type Run } from './letters.ts'
import { textsIn } from './printable.ts'

export type Element = PDFKit.PDFStructureElement
type Kind = 'Document' | 'P' | 'H1' | 'H2' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure' | 'Link'

export interface Ink {
  size: number
  face?: Face
  color?: string
  align?: 'left' | 'right' | 'center'
}

/** A text in its column of a row, and the element of the document's structure that it is in. */
export interface Cell extends Ink {
  text: string
  x: number
  width: number
  into: Element
}

interface PaperOptions {
  title: string
  author: string
  /** The date in the properties of the file; fixed, so that the same document has the same bytes. */
  date: Date
  layout?: 'portrait' | 'landscape'
  /** The faces of DejaVu that have the letters which the site's own lack. */
  wide?: readonly string[]
  /** The lowest baseline of a page, in points from its top. */
  bottom?: number
}

/** The edges of the text on an upright page, in points. */
export const [left, right] = [56, 539]
export const width = right - left
export const tones = { soft: '#5F5A54', copper: '#C06014', sand: '#D9CFC2', sunk: '#F1EBE1' }
const ink = '#292929'
const top = 72
/** Direction for the lines of a paragraph that begin with a word of the other direction; without a glyph. */
const rightToLeftMark = '\u200f'

/** Figures of one width, so that amounts line up. */
const leftToRight = ['kern', 'liga', 'tnum'] as PDFKit.Mixins.OpenTypeFeatures[]
const turned = ['rtl'] as unknown as PDFKit.Mixins.OpenTypeFeatures[]

/**
 * A document on A4 pages that a screen reader can read (PDF/UA): everything drawn is in an element of its structure, or an
 * artifact. Rows are set below each other and turn the page where it ends. Equal contents give equal bytes.
 */
export class Paper {
  readonly pdf: PDFKit.PDFDocument
  /** The baseline of the last row, in points from the top. */
  y = top
  readonly #letters: Letters
  readonly #bottom: number
  readonly #root: Element
  readonly #done: Promise<Buffer>
  readonly #widths = new Map<string, number>()
  readonly #registered = new Set<Font>()

  private constructor(pdf: PDFKit.PDFDocument, letters: Letters, bottom: number) {
    this.pdf = pdf
    this.#letters = letters
    this.#bottom = bottom
    const chunks: Buffer[] = []
    this.#done = new Promise((resolve, reject) => {
      pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
      pdf.on('end', () => resolve(Buffer.concat(chunks)))
      pdf.on('error', reject)
    })
    this.#root = pdf.struct('Document')
    pdf.addStructure(this.#root)
  }

  /** @param content has everything that will be written, so that its fonts are read before */
  static async open(options: PaperOptions, content: object): Promise<Paper> {
    // Loaded with the first document: it is a third of what the process would hold without any.
    const { default: PDFDocument } = await import('pdfkit')
    const pdf = new PDFDocument({
      size: 'A4',
      layout: options.layout ?? 'portrait',
      margin: 0,
      pdfVersion: '1.7',
      tagged: true,
      subset: 'PDF/UA',
      bufferPages: true,
      info: {
        Title: options.title,
        Author: options.author,
        CreationDate: options.date,
        ModDate: options.date,
      },
      lang: 'en',
      displayTitle: true,
      // Compressed bytes differ between versions of zlib and kinds of processors.
      compress: false,
      // Without a font of its own it reads its Helvetica first.
      font: '',
    } as unknown as PDFKit.PDFDocumentOptions)
    escapeMetadata(pdf)
    const texts = textsIn(content).map(({ text }) => text)
    return new Paper(pdf, await Letters.of(texts, options.wide), options.bottom ?? 770)
  }

  /** A new element of the structure, below `parent` or the document. */
  element(kind: Kind, parent: Element = this.#root, options: object = {}): Element {
    const element = this.pdf.struct(kind, options)
    parent.add(element)
    return element
  }

  /** What is drawn without meaning for a reader: rules, the mark, numbers of pages. */
  artifact(draw: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Layout' })
    draw()
    this.pdf.endMarkedContent()
  }

  /** What is drawn as content of an element. */
  within(element: Element, draw: () => void): void {
    element.add(this.pdf.markStructureContent('P'))
    draw()
    this.pdf.endMarkedContent()
  }

  /** Sets texts side by side below the last row, each in lines; a row that does not fit on the page begins the next one. */
  row(cells: readonly Cell[], leading: number): void {
    const columns = cells.map((cell) => ({ cell, lines: this.wrapped(cell.text, cell, cell.width) }))
    const count = Math.max(...columns.map(({ lines }) => lines.length))
    if (count * leading <= this.#bottom - top) this.need(count * leading)
    for (let index = 0; index < count; index += 1) {
      this.need(leading)
      this.y += leading
      for (const { cell, lines } of columns) {
        const line = lines[index] ?? ''
        if (line !== '') this.within(cell.into, () => this.say(line, cell.x, this.y, cell, cell.width))
      }
    }
  }

  /** A paragraph or a heading, as wide as an upright page. */
  paragraph(text: string, style: Ink, leading: number, kind: Kind = 'P'): void {
    this.row([{ text, x: left, width, into: this.element(kind), ...style }], leading)
  }

  /** Turns the page unless `height` points are left on it. @returns whether it did */
  need(height: number): boolean {
    if (this.y + height <= this.#bottom) return false
    this.pdf.addPage()
    this.y = top
    return true
  }

  /** One line with its baseline at `y`; the caller adds the tag. */
  say(line: string, x: number, y: number, style: Ink, width = 0): void {
    const runs = this.#letters.runsOf(line, style.face ?? 'text')
    const room = width - this.#widthOf(runs, style.size)
    let pen = x + { left: 0, center: room / 2, right: room }[style.align ?? 'left']
    const isShaped = this.#letters.isShaped(runs)
    // The order of shaped glyphs is not that of the text: programs that read or copy it take it from here.
    if (isShaped) this.pdf.markContent('Span', { actual: line.replaceAll(rightToLeftMark, '') })
    for (const [index, run] of runs.entries()) {
      this.#use(run.font, style.size).fillColor(style.color ?? ink)
      const features = run.rightToLeft ? turned : leftToRight
      this.pdf.text(run.text, pen, y, { lineBreak: false, baseline: 'alphabetic', features })
      if (index < runs.length - 1) pen += this.#widthOf([run], style.size)
    }
    if (isShaped) this.pdf.endMarkedContent()
  }

  widthOf(line: string, { face = 'text', size }: Ink): number {
    return this.#widthOf(this.#letters.runsOf(line, face), size)
  }

  /** The text in lines that are no wider than `width`; broken between words, and inside one only where it must be. */
  wrapped(text: string, style: Ink, width: number): string[] {
    const [first = '', ...lines] = linesOf(text, (part) => this.widthOf(part, style) <= width)
    return isRightToLeft(text) ? [first, ...lines.map((line) => rightToLeftMark + line)] : [first, ...lines]
  }

  rule(y: number, [from, to]: readonly [number, number], color: string, pen: number): void {
    this.artifact(() => this.pdf.moveTo(from, y).lineTo(to, y).lineWidth(pen).strokeColor(color).stroke())
  }

  /** The mark of the site, `size` points wide. */
  logo(x: number, y: number, size: number): void {
    this.artifact(() => {
      this.pdf
        .save()
        .translate(x, y)
        .scale(size / logoSize)
        .lineCap('round')
      for (const { d, width, tone } of logoStrokes)
        this.pdf
          .path(d)
          .lineWidth(width)
          .stroke(tone === 'copper' ? tones.copper : ink)
      this.pdf.restore()
    })
  }

  /** The bytes of the document. A line at the foot numbers its pages if there are several. */
  async bytes(footer: (page: number, pages: number) => string): Promise<Buffer> {
    const { count } = this.pdf.bufferedPageRange()
    for (let page = 0; page < count && count > 1; page += 1) {
      this.pdf.switchToPage(page)
      const style = { size: 8, color: tones.soft, align: 'right' } as const
      // Of a long name the last line, which has the number.
      const text = this.wrapped(footer(page + 1, count), style, width).at(-1) ?? ''
      this.artifact(() => this.say(text, left, 805, style, width))
    }
    this.pdf.end()
    return this.#done
  }

  #widthOf(runs: readonly Run[], size: number): number {
    return runs.reduce((sum, { font, text, rightToLeft }) => {
      const key = `${font.postscriptName} ${size} ${rightToLeft} ${text}`
      const features = rightToLeft ? turned : leftToRight
      const width = this.#widths.get(key) ?? this.#use(font, size).widthOfString(text, { features })
      this.#widths.set(key, width)
      return sum + width
    }, 0)
  }

  #use(font: Font, size: number): PDFKit.PDFDocument {
    // A font that is read already is taken as it is, which the library's types do not know.
    const name = font.postscriptName ?? ''
    if (!this.#registered.has(font))
      this.pdf.registerFont(name, font as unknown as PDFKit.Mixins.PDFFontSource)
    this.#registered.add(font)
    return this.pdf.font(name).fontSize(size)
  }
}

/** The library writes title and author into XML as they are. */
function escapeMetadata(pdf: PDFKit.PDFDocument): void {
  const library = pdf as unknown as { info: Record<string, unknown>; endMetadata(): void }
  const end = library.endMetadata.bind(library)
  const escaped = (value: unknown): unknown =>
    typeof value === 'string' ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : value
  library.endMetadata = () => {
    for (const [key, value] of Object.entries(library.info)) library.info[key] = escaped(value)
    end()
  }
}
