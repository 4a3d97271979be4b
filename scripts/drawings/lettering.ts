import { createRequire } from 'node:module'
import { type Point, short } from './strokes.ts'

interface Glyphs {
  layout(text: string): {
    glyphs: {
      path: { scale(x: number, y: number): { translate(x: number, y: number): { toSVG(): string } } }
    }[]
    positions: { xAdvance: number; xOffset: number; yOffset: number }[]
    advanceWidth: number
  }
  unitsPerEm: number
}

let display: Glyphs | undefined

/** The display face in its regular weight: the reader of the font cannot vary a compressed file. */
function face(): Glyphs {
  if (display) return display
  const require = createRequire(import.meta.url)
  const fontkit = require('fontkit') as { openSync(path: string): Glyphs }
  const file = require.resolve('@fontsource-variable/newsreader/files/newsreader-latin-wght-normal.woff2')
  display = fontkit.openSync(file)
  return display
}

interface Lettering {
  size: number
  anchor?: 'start' | 'middle' | 'end'
  /** Extra space between letters, in units of the drawing. */
  spacing?: number
}

/** Words as outlines of the display face, so that a picture needs no font. */
export function letters(
  text: string,
  [x, y]: Point,
  { size, anchor = 'start', spacing = 0 }: Lettering,
): string {
  const font = face()
  const run = font.layout(text)
  const scale = size / font.unitsPerEm
  const width = run.advanceWidth * scale + spacing * (text.length - 1)
  let pen = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
  let d = ''
  for (const [index, glyph] of run.glyphs.entries()) {
    const position = run.positions[index]
    if (!position) continue
    d += glyph.path.scale(scale, -scale).translate(pen, y).toSVG()
    pen += position.xAdvance * scale + spacing
  }
  return d.replace(/-?\d+\.\d+/g, (figure) => short(Number(figure)))
}
