import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import type { Font, Glyph, GlyphPosition, GlyphRun } from 'fontkit'

const mostRuns = 2_000
/** Of CJK each file has some hundred letters, so a process that prints many names reads many files. */
const mostFonts = 80
const known = new Map<string, Promise<Font>>()

/** A font that HarfBuzz shapes, by what `shaped` returned. */
export const shapedFonts = new WeakSet<Font>()

/**
 * A font of a package as `fontkit` reads it, read once per process and shared by all documents: its tables are decoded
 * once, and text that most documents have, such as "Description", is laid out once. Both took nine tenths of a document's time.
 */
export function sharedFont(path: string): Promise<Font> {
  return kept(path, async () => {
    const { create } = await import('fontkit')
    return create(unpackedFont(path)) as Font
  })
}

/**
 * The same for a font of any script, with HarfBuzz to shape its text: it joins Arabic letters, orders those of India, and puts
 * marks at their place. A variable font is read at its regular weight. Text from right to left has the feature `rtl`.
 */
export async function shapedFont(path: string): Promise<Font> {
  const font = await kept(path, async () => {
    const [{ create }, bytes] = await Promise.all([import('fontkit'), plainBytes(path)])
    const read = create(bytes) as Font
    return Object.create(read, { layout: { value: await layoutOf(read, bytes) } }) as Font
  })
  shapedFonts.add(font)
  return font
}

function kept(path: string, read: () => Promise<Font>): Promise<Font> {
  const font = known.get(path) ?? read().then((made) => withRunsKept(made, basename(path, extname(path))))
  known.delete(path)
  known.set(path, font)
  const [oldest] = known.keys()
  if (known.size > mostFonts && oldest !== undefined) known.delete(oldest)
  return font
}

/** The library knows fonts by this name only, and the files of one family have the same. */
function withRunsKept(font: Font, postscriptName: string): Font {
  const runs = new Map<string, GlyphRun>()
  const layout = (text: string, features: string[] = []): GlyphRun => {
    const key = `${features.join()} ${text}`
    const run = runs.get(key) ?? font.layout(text, features)
    // Moves the key to the end: the least recently used run is removed first.
    runs.delete(key)
    runs.set(key, run)
    const [oldest] = runs.keys()
    if (runs.size > mostRuns && oldest !== undefined) runs.delete(oldest)
    // Each document scales the positions in place, so it gets copies.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
  return Object.create(font, { layout: { value: layout }, postscriptName: { value: postscriptName } })
}

async function plainBytes(path: string): Promise<Buffer> {
  if (path.endsWith('.woff')) return unpackedFont(path)
  const bytes = readFileSync(fileURLToPath(import.meta.resolve(path)))
  if (path.endsWith('.ttf')) return bytes
  const { default: subsetFont } = await import('subset-font')
  return subsetFont(bytes, undefined, {
    keepAllGlyphs: true,
    variationAxes: { wght: 400 },
    targetFormat: 'truetype',
  })
}

async function layoutOf(font: Font, bytes: Buffer) {
  const { Blob, Buffer: TextBuffer, Direction, Face, Font: Shaper, shape } = await import('harfbuzzjs')
  const shaper = new Shaper(new Face(new Blob(Uint8Array.from(bytes).buffer)))
  return (text: string, features: readonly string[] = []) => {
    const buffer = new TextBuffer()
    buffer.addText(text)
    buffer.guessSegmentProperties()
    buffer.setDirection(features.includes('rtl') ? Direction.RTL : Direction.LTR)
    shape(shaper, buffer)
    const infos = buffer.getGlyphInfos()
    const positions = buffer
      .getGlyphPositions()
      .map(({ xAdvance, yAdvance, xOffset, yOffset }) => ({ xAdvance, yAdvance, xOffset, yOffset }))
    return new ShapedRun(glyphsOf(font, text, infos), positions)
  }
}

class ShapedRun {
  readonly glyphs: readonly Glyph[]
  readonly positions: readonly GlyphPosition[]

  constructor(glyphs: readonly Glyph[], positions: readonly GlyphPosition[]) {
    this.glyphs = glyphs
    this.positions = positions
  }

  /** Of the positions as they are: the PDF library scales them before it asks. */
  get advanceWidth(): number {
    return this.positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
  }
}

/** The glyphs with the characters that a reader of the file finds for them: of a cluster, those of its own, the rest with the first. */
function glyphsOf(
  font: Font,
  text: string,
  infos: readonly { codepoint: number; cluster: number }[],
): Glyph[] {
  const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const left = new Map(
    starts.map((start, index) => [
      start,
      [...text.slice(start, starts[index + 1])].map((c) => c.codePointAt(0)!),
    ]),
  )
  const own = infos.map(({ codepoint, cluster }) => {
    const rest = left.get(cluster) ?? []
    const at = rest.findIndex((code) => font.glyphForCodePoint(code).id === codepoint)
    return at < 0 ? null : rest.splice(at, 1)
  })
  return infos.map(({ codepoint, cluster }, index) => {
    const codePoints = own[index] ?? left.get(cluster)?.splice(0) ?? []
    return Object.create(font.getGlyph(codepoint), { codePoints: { value: codePoints } })
  })
}

const unpacked = new Map<string, Buffer>()

/**
 * A font of a package, such as `@fontsource/newsreader/files/….woff`, with its tables uncompressed; read once. The PDF
 * library would inflate them in JavaScript for each document: twenty times the time of the rest.
 */
function unpackedFont(path: string): Buffer {
  const font = unpacked.get(path) ?? sfntOf(readFileSync(fileURLToPath(import.meta.resolve(path))))
  unpacked.set(path, font)
  return font
}

/** https://www.w3.org/TR/WOFF/: a header of 44 bytes, then 20 for each table. */
function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(12 + count * 16)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  head.writeUInt16BE(16 << power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(count * 16 - (16 << power), 10)
  const parts = [head]
  let end = head.length
  for (let index = 0; index < count; index += 1) {
    const entry = 44 + index * 20
    const [at, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ]
    const stored = woff.subarray(at, at + packed)
    const table = Buffer.alloc(Math.ceil(length / 4) * 4)
    ;(packed < length ? inflateSync(stored) : stored).copy(table)
    const place = 12 + index * 16
    woff.copy(head, place, entry, entry + 4)
    woff.copy(head, place + 4, entry + 16, entry + 20)
    head.writeUInt32BE(end, place + 8)
    head.writeUInt32BE(length, place + 12)
    parts.push(table)
    end += table.length
  }
  return Buffer.concat(parts)
}
