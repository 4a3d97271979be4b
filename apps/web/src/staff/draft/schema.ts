import { z } from 'zod'
import { saveContent } from '#modules/content/contract.ts'

// Without this, zod tries to compile code, which the policy of the site refuses and reports.
z.config({ jitless: true })

/** What a tree of content must be. */
export const treeSchema = saveContent.body as NonNullable<typeof saveContent.body>

/** A part of the content schema; undefined where the schema knows nothing. */
export type Schema = z.core.$ZodType | undefined

interface Bounds {
  minimum?: number
  maximum?: number
}

function unwrapped(schema: Schema): Schema {
  let inner = schema
  while (inner && 'innerType' in inner._zod.def) inner = inner._zod.def.innerType as z.core.$ZodType
  return inner
}

function shapeOf(schema: Schema): Record<string, z.core.$ZodType> | undefined {
  const inner = unwrapped(schema)
  return inner instanceof z.ZodObject ? inner.shape : undefined
}

function optionsOf(schema: Schema): readonly z.core.$ZodType[] {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodUnion || inner instanceof z.ZodDiscriminatedUnion) return inner.options
  return inner ? [inner] : []
}

/** The schema of one entry of an object, record or list. */
export function schemaBelow(schema: Schema, step: string): Schema {
  for (const option of optionsOf(schema)) {
    const inner = unwrapped(option)
    if (inner instanceof z.ZodArray) return inner.element
    if (inner instanceof z.ZodRecord) return inner.valueType
    const entry = shapeOf(option)?.[step]
    if (entry) return entry
  }
  return undefined
}

/** The schema of the fields of a section. */
export function fieldsSchema(sectionId: string): Schema {
  const page = schemaBelow(treeSchema.shape.pages, '0')
  const section = optionsOf(schemaBelow(schemaBelow(page, 'sections'), '0')).find((option) => {
    const id = shapeOf(option)?.id
    return id instanceof z.ZodLiteral && id.value === sectionId
  })
  return schemaBelow(section, 'fields')
}

/** The weights a text may be stored with; none where the schema wants plain text. */
export function formatsOf(schema: Schema): readonly string[] {
  for (const option of optionsOf(schema)) {
    const format = unwrapped(shapeOf(option)?.format)
    if (format instanceof z.ZodEnum) return format.options.map(String)
  }
  return []
}

/** The values of a choice; undefined for everything else. */
export function choicesOf(schema: Schema): readonly string[] | undefined {
  const inner = unwrapped(schema)
  return inner instanceof z.ZodEnum ? inner.options.map(String) : undefined
}

/** Least and most of a number, or of the length of a list. */
export function boundsOf(schema: Schema): Bounds {
  const bounds: Bounds = {}
  for (const { _zod } of unwrapped(schema)?._zod.def.checks ?? []) {
    const check = _zod.def as { check: string; value?: unknown; minimum?: unknown; maximum?: unknown }
    const [least, most] =
      check.check === 'greater_than'
        ? [check.value, undefined]
        : check.check === 'less_than'
          ? [undefined, check.value]
          : [check.minimum, check.maximum]
    if (typeof least === 'number') bounds.minimum = least
    if (typeof most === 'number') bounds.maximum = most
  }
  return bounds
}

/** The keys of an object in the order of the schema; keys it does not know come last. */
export function orderedKeys(schema: Schema, value: Record<string, unknown>): string[] {
  const known = Object.keys(optionsOf(schema).map(shapeOf).find(Boolean) ?? {})
  return [...known.filter((key) => key in value), ...Object.keys(value).filter((key) => !known.includes(key))]
}

/** Keys that may be there and are not. */
export function absentKeys(schema: Schema, value: Record<string, unknown>): string[] {
  return Object.entries(shapeOf(schema) ?? {})
    .filter(([key, part]) => part instanceof z.ZodOptional && !(key in value))
    .map(([key]) => key)
}

/** True for an entry that may be removed. */
export function isOptional(schema: Schema): boolean {
  return schema instanceof z.ZodOptional
}

/** The smallest value that an editor can start from. `name` tells ids, pictures and colours from plain text. */
export function blank(schema: Schema, name: string): unknown {
  const inner = unwrapped(schema)
  if (inner instanceof z.ZodUnion) return blank(inner.options[0] as z.core.$ZodType, name)
  if (inner instanceof z.ZodEnum) return inner.options[0]
  if (inner instanceof z.ZodNumber) return Math.max(boundsOf(inner).minimum ?? 0, 0)
  if (inner instanceof z.ZodBoolean) return false
  if (inner instanceof z.ZodRecord) return {}
  if (inner instanceof z.ZodArray) {
    const { minimum = 0 } = boundsOf(inner)
    return Array.from({ length: Math.max(minimum, 1) }, () => blank(inner.element as z.core.$ZodType, name))
  }
  const shape = shapeOf(inner)
  if (shape) {
    const required = Object.entries(shape).filter(([, part]) => !(part instanceof z.ZodOptional))
    return Object.fromEntries(required.map(([key, part]) => [key, blank(part, key)]))
  }
  if (/image|poster/i.test(name)) return 'art/strata.svg'
  if (/colou?r|background/i.test(name)) return '#C06014'
  if (/^icon$/i.test(name)) return 'compass'
  if (/^id$/.test(name)) return `new-${Math.random().toString(36).slice(2, 7)}`
  if (/fontSize/i.test(name)) return '18px'
  return ''
}
