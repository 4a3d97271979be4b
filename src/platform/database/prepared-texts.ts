import pg from 'pg'

/** The most texts that are prepared; each costs memory on each connection. */
const maxPrepared = 500
/** The most texts that are remembered; one that is not seen again for so many others counts as new. */
const maxSeen = 1_000
const longest = 8_000

const names = new Map<string, string>()
const seen = new Set<string>()

/**
 * A connection that prepares each text that this process sends a second time, so that PostgreSQL parses it once per connection, and
 * plans it once where a plan without the values is as good. Not behind PgBouncer, where the next transaction may run elsewhere.
 */
export class PreparingClient extends pg.Client {
  override query = preparing(super.query.bind(this))
}

function preparing(query: (...args: unknown[]) => unknown): pg.Client['query'] {
  const prepared = (first: unknown, ...rest: unknown[]): unknown => {
    const values = Array.isArray(rest[0]) ? rest[0] : []
    const name = typeof first === 'string' ? nameOf(first, values) : undefined
    if (name === undefined) return query(first, ...rest)
    const callback = rest.find((each) => typeof each === 'function')
    return query({ name, text: first, values }, ...(callback === undefined ? [] : [callback]))
  }
  return prepared as pg.Client['query']
}

/** The name to prepare `text` under; undefined for a text that is new, or that must not be prepared. */
function nameOf(text: string, values: readonly unknown[]): string | undefined {
  const known = names.get(text)
  if (known !== undefined) return known
  if (!seen.delete(text)) {
    if (seen.size >= maxSeen) seen.delete(seen.values().next().value ?? '')
    if (text.length <= longest) seen.add(text)
    return undefined
  }
  if (names.size >= maxPrepared || !canBePrepared(text, values)) return undefined
  const name = `text_${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * Several statements cannot be prepared as one. "All columns" are not the same after a migration that adds one, and PostgreSQL
 * refuses such a prepared text then.
 */
function canBePrepared(text: string, values: readonly unknown[]): boolean {
  const isOne =
    values.length > 0 || (/^\s*(?:with|select|insert|update|delete)\b/i.test(text) && !text.includes(';'))
  return isOne && !/(?:\bselect|\breturning|,|\.)\s*\*/i.test(text)
}
