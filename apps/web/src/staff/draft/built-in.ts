import { optionalInEntries } from '../../lib/conform.ts'
import { type Pointer, stepsOf } from './pointer.ts'

/**
 * The built-in value for a pointer of `tree`: pages are matched by route, sections and other entries by id, else by
 * index. Undefined if there is none, and for optional fields of list entries.
 */
export function builtInAt(builtIn: unknown, tree: unknown, pointer: Pointer): unknown {
  let own = tree
  let known = builtIn
  let inFields = false
  let inEntry = false
  let byIndex = false
  for (const step of stepsOf(pointer)) {
    const entry = entryOf(own, step)
    if (inFields && Array.isArray(known)) {
      inEntry = true
      byIndex = typeof entryOf(entry, 'id') !== 'string'
    } else if (
      inEntry &&
      ((byIndex && step === 'media') || (entry === undefined && optionalInEntries.has(step)))
    )
      return undefined
    inFields ||= step === 'fields'
    known = Array.isArray(known) ? counterpart(known, entry, step) : entryOf(known, step)
    own = entry
  }
  return known
}

function entryOf(holder: unknown, step: string): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[step] : undefined
}

/** The entry of the list with the same route or id as `entry`; by index only if it has neither. */
function counterpart(list: readonly unknown[], entry: unknown, step: string): unknown {
  for (const name of ['route', 'id']) {
    const value = entryOf(entry, name)
    if (typeof value === 'string') return list.find((each) => entryOf(each, name) === value)
  }
  return entryOf(list, step)
}
