import type { Font } from 'fontkit'
import { dejaVu, invisible, otherScripts } from './fallback-fonts.ts'
import { shapedFonts, sharedFont } from './shared-font.ts'

/** The site's own faces: for headings, names and totals; for text; for a quiet line of a certificate. */
export type Face = 'display' | 'text' | 'italic'

/** Letters of one font and direction. */
export interface Run {
  font: Font
  text: string
  rightToLeft: boolean
}

const newsreader = (set: string, cut: string) => `@fontsource/newsreader/files/newsreader-${set}-${cut}.woff`
const files: Record<Face, readonly string[]> = {
  display: ['latin', 'latin-ext', 'vietnamese'].map((set) => newsreader(set, '500-normal')),
  text: ['latin', 'latin-ext'].map(
    (set) => `@fontsource/instrument-sans/files/instrument-sans-${set}-400-normal.woff`,
  ),
  italic: [newsreader('latin', '400-italic')],
}

/** Text without any letter that has to be looked for. */
export const isPlain = /^[\x20-\x7e]*$/
/** The blocks of scripts that are written from right to left, as Unicode reserves them. */
const rightToLeft = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The characters of a text as people count them: a letter with its marks is one. */
export const clustersOf = (text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment)

const wordsOf = (text: string): string[] => text.split(/( )/).filter((word) => word !== '')

/** Finds the fonts for some texts and orders their letters as they are printed. */
export class Letters {
  /** What no font has. It is printed by its number, such as `U+1F680`. */
  readonly missing = new Set<string>()
  readonly #faces: Record<Face, readonly Font[]>
  readonly #fallback = new Map<string, { font: Font; text: string }>()
  readonly #runs = new Map<string, Run[]>()
  #bidi: Bidi | undefined

  private constructor(faces: Record<Face, readonly Font[]>) {
    this.#faces = faces
  }

  /**
   * Reads the fonts that these texts need beside the site's own.
   * @param wide the faces of DejaVu that are asked first
   */
  static async of(texts: readonly string[], wide: readonly string[] = ['DejaVuSans']): Promise<Letters> {
    const [display, text, italic] = await Promise.all(
      [files.display, files.text, files.italic].map((face) => Promise.all(face.map(sharedFont))),
    )
    const letters = new Letters({ display: display!, text: text!, italic: italic! })
    for (const one of texts) if (!isPlain.test(one)) await letters.#find(one.normalize('NFC'), wide)
    return letters
  }

  async #find(text: string, wide: readonly string[]): Promise<void> {
    const isTurned = rightToLeft.test(text)
    if (isTurned) this.#bidi ??= await readBidi()
    const families = [...wide.map(dejaVu), ...otherScripts]
    for (const word of wordsOf(text)) {
      const clusters = clustersOf(word).filter((cluster) => cluster.replace(invisible, '') !== '')
      if (!isTurned && (['display', 'text'] as const).every((face) => this.#areOwn(clusters, face))) continue
      const all = await inOneFamily(clusters, families)
      for (const [index, cluster] of clusters.entries()) {
        const font = all?.[index] ?? (await firstWith(cluster, families))
        if (font === null) this.missing.add(cluster)
        // A line may divide a cluster, where a mark has another direction than its letter.
        for (const part of [cluster, ...cluster])
          if (part === cluster || !this.#fallback.has(part))
            this.#fallback.set(part, font === null ? this.#numbered(part) : { font, text: part })
      }
    }
  }

  /** The runs of a line from left to right. */
  runsOf(line: string, face: Face): Run[] {
    const [own] = this.#faces[face] as [Font]
    if (isPlain.test(line)) return line === '' ? [] : [{ font: own, text: line, rightToLeft: false }]
    const key = `${face} ${line}`
    const runs = this.#runs.get(key) ?? this.#divide(line, face)
    this.#runs.set(key, runs)
    return runs
  }

  #divide(line: string, face: Face): Run[] {
    const text = line.normalize('NFC')
    if (this.#bidi === undefined || !rightToLeft.test(text)) return this.#inFonts(text, face, false)
    return visualOrder(text, this.#bidi).flatMap((part) =>
      this.#inFonts(part.text, face, part.level % 2 === 1),
    )
  }

  /** Whether a line holds letters that are shaped, whose order in the file is not that of the text. */
  isShaped(runs: readonly Run[]): boolean {
    return runs.some(({ font }) => shapedFonts.has(font))
  }

  #inFonts(part: string, face: Face, isTurned: boolean): Run[] {
    const runs: Run[] = []
    for (const word of wordsOf(part)) {
      const clusters = clustersOf(word).filter((cluster) => cluster.replace(invisible, '') !== '')
      const isOwn = !isTurned && this.#areOwn(clusters, face)
      for (const cluster of clusters) {
        const own = this.#own(cluster, face)
        const other = isOwn ? undefined : this.#fallback.get(cluster)
        const { font, text } = other ?? (own ? { font: own, text: cluster } : this.#numbered(cluster))
        const last = runs.at(-1)
        if (last?.font === font) last.text += text
        else runs.push({ font, text, rightToLeft: isTurned && shapedFonts.has(font) })
      }
    }
    return isTurned ? runs.reverse() : runs
  }

  #areOwn(clusters: readonly string[], face: Face): boolean {
    return clusters.every((cluster) => this.#own(cluster, face) !== undefined)
  }

  /** A letter with a combining mark is not set in the site's fonts, which do not place marks. */
  #own(cluster: string, face: Face): Font | undefined {
    const [code = 0, ...marks] = [...cluster].map((letter) => letter.codePointAt(0) ?? 0)
    return marks.length > 0 ? undefined : this.#faces[face].find((font) => font.hasGlyphForCodePoint(code))
  }

  #numbered(cluster: string): { font: Font; text: string } {
    const numbers = [...cluster].map((letter) => (letter.codePointAt(0) ?? 0).toString(16).toUpperCase())
    const [font] = this.#faces.text as [Font]
    return { font, text: numbers.map((hex) => `U+${hex.padStart(4, '0')}`).join(' ') }
  }
}

