import { type ClientConfig, configFrom, defaultConfig } from './config.ts'
import { contentFrom, type PublicContent } from './content.ts'

/** What a rendered document was made from; the browser hydrates with the same. */
export interface Snapshot {
  config: ClientConfig
  content: PublicContent
}

export const snapshotId = 'snapshot'

/** The snapshot of this document, if it carries a readable one. */
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

/** The snapshot as a data block; nothing in it can end the block or start a comment. */
export function snapshotBlock(snapshot: Snapshot): string {
  const { config, content } = snapshot
  // `configFrom` knows the rest.
  const own = Object.entries(config).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultConfig[name as keyof ClientConfig]),
  )
  const json = JSON.stringify({ config: Object.fromEntries(own), content }).replace(
    /[<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="${snapshotId}">${json}</script>`
}
