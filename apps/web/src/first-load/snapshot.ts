import { type ClientConfig, configFrom, defaultConfig } from '../lib/config.ts'
import { contentFrom, type PublicContent } from '../lib/content.ts'

/** The data that a document was rendered with; the browser hydrates with the same data. */
export interface Snapshot {
  config: ClientConfig
  content: PublicContent
}

export const snapshotId = 'snapshot'

/** The snapshot in this document; undefined without a readable one. */
export function readSnapshot(): Snapshot | undefined {
  const text = document.getElementById(snapshotId)?.textContent
  if (!text) return undefined
  try {
    const { config, content } = JSON.parse(text) as { config?: unknown; content?: unknown }
    return { config: configFrom(config), content: contentFrom(content) ?? { pages: [], partial: true } }
  } catch {
    return undefined
  }
}

/** The snapshot as a script element with JSON, escaped so that the data can neither end the element nor start a comment. */
export function snapshotBlock(snapshot: Snapshot): string {
  const { config, content } = snapshot
  // `configFrom` restores the default values.
  const own = Object.entries(config).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultConfig[name as keyof ClientConfig]),
  )
  const json = JSON.stringify({ config: Object.fromEntries(own), content }).replace(
    /[<>\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="${snapshotId}">${json}</script>`
}
