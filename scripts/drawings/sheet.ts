import { circlePath, type Point, segment } from './strokes.ts'

/**
 * `paper`: ink and copper follow the reader's colour scheme. `night`: the drawing is on the dark band in both schemes.
 * `print`: on white paper in both schemes. `toned`: on white paper, which is grey in the dark scheme: a face in negative is
 * not recognisable, and white would glare.
 */
type Ground = 'paper' | 'night' | 'print' | 'toned'

/** A sheet on which strokes are collected by kind and written once. */
export class Sheet {
  readonly #width: number
  readonly #height: number
  readonly #ground: Ground
  readonly #parts: string[] = []
  readonly #definitions: string[] = []
  #drawn = false

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

  /** Its lines draw themselves once, in 600 ms, unless the visitor prefers reduced motion. */
  drawnOnce(): this {
    this.#drawn = true
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
    const grey =
      '.i{stroke:#1c1a18}.s{stroke:#6f675e}.c{stroke:#7a3a08}.p{fill:#a89d90}.w{fill:#a98a6b}.k{fill:#a89d90}'
    const following = `${light}@media(prefers-color-scheme:dark){${dark}}`
    const toned = `${light}@media(prefers-color-scheme:dark){${grey}}`
    const style = { night, print: light, paper: following, toned }[this.#ground]
    const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.#width} ${this.#height}" width="${this.#width}" height="${this.#height}">`
    const shared = '.i,.s,.c{fill:none;stroke-linecap:round;stroke-linejoin:round}'
    const definitions = this.#definitions.length > 0 ? `<defs>${this.#definitions.join('')}</defs>` : ''
    const drawing = this.#drawn
      ? '@media screen and (prefers-reduced-motion:no-preference){[pathLength]{animation:d .6s ease-out}}@keyframes d{from{stroke-dasharray:1;stroke-dashoffset:1}}'
      : ''
    const parts = this.#parts.map((part) =>
      this.#drawn &&
      part.startsWith('<path class="') &&
      part.includes('stroke-width') &&
      !part.includes('dash')
        ? part.replace('<path', '<path pathLength="1"')
        : part,
    )
    return `${head}<style>${shared}${style}${drawing}</style>${definitions}${parts.join('')}</svg>\n`
  }
}

/** A centre line of dashes and dots, as in working drawings. */
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
