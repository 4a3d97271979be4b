import type { Format } from '#modules/content/base-template/shapes.ts'

export const formats: readonly Format[] = ['normal', 'bold', 'bolder', 'medium', 'semibold', 'light']
/** What the content field offers. */
export const contentFormats: readonly Format[] = ['normal', 'bold', 'bolder', 'medium']

/** Texts that may carry a weight; the schema of the server refuses one anywhere else. */
const weighted = new Set([
  'title',
  'subtitle',
  'description',
  'buttonText',
  'boxTitle',
  'onHoverDesc',
  'descTitle',
  'descText',
  'trustIndicator',
  'label',
  'heading',
  'introduction',
  'question',
  'answer',
  'banner',
  'sectionHeading',
  'message',
  'helpText',
  'content',
  'part1',
  'part2',
  'nextCohort',
])

export type Kind =
  | 'weighted'
  | 'segment'
  | 'text'
  | 'number'
  | 'switch'
  | 'colour'
  | 'media'
  | 'list'
  | 'group'

/** How a value is edited, by its name and form. `path` leads from the section to the value. */
export function kindOf(path: readonly string[], value: unknown): Kind {
  const name = path.at(-1) ?? ''
  if (typeof value === 'boolean') return 'switch'
  if (typeof value === 'number') return 'number'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'string') {
    if (/colou?r|background/i.test(name) && !/image/i.test(name)) return 'colour'
    if (path.at(-2) === 'colors') return 'colour'
    if (path.at(-3) === 'media' || /^(image|brushImage|backgroundImage|video|poster|captions)$/.test(name))
      return 'media'
    return weighted.has(name) ? 'weighted' : 'text'
  }
  if (value !== null && typeof value === 'object') {
    const names = Object.keys(value)
    if (
      weighted.has(name) &&
      'value' in value &&
      names.every((each) => each === 'value' || each === 'format')
    )
      return 'weighted'
    if ('text' in value && names.every((each) => each === 'text' || each === 'format')) {
      return path.at(-2) === 'navigation' ? 'group' : 'segment'
    }
  }
  return 'group'
}

/** `programBenefits` becomes "Program benefits". */
export function labelOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/[-_]/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What an entry of a list is called in its heading: its own words, else its place. */
export function entryTitle(entry: unknown, index: number): string {
  if (typeof entry === 'string') return `${index + 1}`
  if (entry === null || typeof entry !== 'object') return `${index + 1}`
  const record = entry as Record<string, unknown>
  for (const name of ['title', 'boxTitle', 'heading', 'question', 'name', 'label', 'text', 'id']) {
    const words = wordsIn(record[name])
    if (words !== '') return `${index + 1}. ${words.length > 60 ? `${words.slice(0, 57)}…` : words}`
  }
  return `${index + 1}`
}

function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || typeof value !== 'object') return ''
  if ('value' in value && typeof value.value === 'string') return value.value
  if ('lines' in value && Array.isArray(value.lines)) return value.lines.map(wordsIn).join(' ')
  if ('text' in value && typeof value.text === 'string') return value.text
  return ''
}

/** A new entry like the given one: the same form, empty texts, an id and an order of its own. */
export function blankLike(value: unknown, siblings: readonly unknown[], name = ''): unknown {
  if (name === 'id') return `item-${siblings.length + 1}-${Math.floor(Math.random() * 1e6).toString(36)}`
  if (name === 'order') return Math.min(siblings.length + 1, 10)
  if (typeof value === 'string')
    return /^#|gradient|\.(svg|png|jpe?g|webp|avif|mp4|webm)$/.test(value) || name === 'icon'
      ? value
      : 'New text'
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => blankLike(item, siblings))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(
      Object.entries(value).map(([each, part]) => [each, blankLike(part, siblings, each)]),
    )
  }
  return value
}
