import { fieldsOf } from '../../lib/field-problems.ts'

/** What the screen needs of a JSON schema; everything else the server checks. */
interface FieldSchema {
  type?: string
  title?: string
  description?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  format?: string
  maxItems?: number
  items?: FieldSchema
  properties?: Record<string, FieldSchema>
  anyOf?: FieldSchema[]
  enum?: string[]
  /** What each value of `enum` is called. */
  choices?: Record<string, string>
}

export type SettingField = {
  name: string
  label: string
  help: string
} & (
  | { kind: 'text'; most: number | undefined; address: boolean }
  | { kind: 'switch' }
  | { kind: 'choice'; choices: { value: string; label: string }[] }
  | { kind: 'number'; least: number | undefined; most: number | undefined; whole: boolean }
  | { kind: 'lines'; most: number | undefined }
  | { kind: 'rows'; most: number | undefined; columns: { name: string; label: string }[] }
)

/** The fields of a section in the order in which it declares them. */
export function settingFields(schema: Record<string, unknown>): SettingField[] {
  const { properties = {} } = schema as FieldSchema
  return Object.entries(properties).map(([name, field]) => ({
    name,
    label: field.title ?? name,
    help: field.description ?? '',
    ...kindOf(field),
  }))
}

type KindOf = SettingField extends infer F
  ? F extends unknown
    ? Omit<F, 'name' | 'label' | 'help'>
    : never
  : never

function kindOf(field: FieldSchema): KindOf {
  if (field.type === 'boolean') return { kind: 'switch' }
  if (field.enum !== undefined) {
    const choices = field.enum.map((value) => ({ value, label: field.choices?.[value] ?? value }))
    return { kind: 'choice', choices }
  }
  if (field.type === 'number' || field.type === 'integer')
    return { kind: 'number', least: field.minimum, most: field.maximum, whole: field.type === 'integer' }
  if (field.type === 'array') {
    const columns = Object.entries(field.items?.properties ?? {})
    if (columns.length === 0) return { kind: 'lines', most: field.maxItems }
    return {
      kind: 'rows',
      most: field.maxItems,
      columns: columns.map(([name, { title }]) => ({ name, label: title ?? name })),
    }
  }
  const shapes = [field, ...(field.anyOf ?? [])]
  return {
    kind: 'text',
    most: shapes.find(({ maxLength }) => maxLength)?.maxLength,
    address: shapes.some(({ format }) => format === 'uri'),
  }
}

/** What is typed into a field, as the section stores it. Numbers stay text until they are sent. */
export function storedValue(field: SettingField, typed: unknown): unknown {
  if (field.kind === 'number') return typed === '' ? '' : Number(typed)
  if (field.kind === 'lines')
    return String(typed)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  return typed
}

/** A stored value as it is typed. */
export function typedValue(field: SettingField, stored: unknown): unknown {
  if (field.kind === 'number') return String(stored ?? '')
  if (field.kind === 'lines') return Array.isArray(stored) ? stored.join('\n') : ''
  return stored
}

/** What is wrong, in a sentence that names the field; undefined when only the server can tell. */
export function fieldProblem(field: SettingField, stored: unknown): string | undefined {
  const { label } = field
  if (field.kind === 'number') {
    const { least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY, whole } = field
    if (typeof stored !== 'number' || !Number.isFinite(stored) || stored < least || stored > most)
      return `${label} must be a number from ${least} to ${most}.`
    return whole && !Number.isInteger(stored) ? `${label} must be a whole number.` : undefined
  }
  if (field.kind === 'text' && field.most !== undefined && String(stored).length > field.most)
    return `${label} must be at most ${field.most} characters.`
  if ((field.kind === 'lines' || field.kind === 'rows') && field.most !== undefined) {
    const count = Array.isArray(stored) ? stored.length : 0
    if (count > field.most)
      return `${label} must have at most ${field.most} ${field.kind === 'lines' ? 'lines' : 'entries'}.`
  }
  if (field.kind === 'rows' && Array.isArray(stored)) {
    for (const [index, row] of stored.entries()) {
      const empty = field.columns.find(
        ({ name }) => String((row as Record<string, unknown>)[name] ?? '').trim() === '',
      )
      if (empty) return `${label}, entry ${index + 1}: fill in “${empty.label}” or remove the entry.`
    }
  }
  return undefined
}

/** What the server said about the values, by setting: the first problem of each, after its label and its line or entry. */
export function serverProblems(fields: readonly SettingField[], failure: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of fieldsOf(failure)) {
    const [whole, name, ...within] = path.split('.')
    const field = fields.find((each) => whole === 'values' && each.name === name)
    if (field) found[field.name] ??= `${field.label}${placeOf(field, within)} ${message}`
  }
  return found
}

/** Where in a setting of several lines or rows: ", line 2,", or ", entry 2, " and the label of its column. */
function placeOf(field: SettingField, [index, column]: readonly string[]): string {
  if (index === undefined) return ''
  if (field.kind !== 'rows') return `, line ${Number(index) + 1},`
  const label = field.columns.find(({ name }) => name === column)?.label
  return `, entry ${Number(index) + 1},${label === undefined ? '' : ` ${label}`}`
}
