import { unpackedFont } from '#platform/pdf/unpacked-font.ts'

interface Position {
  xAdvance: number
  yAdvance: number
  xOffset: number
  yOffset: number
}

interface GlyphRun {
  positions: Position[]
}

/** What the library that makes documents asks of a font. */
export interface SetFont {
  layout(text: string, features?: readonly string[]): GlyphRun
}

const mostRuns = 2_000
const known = new Map<string, SetFont>()

/**
 * A font of a package as `fontkit` reads it, read once per process and shared by all documents: its tables are decoded
 * once, and text that most documents have, such as "Description", is set once. Both took nine tenths of a document's time.
 */
export async function setFont(path: string): Promise<SetFont> {
  const before = known.get(path)
  if (before !== undefined) return before
  const { create } = (await import('fontkit')) as unknown as { create(bytes: Buffer): SetFont }
  const font = withRunsKept(create(unpackedFont(path)))
  known.set(path, font)
  return font
}

function withRunsKept(font: SetFont): SetFont {
  const runs = new Map<string, GlyphRun>()
  const layout = (text: string, features: readonly string[] = []): GlyphRun => {
    const key = `${features.join()} ${text}`
    const run = runs.get(key) ?? font.layout(text, features)
    if (runs.size >= mostRuns) runs.clear()
    runs.set(key, run)
    // Each document scales the positions in place.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
  return Object.assign(Object.create(font), { layout })
}
