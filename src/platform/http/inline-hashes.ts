import { createHash } from 'node:crypto'

export interface InlineHashes {
  /** In the syntax of the policy: `'sha256-…'` with the quotes. */
  scriptHashes: string[]
  styleHashes: string[]
}

const blocks = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi
const executed =
  /\btype\s*=\s*["']?(?:module|text\/javascript|application\/javascript|importmap|speculationrules)["'\s>]/i

/** The hashes of the inline scripts and styles of an HTML document that this site made. Data blocks need none. */
export function inlineHashes(html: string): InlineHashes {
  const hashes: InlineHashes = { scriptHashes: [], styleHashes: [] }
  for (const [, tag = '', attributes = '', content = ''] of html.matchAll(blocks)) {
    if (tag.toLowerCase() === 'style') hashes.styleHashes.push(hashOf(content))
    else if (
      !/\bsrc\s*=/i.test(attributes) &&
      (!/\btype\s*=/i.test(attributes) || executed.test(`${attributes} `))
    ) {
      hashes.scriptHashes.push(hashOf(content))
    }
  }
  return hashes
}

function hashOf(content: string): string {
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
}
