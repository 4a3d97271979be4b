import { z } from 'zod'
import { saveContent } from '#modules/content/contract.ts'
import type { Control } from '#platform/contract/controls.ts'

// Without this, zod tries to compile code, which the policy of the site refuses and reports.
z.config({ jitless: true })

/** The zod schema of the content tree. */
export const treeSchema = saveContent.body as NonNullable<typeof saveContent.body>

/** The parts of a JSON schema that the forms need, with our own keywords for the staff screen. */
export interface Schema {
  type?: string
  title?: string
  /** The help beneath the field. */
  description?: string
  control?: Control
  entry?: string
  of?: string
  weights?: readonly string[]
  choices?: Record<string, string>
  enum?: readonly string[]
  const?: unknown
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: readonly string[]
  additionalProperties?: Schema | false
  anyOf?: readonly Schema[]
}

const sections = new Map<string, Schema>()

/** The schema of a section with its title; an unknown id has the schema of an added section. */
export function sectionSchema(id: string): Schema {
  const known = sections.get(id)
  if (known) return known
  const [own, added] = treeSchema.shape.pages.element.shape.sections.element.options
  const option = own.options.find(({ shape }) => shape.id.value === id) ?? added
  const schema = z.toJSONSchema(option, { io: 'input', unrepresentable: 'any' }) as Schema
  sections.set(id, schema)
  return schema
}

/** The alternatives of a schema: one, or several for `anyOf`. */
function formsOf(schema: Schema | undefined): readonly Schema[] {
  return schema ? [schema, ...(schema.anyOf ?? [])] : []
}

/** The schema of one entry of an object, record or list; undefined if it has none. */
export function schemaBelow(schema: Schema | undefined, step: string): Schema | undefined {
  for (const form of formsOf(schema)) {
    if (form.items) return form.items
    const entry = form.properties?.[step] ?? form.additionalProperties
    if (entry) return entry
  }
  return undefined
}

/** The weights that a text can have; none for plain text. */
export function weightsOf(schema: Schema | undefined): readonly string[] {
  const stored = formsOf(schema?.items ?? schema).find(({ properties }) => properties?.format)
  return stored ? (schema?.weights ?? stored.properties?.format?.enum ?? []) : []
}

/** The keys of an object in the order of the schema; keys it does not know come last. */
export function orderedKeys(schema: Schema | undefined, value: Record<string, unknown>): string[] {
  const known = Object.keys(formsOf(schema).find(({ properties }) => properties)?.properties ?? {})
  return [...known.filter((key) => key in value), ...Object.keys(value).filter((key) => !known.includes(key))]
}

/** The optional keys that are absent. */
export function absentKeys(schema: Schema | undefined, value: Record<string, unknown>): string[] {
  return Object.keys(schema?.properties ?? {}).filter((key) => isOptional(schema, key) && !(key in value))
}

/** True for an entry of an object that may be removed. */
export function isOptional(schema: Schema | undefined, key: string): boolean {
  return schema?.properties?.[key] !== undefined && !schema.required?.includes(key)
}

/** The label of a field: the schema's title, else made from its name; `boxTitle` becomes "Box title". */
export function labelOf(schema: Schema | undefined, name: string): string {
  if (schema?.title) return schema.title
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** A label within a sentence: "Call to action" becomes "call to action", "FAQs" stays. */
export function inSentence(label: string): string {
  return /^[A-Z][a-z ]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

/** One entry of the list: "slide". */
export const entryOf = (schema: Schema | undefined): string => schema?.entry ?? 'entry'

/** The text of any kind of text value; empty for everything else. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordsOf).join(' ')
  if (typeof value !== 'object' || value === null) return ''
  const { value: own, text, lines, part1, part2 } = value as Record<string, unknown>
  return part1 === undefined ? wordsOf(own ?? text ?? lines) : `${wordsOf(part1)} ${wordsOf(part2)}`
}

/** The title of an entry: the first visible text in it. */
export function titleOf(value: unknown, schema: Schema | undefined): string {
  const wordless: readonly (Control | undefined)[] = ['id', 'icon', 'picture', 'pictures', 'reference']
  if (typeof value !== 'object' || value === null) return wordsOf(value)
  for (const key of orderedKeys(schema, value as Record<string, unknown>)) {
    if (wordless.includes(schemaBelow(schema, key)?.control)) continue
    const part = (value as Record<string, unknown>)[key]
    const list = Array.isArray(part) && schemaBelow(schema, key)?.control !== 'rich'
    const words = list ? titleOf(part[0], schemaBelow(schema, key)?.items) : wordsOf(part)
    if (words.trim() !== '') return words.trim()
  }
  return ''
}

/** The entries of a list in display order: by `order` if they have one, else as stored. */
export function asShown<T>(list: readonly T[]): { each: T; index: number }[] {
  const orderOf = (each: unknown): unknown => (each as { order?: unknown } | null)?.order
  const rank = (each: unknown, index: number): number => {
    const order = orderOf(each)
    return typeof order === 'number' && Number.isFinite(order) ? order : index + 1
  }
  return list
    .map((each, index) => ({ each, index }))
    .toSorted((a, b) => rank(a.each, a.index) - rank(b.each, b.index))
}

const initialValues: Partial<Record<Control, () => string>> = {
  colour: () => '#C06014',
  icon: () => 'compass',
  id: () => `new-${Math.random().toString(36).slice(2, 7)}`,
  picture: () => 'art/strata.svg',
  size: () => '18px',
}

/** The smallest valid value, for a new field or entry. */
export function blank(schema: Schema | undefined): unknown {
  const form = schema?.anyOf?.[0] ?? schema
  if (!form) return ''
  if (form.enum) return form.enum[0]
  if (form.type === 'number' || form.type === 'integer') return Math.max(form.minimum ?? 0, 0)
  if (form.type === 'boolean') return false
  if (form.items) return Array.from({ length: Math.max(form.minItems ?? 0, 1) }, () => blank(form.items))
  if (form.properties)
    return Object.fromEntries((form.required ?? []).map((key) => [key, blank(form.properties?.[key])]))
  if (form.type === 'object') return {}
  return (schema?.control && initialValues[schema.control]?.()) ?? ''
}
