import { createRequire } from 'node:module'

/** A point of the drawing, in its own units. */
export type Point = readonly [x: number, y: number]

/** Ink and copper follow the reader's colour scheme; `night` drawings stand on the dark band in both. */
export type Ground = 'paper' | 'night'

/** Numbers between 0 and 1, the same for the same seed: a drawing never changes by itself. */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A slow, smooth wave without period, about -1 to 1: the hand that drew the line. */
export function drift(x: number, seed: number): number {
  return (
    (Math.sin(x * 1.13 + seed * 12.9) +
      Math.sin(x * 0.57 + seed * 4.7) * 0.8 +
      Math.sin(x * 2.31 + seed * 7.1) * 0.35) /
    2.15
  )
}

const short = (value: number): string => String(Math.round(value * 10) / 10)
const at = ([x, y]: Point): string => `${short(x)} ${short(y)}`

/** A smooth curve through the points. */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length
  const pick = (index: number): Point =>
    points[closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)] as Point
  let d = `M${at(pick(0))}`
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const [a, b, c, e] = [pick(index - 1), pick(index), pick(index + 1), pick(index + 2)]
    const first: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6]
    const second: Point = [c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6]
    d += `C${at(first)} ${at(second)} ${at(c)}`
  }
  return closed ? `${d}Z` : d
}

export function polyline(points: readonly Point[], closed = false): string {
  return `M${points.map(at).join('L')}${closed ? 'Z' : ''}`
}

export function segment(from: Point, to: Point): string {
  return `M${at(from)}L${at(to)}`
}

export function circlePath([x, y]: Point, radius: number): string {
  const r = short(radius)
  return `M${short(x - radius)} ${short(y)}a${r} ${r} 0 1 0 ${short(radius * 2)} 0a${r} ${r} 0 1 0 ${short(-radius * 2)} 0Z`
}

export function arcPath(centre: Point, radius: number, from: number, to: number, steps = 24): string {
  const points: Point[] = []
  for (let step = 0; step <= steps; step += 1)
    points.push(polar(centre, radius, from + ((to - from) * step) / steps))
  return curve(points)
}

/** Angles in degrees, 0 to the right, clockwise as the eye sees it. */
export function polar([x, y]: Point, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]
}

/** A horizontal line of ground or water, from left to right. */
export function layer(from: number, to: number, y: (x: number) => number, step = 24): string {
  const points: Point[] = []
  for (let x = from; x < to; x += step) points.push([x, y(x)])
  points.push([to, y(to)])
  return curve(points)
}

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

export interface Lettering {
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

/** A sheet on which strokes are collected by kind and written once. */
export class Sheet {
  readonly #width: number
  readonly #height: number
  readonly #ground: Ground
  readonly #parts: string[] = []
  readonly #definitions: string[] = []

  constructor(width: number, height: number, ground: Ground = 'paper') {
    this.#width = width
    this.#height = height
    this.#ground = ground
  }

  /** Draws paths with one pen. Classes: i ink, s soft ink, c copper; widths in the drawing's units. */
  stroke(colour: 'i' | 's' | 'c', width: number, paths: string | readonly string[], extra = ''): this {
    const d = typeof paths === 'string' ? paths : paths.join('')
    if (d !== '') this.#parts.push(`<path class="${colour}" stroke-width="${width}" ${extra}d="${d}"/>`)
    return this
  }

  /** Fills: `p` paper, `w` copper wash, `cf` copper, `if` ink, `d` dark ground. */
  fill(colour: 'p' | 'w' | 'cf' | 'if' | 'd' | 'k', d: string, extra = ''): this {
    this.#parts.push(`<path class="${colour}" ${extra}d="${d}"/>`)
    return this
  }

  /** Draws within the outline only. */
  within(outline: string, draw: (sheet: this) => void): this {
    const id = `k${this.#definitions.length}`
    this.#definitions.push(`<clipPath id="${id}"><path d="${outline}"/></clipPath>`)
    this.#parts.push(`<g clip-path="url(#${id})">`)
    draw(this)
    this.#parts.push('</g>')
    return this
  }

  raw(markup: string): this {
    this.#parts.push(markup)
    return this
  }

  toString(): string {
    const light =
      '.i{stroke:#292929}.s{stroke:#8f877d}.c{stroke:#c06014}.p{fill:#faf7f2}.w{fill:#f3dfcb}.cf{fill:#c06014}.if{fill:#292929}.d{fill:#1c1a18}.k{fill:#faf7f2}.b{fill:#1c1a18}'
    const dark =
      '.i{stroke:#f4efe7}.s{stroke:#857c72}.c{stroke:#d98a4a}.p{fill:#1c1a18}.w{fill:#3a2b1f}.cf{fill:#d98a4a}.if{fill:#f4efe7}.d{fill:#0f0d0c}.b{fill:#2d2824}'
    const night =
      '.i{stroke:#f4efe7}.s{stroke:#6b635b}.c{stroke:#cc7f42}.p{fill:#1c1a18}.w{fill:#33271d}.cf{fill:#cc7f42}.if{fill:#f4efe7}.d{fill:#121010}.k{fill:#faf7f2}'
    const style = this.#ground === 'night' ? night : `${light}@media(prefers-color-scheme:dark){${dark}}`
    const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.#width} ${this.#height}" width="${this.#width}" height="${this.#height}">`
    const shared = '.i,.s,.c{fill:none;stroke-linecap:round;stroke-linejoin:round}'
    const definitions = this.#definitions.length > 0 ? `<defs>${this.#definitions.join('')}</defs>` : ''
    return `${head}<style>${shared}${style}</style>${definitions}${this.#parts.join('')}</svg>\n`
  }
}

/** Parallel strokes over a box; clip them to a shape for shading. */
export function hatch(
  x: number,
  y: number,
  width: number,
  height: number,
  spacing: number,
  degrees: number,
): string[] {
  const [cx, cy] = [x + width / 2, y + height / 2]
  const reach = Math.hypot(width, height) / 2
  const lines: string[] = []
  for (let offset = -reach; offset <= reach; offset += spacing) {
    const base = polar([cx, cy], offset, degrees + 90)
    lines.push(segment(polar(base, reach, degrees + 180), polar(base, reach, degrees)))
  }
  return lines
}

/** The marks of a working drawing: a centre line of dashes and dots. */
export function centreLine(sheet: Sheet, from: Point, to: Point): void {
  sheet.stroke('c', 1, segment(from, to), 'stroke-dasharray="14 5 2 5" ')
}

/** A measure between two points with end ticks. */
export function measure(sheet: Sheet, from: Point, to: Point): void {
  const upright = from[0] === to[0]
  const tick = 5
  const ends = [from, to].map(([x, y]) =>
    upright ? segment([x - tick, y], [x + tick, y]) : segment([x, y - tick], [x, y + tick]),
  )
  sheet.stroke('s', 1, [segment(from, to), ...ends])
}

/** A small cross with a circle, as printers set it. */
export function register(sheet: Sheet, [x, y]: Point): void {
  sheet.stroke('s', 0.8, [
    segment([x - 9, y], [x + 9, y]),
    segment([x, y - 9], [x, y + 9]),
    circlePath([x, y], 4.5),
  ])
}
