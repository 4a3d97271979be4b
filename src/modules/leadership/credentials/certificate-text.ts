import { fileURLToPath } from 'node:url'
import type PDFKit from 'pdfkit'
import { sharedFont } from '#platform/pdf/shared-font.ts'
import { isRightToLeft } from '../domain/printable-name.ts'

type Doc = typeof PDFKit.prototype

export const ink = '#292929'
const newsreader = (set: string, style = '500-normal'): string =>
  `@fontsource/newsreader/files/newsreader-${set}-${style}.woff`
const webFonts = {
  display: newsreader('latin'),
  displayMore: newsreader('latin-ext'),
  vietnamese: newsreader('vietnamese'),
  italic: newsreader('latin', '400-italic'),
  text: '@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff',
}
const fullFonts = {
  serif: 'dejavu-fonts-ttf/ttf/DejaVuSerif.ttf',
  sans: 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
}
type Font = keyof typeof webFonts | keyof typeof fullFonts

/** The characters in each file of the display font, as the publisher divides them. */
const display: [Font, RegExp][] = [
  ['display', /[\x20-\x7e\u00a0-\u00ff\u0131\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e·]/],
  [
    'displayMore',
    /[\u0100-\u0101\u0104-\u0127\u012a-\u0130\u0134-\u0148\u014a-\u0151\u0154-\u0167\u016a-\u017e\u0218-\u021b]/,
  ],
  ['vietnamese', /[\u0102\u0103\u0128\u0129\u0168\u0169\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]/],
]

export async function registerFonts(pdf: Doc): Promise<void> {
  // The library accepts a font that is already parsed, but its types do not say so.
  for (const [name, file] of Object.entries(webFonts))
    pdf.registerFont(name, (await sharedFont(file)) as unknown as PDFKit.Mixins.PDFFontSource)
  for (const [name, file] of Object.entries(fullFonts))
    pdf.registerFont(name, fileURLToPath(import.meta.resolve(file)))
}

export interface TextStyle {
  size: number
  font?: Font
  color?: string
  align?: 'left' | 'right'
}

const features: PDFKit.Mixins.OpenTypeFeatures[] = ['kern', 'liga']

/** Draws one line with its baseline at `y`. It starts at `x`, or ends there if aligned right. */
export function drawText(pdf: Doc, text: string, x: number, y: number, style: TextStyle): void {
  let pen = style.align === 'right' ? x - widthOf(pdf, text, style) : x
  for (const [font, part] of runs(text, style.font)) {
    pdf
      .font(font)
      .fontSize(style.size)
      .fillColor(style.color ?? ink)
    pdf.text(part, pen, y, { lineBreak: false, baseline: 'alphabetic', features })
    pen += pdf.widthOfString(part, { features })
  }
}

export const widthOf = (pdf: Doc, text: string, { size, font }: TextStyle): number =>
  runs(text, font).reduce(
    (sum, [each, part]) => sum + pdf.font(each).fontSize(size).widthOfString(part, { features }),
    0,
  )

/** Splits a text by the display font's files. A text with another character is set in one font that has all characters. */
function runs(text: string, font?: Font): [Font, string][] {
  if (font !== undefined) return [[font, text]]
  if (isRightToLeft(text)) return [['sans', text]]
  const found: [Font, string][] = []
  for (const letter of text.normalize('NFC')) {
    const face = display.find(([, letters]) => letters.test(letter))?.[0]
    if (face === undefined) return [['serif', text.normalize('NFC')]]
    const last = found.at(-1)
    if (last?.[0] === face) last[1] += letter
    else found.push([face, letter])
  }
  return found
}
