import type { Font, GlyphRun } from 'fontkit'
import { unpackedFont } from './unpacked-font.ts'

const mostRuns = 2_000
const known = new Map<string, Font>()

/**
 * A font of a package as `fontkit` reads it, read once per process and shared by all documents: its tables are decoded
 * once, and text that most documents have, such as "Description", is laid out once. Both took nine tenths of a document's time.
 */
export async function sharedFont(path: string): Promise<Font> {
  const before = known.get(path)
  if (before !== undefined) return before
  const { create } = await import('fontkit')
  const font = withRunsKept(create(unpackedFont(path)) as Font)
  known.set(path, font)
  return font
}

function withRunsKept(font: Font): Font {
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
  return Object.assign(Object.create(font), { layout })
}
