import type { Font } from 'fontkit'
import { linesOf, wide } from './pdf-document.ts'

/** The faces of a document: for headings and the total, and for text. Each one more is embedded into every document. */
export type Face = 'display' | 'text'

export interface Ink {
  size: number
  face?: Face
  color?: string
  align?: 'left' | 'right'
  width?: number
}

/** Letters of one font, in the order in which they are read. */
interface Run {
  font: string
  text: string
}

/** The letters of the wide font: scripts that the site's own faces do not have, and signs of currencies such as ₫. */
const inWide =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}₩₪₫₱₹]/u
/** The letters of the first file of a face and those of its second, as their publisher divides them. */
const western = /[\x20-\x7e\u00a0-\u00ff\u0131\u0152\u0153\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2122]/
const extended = /[\u0100-\u0130\u0132-\u0151\u0154-\u017f\u0218-\u021b]/

/** Figures of one width, so that amounts stand under each other. */
const features: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'tnum']

/** Sets lines of text on a document; a letter that no font has becomes a question mark. */
export class PdfText {
  readonly #pdf: PDFKit.PDFDocument
  readonly #widths = new Map<string, number>()

  /** @param faces the fonts of each face: western letters, then the rest of Latin */
  constructor(pdf: PDFKit.PDFDocument, faces: Record<Face, readonly Font[]>) {
    this.#pdf = pdf
    // A font that is read already is taken as it is, which the library's types do not know.
    for (const [face, fonts] of Object.entries(faces))
      for (const [index, font] of fonts.entries())
        pdf.registerFont(`${face}-${index}`, font as unknown as PDFKit.Mixins.PDFFontSource)
    pdf.registerFont('wide', wide)
  }

  /** One line whose letters stand on `y`. */
  say(text: string, x: number, y: number, style: Ink & { width: number }): void {
    const runs = runsOf(text, style.face)
    let pen = style.align === 'right' ? x + style.width - this.#widthOf(runs, style.size) : x
    for (const [index, run] of runs.entries()) {
      this.#pdf
        .font(run.font)
        .fontSize(style.size)
        .fillColor(style.color ?? '#292929')
      this.#pdf.text(run.text, pen, y, { lineBreak: false, baseline: 'alphabetic', features })
      if (index < runs.length - 1) pen += this.#widthOf([run], style.size)
    }
  }

  /** The text in lines that are no wider than the style allows; broken between words, and inside one only where it must be. */
  wrapped(text: string, style: Ink & { width: number }): string[] {
    const fits = (part: string): boolean => this.#widthOf(runsOf(part, style.face), style.size) <= style.width
    return linesOf(text, fits)
  }

  #widthOf(runs: readonly Run[], size: number): number {
    return runs.reduce((sum, { font, text }) => {
      // Also where the width is known: the order in which fonts are first chosen is part of the document.
      this.#pdf.font(font).fontSize(size)
      const key = `${font} ${size} ${text}`
      const width = this.#widths.get(key) ?? this.#pdf.widthOfString(text, { features })
      this.#widths.set(key, width)
      return sum + width
    }, 0)
  }
}

/** The text divided by the fonts that have its letters. */
function runsOf(text: string, face: Face = 'text'): Run[] {
  const runs: Run[] = []
  for (const letter of text.normalize('NFC')) {
    const { font, shown } = fontOf(letter, face)
    const last = runs.at(-1)
    if (last?.font === font) last.text += shown
    else runs.push({ font, text: shown })
  }
  return runs
}

function fontOf(letter: string, face: Face): { font: string; shown: string } {
  if (western.test(letter)) return { font: `${face}-0`, shown: letter }
  if (extended.test(letter)) return { font: `${face}-1`, shown: letter }
  return inWide.test(letter) ? { font: 'wide', shown: letter } : { font: `${face}-0`, shown: '?' }
}
