import { z } from 'zod'
import { saveContent } from '#modules/content/contract.ts'
import type { Control } from '#platform/contract/controls.ts'

// Without this, zod tries to compile code, which the policy of the site refuses and reports.
z.config({ jitless: true })

/** What a tree of content must be. */
export const treeSchema = saveContent.body as NonNullable<typeof saveContent.body>

/** What the forms need of a JSON schema, and of what it says to the staff screen. */
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

/** The schema of a section, with its title; of one that an editor has added for an id that the site does not have. */
export function sectionSchema(id: string): Schema {
  const known = sections.get(id)
  if (known) return known
  const [own, added] = treeSchema.shape.pages.element.shape.sections.element.options
  const option = own.options.find(({ shape }) => shape.id.value === id) ?? added
  const schema = z.toJSONSchema(option, { io: 'input', unrepresentable: 'any' }) as Schema
  sections.set(id, schema)
  return schema
}

/** The forms that a value may have: one, or several where there is a choice. */
function formsOf(schema: Schema | undefined): readonly Schema[] {
  return schema ? [schema, ...(schema.anyOf ?? [])] : []
}

/** The schema of one entry of an object, record or list; undefined where nothing is known of it. */
export function schemaBelow(schema: Schema | undefined, step: string): Schema | undefined {
  for (const form of formsOf(schema)) {
    if (form.items) return form.items
    const entry = form.properties?.[step] ?? form.additionalProperties
    if (entry) return entry
  }
  return undefined
}

/** The weights that a text may be stored with; none where the schema wants plain text. */
export function weightsOf(schema: Schema | undefined): readonly string[] {
  const stored = formsOf(schema?.items ?? schema).find(({ properties }) => properties?.format)
  return stored ? (schema?.weights ?? stored.properties?.format?.enum ?? []) : []
}

/** The keys of an object in the order of the schema; keys it does not know come last. */
export function orderedKeys(schema: Schema | undefined, value: Record<string, unknown>): string[] {
  const known = Object.keys(formsOf(schema).find(({ properties }) => properties)?.properties ?? {})
  return [...known.filter((key) => key in value), ...Object.keys(value).filter((key) => !known.includes(key))]
}

/** Keys that may be there and are not. */
export function absentKeys(schema: Schema | undefined, value: Record<string, unknown>): string[] {
  return Object.keys(schema?.properties ?? {}).filter((key) => isOptional(schema, key) && !(key in value))
}

/** True for an entry of an object that may be removed. */
export function isOptional(schema: Schema | undefined, key: string): boolean {
  return schema?.properties?.[key] !== undefined && !schema.required?.includes(key)
}

/** What a field is called: as its schema says, else as its name reads; `boxTitle` becomes "Box title". */
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

/** The words of any text form; empty for everything else. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordsOf).join(' ')
  if (typeof value !== 'object' || value === null) return ''
  const { value: own, text, lines, part1, part2 } = value as Record<string, unknown>
  return part1 === undefined ? wordsOf(own ?? text ?? lines) : `${wordsOf(part1)} ${wordsOf(part2)}`
}

/** What an entry is called: the first words in it that somebody reads. */
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

/** The entries of a list as they are shown: by their order where they have one, else as they are stored. */
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

const beginnings: Partial<Record<Control, () => string>> = {
  colour: () => '#C06014',
  icon: () => 'compass',
  id: () => `new-${Math.random().toString(36).slice(2, 7)}`,
  picture: () => 'art/strata.svg',
  size: () => '18px',
}

/** The smallest value that an editor can start from. */
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
  return (schema?.control && beginnings[schema.control]?.()) ?? ''
}
