import { optionalInEntries } from '../../lib/conform.ts'
import { type Pointer, stepsOf } from './pointer.ts'

/**
 * What the built-in content has at a place of `tree`: pages are found by their route, sections and other entries by
 * their id, else by their place. Undefined where it has nothing there, and for what an entry of a list may be without.
 */
export function builtInAt(builtIn: unknown, tree: unknown, pointer: Pointer): unknown {
  let own = tree
  let known = builtIn
  let inFields = false
  let inEntry = false
  let byPlace = false
  for (const step of stepsOf(pointer)) {
    const entry = entryOf(own, step)
    if (inFields && Array.isArray(known)) {
      inEntry = true
      byPlace = typeof entryOf(entry, 'id') !== 'string'
    } else if (
      inEntry &&
      ((byPlace && step === 'media') || (entry === undefined && optionalInEntries.has(step)))
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

/** The entry of the list that `entry` is: of the same route or id; by its place only where it has neither. */
function counterpart(list: readonly unknown[], entry: unknown, step: string): unknown {
  for (const name of ['route', 'id']) {
    const value = entryOf(entry, name)
    if (typeof value === 'string') return list.find((each) => entryOf(each, name) === value)
  }
  return entryOf(list, step)
}