async function inOneFamily(
  clusters: readonly string[],
  families: typeof otherScripts,
): Promise<Font[] | null> {
  for (const family of families) {
    const fonts: Font[] = []
    for (const cluster of clusters) {
      const font = await family.fontOf(cluster)
      if (font === null) break
      fonts.push(font)
    }
    if (fonts.length === clusters.length) return fonts
  }
  return null
}

async function firstWith(cluster: string, families: typeof otherScripts): Promise<Font | null> {
  for (const family of families) {
    const font = await family.fontOf(cluster)
    if (font !== null) return font
  }
  return null
}

async function readBidi(): Promise<Bidi> {
  // Its types are those of its source, which has another form than the package.
  const { default: create } = (await import('bidi-js')) as unknown as { default: () => Bidi }
  return create()
}

interface Bidi {
  getEmbeddingLevels(text: string): { levels: Uint8Array }
}

/** Divides a line into parts of one level and orders them from left to right: rule L2 of the bidirectional algorithm. */
function visualOrder(text: string, bidi: Bidi): { text: string; level: number }[] {
  const { levels } = bidi.getEmbeddingLevels(text)
  let parts: { text: string; level: number }[] = []
  for (const [index, unit] of text.split('').entries()) {
    const level = levels[index] ?? 0
    const last = parts.at(-1)
    if (last?.level === level) last.text += unit
    else parts.push({ text: unit, level })
  }
  for (let level = Math.max(...levels); level > 0; level -= 1) {
    const turned: typeof parts = []
    let start = 0
    while (start < parts.length) {
      let end = start
      while (end < parts.length && parts[end]!.level >= level) end += 1
      turned.push(...(end > start ? parts.slice(start, end).reverse() : [parts[start]!]))
      start = Math.max(end, start + 1)
    }
    parts = turned
  }
  return parts
}

/** Whether the first letter with a direction is written from right to left. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(/\p{L}/u.exec(text)?.[0] ?? '')

/** The text in lines that fit; broken between words, and inside one only where it must be. */
export function linesOf(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    let rest = clustersOf(word)
    while (!fits(rest.join(''))) {
      const count = mostThatFit(rest, fits)
      lines.push(rest.slice(0, count).join(''))
      rest = rest.slice(count)
    }
    line = rest.join('')
  }
  return [...lines, line]
}

/** How many letters from the first on fit into a line, at least one; less than all. */
function mostThatFit(letters: readonly string[], fits: (part: string) => boolean): number {
  let [least, tooMany] = [1, letters.length]
  while (tooMany - least > 1) {
    const middle = Math.floor((least + tooMany) / 2)
    if (fits(letters.slice(0, middle).join(''))) least = middle
    else tooMany = middle
  }
  return least
}
