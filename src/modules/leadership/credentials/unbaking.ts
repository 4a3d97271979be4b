import { inflateSync } from 'node:zlib'
import { bakedKeyword } from './baking.ts'

/** What was found in a file that somebody brought: the text of a document, and how it came. */
export interface Unbaked {
  kind: 'json' | 'jwt' | 'png' | 'svg' | 'pdf'
  /** JSON, or a JWT. Null when a file of this kind holds none. */
  document: string | null
}

/** No text that is unpacked may be larger; a credential has some kilobytes. Bytes. */
const largestText = 1_000_000
/** Of a PDF, as far as they are looked at. */
const mostAttachments = 20
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The document in a file of any kind that credentials travel in; null for a file of another kind. Never throws. */
export function unbake(file: Buffer): Unbaked | null {
  if (file.subarray(0, 8).equals(pngHead)) return { kind: 'png', document: fromPng(file) }
  if (file.subarray(0, 1024).includes('%PDF-')) return { kind: 'pdf', document: fromPdf(file) }
  const text = file
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim()
  if (text.startsWith('{')) return { kind: 'json', document: text }
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(text)) return { kind: 'jwt', document: text }
  if (/<svg[\s>]/.test(text.slice(0, 4000))) return { kind: 'svg', document: fromSvg(text) }
  return null
}

/** The chunks of a PNG follow each other: length, type, content, checksum. */
function fromPng(file: Buffer): string | null {
  for (let at = 8; at + 12 <= file.length; ) {
    const length = file.readUInt32BE(at)
    if (at + 12 + length > file.length) return null
    const text =
      file.toString('latin1', at + 4, at + 8) === 'iTXt'
        ? textOf(file.subarray(at + 8, at + 8 + length))
        : undefined
    if (text !== undefined) return text
    at += 12 + length
  }
  return null
}

/** Keyword, whether compressed, method, language, translated keyword, text. Undefined for a text of another keyword. */
function textOf(chunk: Buffer): string | null | undefined {
  const keyword = chunk.indexOf(0)
  if (keyword < 0 || chunk.toString('latin1', 0, keyword) !== bakedKeyword) return undefined
  const language = chunk.indexOf(0, keyword + 3)
  const start = chunk.indexOf(0, language + 1) + 1
  if (language < 0 || start === 0) return null
  const text = chunk.subarray(start)
  return chunk[keyword + 1] === 1 ? unpacked(text) : text.toString('utf8')
}

/** As `verify="…"` with a JWT, or as content. Only the first element is looked at: the time grows with the size alone. */
function fromSvg(text: string): string | null {
  const start = text.indexOf('<openbadges:credential')
  const end = start < 0 ? -1 : text.indexOf('>', start)
  if (end < 0) return null
  const jwt = text.slice(start, end).match(/\bverify\s*=\s*["']([^"']+)["']/)?.[1]
  if (jwt !== undefined) return jwt
  const close = text.indexOf('</openbadges:credential>', end)
  const document = text
    .slice(end + 1, Math.max(close, end + 1))
    .replace(/^\s*<!\[CDATA\[/, '')
    .replace(/\]\]>\s*$/, '')
    .replaceAll(']]]]><![CDATA[>', ']]>')
  return document.trim() === '' ? null : document
}

/** The first attached file that is JSON. A PDF that was saved again by another program may hide it in other objects. */
function fromPdf(file: Buffer): string | null {
  const text = file.toString('latin1')
  const attached = text.matchAll(/\/Type\s*\/EmbeddedFile\b[\s\S]{0,600}?\bstream\r?\n/g)
  let seen = 0
  for (const { 0: head, index } of attached) {
    seen += 1
    if (seen > mostAttachments) break
    const before = text.slice(Math.max(0, index - 600), index)
    const dictionary = before.slice(before.lastIndexOf('obj') + 1) + head
    const length = Number(dictionary.match(/\/Length (\d+)\b(?! \d+ R)/)?.[1] ?? Number.NaN)
    const start = index + head.length
    const end = Number.isNaN(length) ? text.indexOf('endstream', start) : start + length
    const bytes = file.subarray(start, end)
    const document = dictionary.includes('/FlateDecode') ? unpacked(bytes) : bytes.toString('utf8')
    if (document?.trimStart().startsWith('{')) return document
  }
  return null
}

function unpacked(bytes: Buffer): string | null {
  try {
    return inflateSync(bytes, { maxOutputLength: largestText }).toString('utf8')
  } catch {
    return null
  }
}
