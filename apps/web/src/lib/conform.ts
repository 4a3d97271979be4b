/**
 * Optional fields of an entry in a list. A missing one is not filled in from a built-in entry, which is about another
 * person, figure or slide.
 */
export const optionalInEntries: ReadonlySet<string> = new Set([
  'alt',
  'appendText',
  'background',
  'backgroundImage',
  'brushImage',
  'colour',
  'confidence',
  'disengagement_rate',
  'done',
  'employer',
  'focus',
  'fontSize',
  'fontWeight',
  'freshnessDays',
  'hasHelpIcon',
  'helpText',
  'highlight',
  'hiring_delay_weeks',
  'icon',
  'label',
  'link',
  'material',
  'media',
  'mobileOverlay',
  'note',
  'picture',
  'productivity_loss',
  'rd_budget',
  'revenue_lost_usd',
  'sourceNote',
  'sourceUrl',
  'turnover_rate',
  'value',
])

/**
 * `value` with each field that does not have the shape of `fallback` replaced by the fallback's. A text may be stored
 * as `{ value, format }` or plain; `wordsOf` reads both.
 */
export function conform<T>(value: unknown, fallback: T): T {
  return conformed(value, fallback, false)
}

function conformed<T>(value: unknown, fallback: T, inEntry: boolean): T {
  if (fallback === undefined || fallback === null) return (value ?? fallback) as T
  if (Array.isArray(fallback)) {
    if (!Array.isArray(value)) return fallback
    return value.map((item, index) => conformed(item, shapeOf(item, index, fallback), true)) as T
  }
  if (typeof fallback === 'object') {
    if (typeof value === 'string' && 'value' in fallback && typeof fallback.value === 'string')
      return { ...fallback, value }
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return fallback
    const own = value as Record<string, unknown>
    const result: Record<string, unknown> = { ...own }
    for (const [name, part] of Object.entries(fallback)) {
      if (inEntry && own[name] === undefined && optionalInEntries.has(name)) continue
      result[name] = conformed(own[name], part, inEntry)
    }
    return result as T
  }
  if (typeof fallback === 'string' && isWeighted(value)) return value as T
  return (typeof value === typeof fallback ? value : fallback) as T
}

/** The built-in entry with the same id; without one, the built-in entry at the same index, without its pictures. */
function shapeOf(item: unknown, index: number, list: readonly unknown[]): unknown {
  const id = idOf(item)
  const same = id === undefined ? undefined : list.find((each) => idOf(each) === id)
  const shape = same ?? list[index] ?? list[0]
  return same === undefined && isObject(shape) && 'media' in shape ? { ...shape, media: {} } : shape
}

function idOf(entry: unknown): unknown {
  return isObject(entry) && 'id' in entry ? entry.id : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function isWeighted(value: unknown): boolean {
  return isObject(value) && 'value' in value && typeof value.value === 'string'
}
