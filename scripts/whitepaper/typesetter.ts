import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { breakLines, type Face, parse, type Word } from './inline.ts'
import { Citations } from './references.ts'

export const colours = {
  paper: '#FAF7F2',
  sunk: '#F1EBE1',
  ink: '#292929',
  soft: '#5F5A54',
  rule: '#D9CFC2',
  copper: '#C06014',
  deep: '#A8520F',
  light: '#CC7F42',
  night: '#1C1A18',
  nightText: '#F4EFE7',
  nightSoft: '#B8B0A6',
} as const

/** The page in points (US Letter): a wide outer margin for notes, a column of about 68 characters. */
export const page = {
  width: 612,
  height: 792,
  left: 192,
  column: 354,
  note: 60,
  noteWidth: 108,
  top: 96,
  bottom: 722,
}

const faces: Record<Face, string> = {
  serif: 'newsreader/files/newsreader-latin-400-normal.woff',
  italic: 'newsreader/files/newsreader-latin-400-italic.woff',
  bold: 'newsreader/files/newsreader-latin-600-normal.woff',
  sans: 'instrument-sans/files/instrument-sans-latin-400-normal.woff',
  sansMedium: 'instrument-sans/files/instrument-sans-latin-500-normal.woff',
  sansBold: 'instrument-sans/files/instrument-sans-latin-600-normal.woff',
}

export interface Style {
  face: Face
  size: number
  leading: number
  colour: string
}
export const styles = {
  text: { face: 'serif', size: 10.6, leading: 15.6, colour: colours.ink },
  lead: { face: 'serif', size: 14, leading: 20.5, colour: colours.ink },
  note: { face: 'sans', size: 8.1, leading: 11.8, colour: colours.soft },
  small: { face: 'sans', size: 8.6, leading: 12.6, colour: colours.soft },
  cell: { face: 'sans', size: 9, leading: 13, colour: colours.ink },
  source: { face: 'serif', size: 9.4, leading: 13.4, colour: colours.ink },
  quote: { face: 'italic', size: 19, leading: 25, colour: colours.deep },
} satisfies Record<string, Style>

type Kind = 'P' | 'H1' | 'H2' | 'BlockQuote' | 'Figure' | 'Table' | 'Note' | 'L'

/** Sets text on pages: keeps the current y, breaks pages, numbers sources, tags the content for screen readers. */
export class Typesetter {
  readonly doc: PDFKit.PDFDocument
  readonly citations = new Citations()
  y = page.top
  number = 0
  /** The smallest y at which the next margin note of this page may start. */
  #noteFree = 0
  #running = ''
  readonly #brand: string

  constructor(brand: string, info: { title: string; subject: string; date: Date }) {
    this.#brand = brand
    this.doc = new PDFDocument({
      size: [page.width, page.height],
      margin: 0,
      autoFirstPage: false,
      pdfVersion: '1.7',
      tagged: true,
      lang: 'en',
      displayTitle: true,
      info: {
        Title: info.title,
        Author: brand,
        Subject: info.subject,
        Keywords: 'leadership, turnover, engagement, psychological safety, cost',
        Creator: brand,
        Producer: 'pdfkit',
        CreationDate: info.date,
        ModDate: info.date,
      },
    })
    for (const [name, file] of Object.entries(faces))
      this.doc.registerFont(name, fileURLToPath(import.meta.resolve(`@fontsource/${file}`)))
  }

