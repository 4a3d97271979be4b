import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'

const known = new Map<string, Buffer>()

/**
 * A font of a package, such as `@fontsource/newsreader/files/….woff`, with its tables uncompressed; read once. The PDF
 * library would inflate them in JavaScript for each document: twenty times the time of the rest.
 */
export function unpackedFont(path: string): Buffer {
  const font = known.get(path) ?? sfntOf(readFileSync(fileURLToPath(import.meta.resolve(path))))
  known.set(path, font)
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
