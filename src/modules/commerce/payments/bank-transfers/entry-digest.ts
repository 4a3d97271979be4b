import { createHash } from 'node:crypto'

/** Length-prefixed, so that no two lists of parts are the same bytes; hex. */
export function digestOf(...parts: string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return hash.digest('hex')
}
