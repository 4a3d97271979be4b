import { createHash } from 'node:crypto'

/** Length-prefixed, so that no two lists of parts are the same bytes; hex. */
export function digestOf(...parts: string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:${part}`)
  return hash.digest('hex')
}

/** Numbers the keys of entries that nothing tells apart, in the order of their file. */
export function counted(): (key: string) => string {
  const seen = new Map<string, number>()
  return (key) => {
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return String(count)
  }
}
