import { choicesOf, formatsOf, type Schema, schemaBelow } from '../draft/schema.ts'

export type Kind =
  | 'switch'
  | 'number'
  | 'choice'
  | 'colour'
  | 'picture'
  | 'icon'
  | 'words'
  | 'weighted'
  | 'segment'
  | 'media'
  | 'segments'
  | 'lines'
  | 'list'
  | 'group'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const only = (value: Record<string, unknown>, ...keys: string[]): boolean =>
  Object.keys(value).every((key) => keys.includes(key))

/** Which editor suits a value: its form decides; its name, the schema and the group it is in where the form leaves a choice. */
export function kindOf(name: string, value: unknown, schema: Schema, parent = ''): Kind {
  if (typeof value === 'boolean') return 'switch'
  if (typeof value === 'number') return 'number'
  if (Array.isArray(value)) return kindOfList(value, schema)
  if (isObject(value)) {
    if (typeof value.value === 'string' && only(value, 'value', 'format') && formatsOf(schema).length > 0)
      return 'weighted'
    if (typeof value.text === 'string' && only(value, 'text', 'format')) return 'segment'
    if (name === 'media' || name === 'desktop' || name === 'mobile') return 'media'
    return 'group'
  }
  if (choicesOf(schema)) return 'choice'
  if (formatsOf(schema).length > 0) return 'weighted'
  if (/image$|^poster$|^video$|^captions$/i.test(name)) return 'picture'
  if (parent === 'colors' || /colou?r$|^background$/i.test(name)) return 'colour'
  if (name === 'icon') return 'icon'
  return 'words'
}

function kindOfList(value: unknown[], schema: Schema): Kind {
  const sample = value[0]
  const entry = schemaBelow(schema, '0')
  if (sample === undefined) {
    if (formatsOf(entry).length > 0 && schemaBelow(entry, 'text')) return 'segments'
    return schemaBelow(entry, 'title') || schemaBelow(entry, 'id') || schemaBelow(entry, 'content')
      ? 'list'
      : 'lines'
  }
  if (typeof sample === 'string') return 'lines'
  return isObject(sample) && typeof sample.text === 'string' && only(sample, 'text', 'format')
    ? 'segments'
    : 'list'
}

const labels: Record<string, string> = {
  id: 'Id',
  faqs: 'FAQs',
  onHoverDesc: 'Hover description',
  descTitle: 'Description title',
  descText: 'Description text',
  ctaSection: 'Call to action',
  uiText: 'Interface texts',
  colour: 'Color',
  selectedBg: 'Selected background',
  pathImages: 'Path images',
  autoplaySeconds: 'Seconds between slides (0: nothing moves by itself)',
  hasHelpIcon: 'Show a help icon',
  includes: 'What is included',
  from: 'From item',
  to: 'To item',
}

/** A field's name as people write it: `boxTitle` becomes "Box title". */
export function labelOf(name: string): string {
  if (labels[name]) return labels[name]
  if (/^\d+$/.test(name)) return String(Number(name) + 1)
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([a-z])(\d+)$/i, '$1 $2')
    .replace(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase()
}

/** One of a list: "slides" become "slide". */
export function singular(name: string): string {
  const word = labelOf(name).toLowerCase()
  if (name === 'includes') return 'item'
  if (word === 'faqs') return 'question'
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.endsWith('s') ? word.slice(0, -1) : `${word} entry`
}

/** The words of any text form; empty for everything else. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(wordsOf).join(' ')
  if (!isObject(value)) return ''
  if (Array.isArray(value.lines)) return wordsOf(value.lines)
  if ('part1' in value) return `${wordsOf(value.part1)} ${wordsOf(value.part2)}`
  return wordsOf(value.value ?? value.text ?? '')
}

/** What an entry of a list is called: its title, question, name, text or id. */
export function titleOf(entry: unknown): string {
  if (!isObject(entry)) return wordsOf(entry)
  for (const key of ['boxTitle', 'title', 'question', 'heading', 'name', 'label', 'content', 'text', 'id']) {
    const words = wordsOf(entry[key]).trim()
    if (words !== '') return words
  }
  if ('from' in entry) return `${wordsOf(entry.from)} to ${wordsOf(entry.to)}`
  return ''
}
