/** A value as PostgreSQL reads it from the wire; Buffers travel as bytes, the rest as text. */
export type WireValue = string | Buffer | null

/** What `pg` does with a parameter, done before anything is sent, so that a bad value fails its own item only. */
export function wireValue(value: unknown): WireValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (Buffer.isBuffer(value)) return value
  if (value instanceof Uint8Array) return Buffer.from(value)
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayLiteral(value)
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value)
  throw new TypeError(`A ${typeof value} is not a value for a statement`)
}

/** `{…}`, every element quoted; null stays null. */
export function arrayLiteral(values: readonly unknown[]): string {
  return `{${values.map(element).join(',')}}`
}

function element(value: unknown): string {
  if (Array.isArray(value)) return arrayLiteral(value)
  const wire = wireValue(value)
  if (wire === null) return 'NULL'
  return quoted(Buffer.isBuffer(wire) ? `\\x${wire.toString('hex')}` : wire)
}

function quoted(text: string): string {
  return /["\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`
}
