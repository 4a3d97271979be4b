import { createRequire } from 'node:module'
import { type Point, polar, short } from './strokes.ts'

interface Outline {
  scale(x: number, y: number): Outline
  translate(x: number, y: number): Outline
  rotate(angle: number): Outline
  toSVG(): string
}

interface Glyphs {
  layout(text: string): {
    glyphs: {
      path: Outline
    }[]
    positions: { xAdvance: number; xOffset: number; yOffset: number }[]
    advanceWidth: number
  }
  unitsPerEm: number
}

let display: Glyphs | undefined

/** The display face in its regular weight: the font reader cannot use the variable axis of a compressed file. */
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

/** Text as outlines of the display face, so that a picture needs no font. */
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

/** Text along a circle, centred at its top or at its bottom, and read from left to right in both cases. */
export function lettersOnRing(
  text: string,
  centre: Point,
  radius: number,
  { size, spacing = 0, below = false }: Omit<Lettering, 'anchor'> & { below?: boolean },
): string {
  const font = face()
  const run = font.layout(text)
  const scale = size / font.unitsPerEm
  const width = run.advanceWidth * scale + spacing * (text.length - 1)
  // At the bottom the capitals hang from their line, so that both texts are in the same ring.
  const line = below ? radius + size * 0.68 : radius
  let pen = -width / 2
  let d = ''
  for (const [index, glyph] of run.glyphs.entries()) {
    const advance = (run.positions[index]?.xAdvance ?? 0) * scale
    const turn = ((pen + advance / 2) / (radius + size * 0.34)) * (180 / Math.PI)
    const [x, y] = polar(centre, line, below ? 90 - turn : turn - 90)
    d += glyph.path
      .scale(scale, -scale)
      .translate(-advance / 2, 0)
      .rotate(((below ? -turn : turn) * Math.PI) / 180)
      .translate(x, y)
      .toSVG()
    pen += advance + spacing
  }
  return d.replace(/-?\d+\.\d+/g, (figure) => short(Number(figure)))
}
