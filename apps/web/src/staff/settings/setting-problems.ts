import { fieldsOf } from '../../lib/field-problems.ts'
import { below, type Pointer } from '../draft/pointer.ts'
import type { Schema } from '../draft/schema.ts'

/** The problems of the values by pointer, as far as the schema shows them; each text follows the field's name. */
export function valueProblems(
  schema: Schema | undefined,
  value: unknown,
  place: Pointer = '',
): Map<Pointer, string> {
  const own = problemOf(schema, value)
  if (own) return new Map([[place, own]])
  const parts = Array.isArray(value)
    ? value.map((each, index) => [index, each, schema?.items] as const)
    : Object.entries(schema?.properties ?? {}).map(
        ([name, part]) => [name, (value as Record<string, unknown> | null)?.[name], part] as const,
      )
  return new Map(parts.flatMap(([step, part, form]) => [...valueProblems(form, part, below(place, step))]))
}

function problemOf(schema: Schema | undefined, value: unknown): string | undefined {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema ?? {}
  if (type === 'number' || type === 'integer') {
    if (typeof value !== 'number' || !Number.isFinite(value) || value < minimum || value > maximum)
      return `must be a number from ${minimum} to ${maximum}.`
    return type === 'integer' && !Number.isInteger(value) ? 'must be a whole number.' : undefined
  }
  if (typeof value === 'string') {
    const most = [schema, ...(schema?.anyOf ?? [])].find((form) => form?.maxLength)?.maxLength
    if (most !== undefined && value.length > most) return `must be at most ${most} characters.`
    return (schema?.minLength ?? 0) > 0 && value.trim() === ''
      ? 'must not be empty: fill it in or remove the entry.'
      : undefined
  }
  const { maxItems } = schema ?? {}
  return Array.isArray(value) && maxItems !== undefined && value.length > maxItems
    ? `must have at most ${maxItems} ${schema?.items?.type === 'string' ? 'lines' : 'entries'}.`
    : undefined
}

/** The server's problems with the values, by pointer. */
export function serverProblems(schema: Schema, failure: unknown): Map<Pointer, string> {
  const found = new Map<Pointer, string>()
  for (const { path, message } of fieldsOf(failure)) {
    const [whole, name = '', ...within] = path.split('.')
    if (whole !== 'values' || !schema.properties?.[name]) continue
    const place = [name, ...within].reduce(below, '')
    if (!found.has(place)) found.set(place, message)
  }
  return found
}
