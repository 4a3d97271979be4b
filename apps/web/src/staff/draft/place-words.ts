import { naming } from './naming.ts'
import { below, type Pointer, stepsOf } from './pointer.ts'
import { asShown, entryOf, labelOf, type Schema, schemaBelow, sectionSchema } from './schema.ts'

/** The name of a section. */
export function sectionName(id: string): string {
  return sectionSchema(id).title ?? 'Section'
}

const pageParts: Record<string, string> = {
  title: 'Page title',
  description: 'Description for search results',
  image: 'Picture of previews',
  sections: 'Sections',
}

/**
 * A pointer of the tree in words: `/pages/0/sections/1/fields/slides/2/background` becomes
 * "Page /home, Slides of the first screen, slide 3, Background". A list of steps identifies
 * entries by route or id, else by position from 1.
 */
export function placeWords(tree: unknown, place: Pointer | readonly string[]): string {
  const steps = typeof place === 'string' ? stepsOf(place) : place
  const first = typeof place === 'string' ? 0 : 1
  const words: string[] = []
  let value = tree
  let schema: Schema | undefined
  for (const [depth, step] of steps.entries()) {
    const within = depth < steps.length - 1
    const list = Array.isArray(value) ? value : undefined
    const index = list ? indexOf(list, step, first) : -1
    const entry = (list ? list[index] : (value as Record<string, unknown> | undefined)?.[step]) as
      | { route?: unknown; id?: unknown }
      | undefined
    if (depth === 1) words.push(`page ${String(entry?.route ?? step)}`)
    else if (depth === 2) {
      if (!within || step !== 'sections') words.push(pageParts[step] ?? labelOf(undefined, step))
    } else if (depth === 3) {
      const id = String(entry?.id ?? step)
      schema = sectionSchema(id)
      words.push(sectionName(id))
    } else if (depth > 3) {
      const holder = schema
      schema = schemaBelow(schema, step)
      const shown =
        list && entry !== undefined ? asShown(list).findIndex((each) => each.index === index) : index
      const number = Number.isNaN(shown) ? '' : ` ${shown + 1}`
      if (list) words.push(`${entryOf(holder)}${number}`)
      else if (depth > 4 || !within) {
        const silent = schema?.control === 'inline' || (Array.isArray(entry) && within)
        const label = labelOf(schema, step)
        if (!(within && silent) && label !== words.at(-1)) words.push(label)
      }
    }
    value = entry
  }
  const text = words.join(', ') || 'the list "pages"'
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The pointer of a place whose steps identify entries by route or id, else by position from 1. */
export function pointerAt(tree: unknown, steps: readonly string[]): Pointer {
  let value = tree
  return steps.reduce<Pointer>((pointer, step) => {
    const key = Array.isArray(value) ? indexOf(value, step, 1) : step
    value = (value as Record<string | number, unknown> | undefined)?.[key]
    return below(pointer, key)
  }, '')
}

/** The index of the entry that `step` identifies: by route or id, else by position. */
function indexOf(list: readonly unknown[], step: string, first: number): number {
  const named = list.findIndex((each) => {
    const { route, id } = (each ?? {}) as { route?: unknown; id?: unknown }
    return (route ?? id) === step
  })
  return named >= 0 ? named : Number(step) - first
}

/** The sentence for a tree that cannot be saved: it names the first problem and its field. */
export function problemWords(tree: unknown, problems: ReadonlyMap<Pointer, string>): string | undefined {
  const [first] = problems
  if (!first) return undefined
  const [pointer, text] = first
  const more = problems.size - 1
  const rest =
    more === 0 ? '' : more === 1 ? ' One more field must be fixed.' : ` ${more} more fields must be fixed.`
  return `${naming(placeWords(tree, pointer), text)}${rest}`
}
