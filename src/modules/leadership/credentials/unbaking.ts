import { inflateSync } from 'node:zlib'
import { bakedKeyword } from './baking.ts'

/** The document found in an uploaded file, and the kind of the file. */
export interface Unbaked {
  kind: 'json' | 'png' | 'svg' | 'pdf'
  /** JSON, or what may be meant as it. Null if the file contains none. */
  document: string | null
}

/** The limit of a decompressed text in bytes; a credential has some kilobytes. */
const largestText = 1_000_000
/** The number of a PDF's attachments that are read. */
const mostAttachments = 20
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The document in a file of any kind that can contain credentials; null for another kind. Never throws. */
export function unbake(file: Buffer): Unbaked | null {
  if (file.subarray(0, 8).equals(pngSignature)) return { kind: 'png', document: fromPng(file) }
  if (file.subarray(0, 1024).includes('%PDF-')) return { kind: 'pdf', document: fromPdf(file) }
  const text = decoded(file).trim()
  if (/^(?:[{[]|[\w-]+\.[\w-]+\.[\w-]+$)/.test(text)) return { kind: 'json', document: text }
  if (/<svg[\s>]/.test(text.slice(0, 4000))) return { kind: 'svg', document: fromSvg(text) }
  return text.includes('"credentialSubject"') ? { kind: 'json', document: text } : null
}

/** The text of a file in UTF-8, or in UTF-16 as some editors save it: with a byte order mark, or with zeros beside ASCII. */
function decoded(file: Buffer): string {
  const [first, second] = file
  const encoding =
    (first === 0xff && second === 0xfe) || second === 0
      ? 'utf-16le'
      : (first === 0xfe && second === 0xff) || first === 0
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(file)
}

/** Reads the chunks of a PNG: length, type, content, checksum. */
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

/** Parses an iTXt chunk: keyword, compression flag, method, language, translated keyword, text. Undefined for another keyword. */
function textOf(chunk: Buffer): string | null | undefined {
  const keyword = chunk.indexOf(0)
  if (keyword < 0 || chunk.toString('latin1', 0, keyword) !== bakedKeyword) return undefined
  const language = chunk.indexOf(0, keyword + 3)
  const start = chunk.indexOf(0, language + 1) + 1
  if (language < 0 || start === 0) return null
  const text = chunk.subarray(start)
  return chunk[keyword + 1] === 1 ? inflated(text) : text.toString('utf8')
}

/** The content of the element. Reads the first element only, so the time is linear in the size. */
function fromSvg(text: string): string | null {
  const start = text.indexOf('<openbadges:credential')
  const end = start < 0 ? -1 : text.indexOf('>', start)
  if (end < 0) return null
  const close = text.indexOf('</openbadges:credential>', end)
  const document = text
    .slice(end + 1, Math.max(close, end + 1))
    .replace(/^\s*<!\[CDATA\[/, '')
    .replace(/\]\]>\s*$/, '')
    .replaceAll(']]]]><![CDATA[>', ']]>')
  return document.trim() === '' ? null : document
}

/** The first attached JSON file. Not found if another program saved the PDF again and moved it into other objects. */
function fromPdf(file: Buffer): string | null {
  const text = file.toString('latin1')
  const attached = text.matchAll(/\/Type\s*\/EmbeddedFile\b[\s\S]{0,600}?\bstream\r?\n/g)
  let seen = 0
  for (const { 0: header, index } of attached) {
    seen += 1
    if (seen > mostAttachments) break
    const before = text.slice(Math.max(0, index - 600), index)
    const dictionary = before.slice(before.lastIndexOf('obj') + 1) + header
    const length = Number(dictionary.match(/\/Length (\d+)\b(?! \d+ R)/)?.[1] ?? Number.NaN)
    const start = index + header.length
    const end = Number.isNaN(length) ? text.indexOf('endstream', start) : start + length
    const bytes = file.subarray(start, end)
    const document = dictionary.includes('/FlateDecode') ? inflated(bytes) : bytes.toString('utf8')
    if (document?.trimStart().startsWith('{')) return document
  }
  return null
}

function inflated(bytes: Buffer): string | null {
  try {
    return inflateSync(bytes, { maxOutputLength: largestText }).toString('utf8')
  } catch {
    return null
  }
}