  /** Starts a page; `running` is the running head of this page and the following ones; empty for the cover. */
  newPage(running = this.#running, background: string = colours.paper): void {
    this.doc.addPage()
    this.number += 1
    this.#running = running
    this.#noteFree = 0
    this.y = page.top
    this.artifact(() => {
      this.doc.rect(0, 0, page.width, page.height).fill(background)
      if (running === '') return
      this.put(running, page.left, 52, { ...styles.small, size: 8 })
      this.put(this.#brand, page.note, 52, {
        ...styles.small,
        face: 'sansBold',
        size: 8,
        colour: colours.deep,
      })
      this.doc
        .moveTo(page.note, 68)
        .lineTo(page.left + page.column, 68)
        .lineWidth(0.5)
        .stroke(colours.rule)
      const folio = String(this.number)
      const width = this.width(folio, 'sansMedium', 8.6)
      this.put(folio, page.left + page.column - width, 746, { ...styles.small, face: 'sansMedium' })
    })
  }

  /** Breaks the page unless `height` points are left on it. */
  need(height: number): void {
    if (this.y + height > page.bottom) this.newPage()
  }

  artifact(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' })
    draw()
    this.doc.endMarkedContent()
  }

  /** Sets `draw` as one element of the document's structure; `alt` says what a picture shows. */
  tagged(kind: Kind, draw: (continueOnNewPage: () => void) => void, alt?: string): void {
    const element = this.doc.struct(kind, alt === undefined ? {} : { alt })
    this.doc.addStructure(element)
    const open = (): void => {
      element.add(this.doc.markStructureContent(kind))
    }
    open()
    draw(() => {
      this.doc.endMarkedContent()
      this.newPage()
      open()
    })
    this.doc.endMarkedContent()
    element.end()
  }

  width(text: string, face: Face, size: number): number {
    return this.doc.font(face).fontSize(size).widthOfString(text)
  }

  /** One run of text with its baseline box at `y`. */
  put(text: string, x: number, y: number, style: Style): void {
    this.doc.font(style.face).fontSize(style.size).fillColor(style.colour)
    this.doc.text(text, x, y, { lineBreak: false })
  }

  lines(text: string, style: Style, widthOf: (line: number) => number): Word[][] {
    const measure = (piece: string, face: Face, raised: boolean): number =>
      this.width(piece, face, raised ? style.size * 0.58 : style.size)
    const cite = (key: string): number => this.citations.number(key)
    return breakLines(
      parse(text, style.face, cite, measure),
      this.width(' ', style.face, style.size),
      widthOf,
    )
  }

  /** Draws one line word by word, joining neighbours of the same face. */
  line(words: Word[], x: number, y: number, style: Style): void {
    let pen = x
    let run = ''
    let face: Face = style.face
    const space = this.width(' ', style.face, style.size)
    const flush = (): void => {
      if (run !== '') this.put(run, pen, y, { ...style, face })
      pen += run === '' ? 0 : this.width(run, face, style.size)
      run = ''
    }
    for (const [index, word] of words.entries()) {
      if (index > 0) {
        if (run !== '') run += ' '
        else pen += space
      }
      for (const piece of word.pieces) {
        if (piece.raised) {
          flush()
          const size = style.size * 0.58
          this.put(piece.text, pen + 0.6, y - style.size * 0.1, {
            ...style,
            face: piece.face,
            size,
            colour: colours.deep,
          })
          pen += this.width(piece.text, piece.face, size)
        } else {
          if (piece.face !== face) flush()
          face = piece.face
          run += piece.text
        }
      }
    }
    flush()
  }

  /** Sets text in a column of `width` without page breaks. @returns the height of the text */
  block(text: string, x: number, y: number, width: number, style: Style): number {
    const lines = this.lines(text, style, () => width)
    for (const [index, words] of lines.entries()) this.line(words, x, y + index * style.leading, style)
    return lines.length * style.leading
  }

  height(text: string, width: number, style: Style): number {
    return this.lines(text, style, () => width).length * style.leading
  }

  /** A margin note beside the current y, below the note before it and within the page. */
  note(text: string): void {
    const lowest = page.bottom - this.height(text, page.noteWidth, styles.note)
    this.#setNote(text, Math.max(Math.min(this.y + 3, lowest), this.#noteFree))
  }

  #setNote(text: string, y: number): void {
    this.tagged('Note', () => {
      this.doc
        .moveTo(page.note, y - 5)
        .lineTo(page.note + 22, y - 5)
        .lineWidth(1)
        .stroke(colours.copper)
      const height = this.block(text, page.note, y, page.noteWidth, styles.note)
      this.#noteFree = y + height + 16
    })
  }
}
