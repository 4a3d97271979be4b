import { hash } from 'node:crypto'
import canonicalize from 'canonicalize'

/** The hash before the first event: 32 zero bytes, hex. */
export const genesis = '00'.repeat(32)

/** RFC 8785 JSON of `value` and its sha256 (hex). @throws Error with a sentence for a value that JSON changes */
export function canonical(value: unknown): { json: string; digest: string } {
  const json = canonicalize(value)
  if (json === undefined) throw new TypeError(`${String(value)} has no JSON form`)
  return { json, digest: hash('sha256', json, 'hex') }
}
