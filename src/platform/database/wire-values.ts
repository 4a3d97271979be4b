/** A parameter value in PostgreSQL's wire format; Buffers are sent as bytes, everything else as text. */
export type WireValue = string | Buffer | null

/** Converts a parameter as `pg` does, but before anything is sent, so that a bad value fails its own item only. */
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
