import { type Pointer, stepsOf } from './pointer.ts'

/**
 * What the built-in content has at a place of `tree`: pages are found by their route, sections and other entries by
 * their id, else by their place. Undefined where it has nothing there.
 */
export function builtInAt(builtIn: unknown, tree: unknown, pointer: Pointer): unknown {
  let own = tree
  let known = builtIn
  for (const step of stepsOf(pointer)) {
    const entry = entryOf(own, step)
    known = Array.isArray(known) ? (sameIn(known, entry) ?? entryOf(known, step)) : entryOf(known, step)
    own = entry
  }
  return known
}

function entryOf(holder: unknown, step: string): unknown {
  return typeof holder === 'object' && holder !== null ? (holder as Record<string, unknown>)[step] : undefined
}

function sameIn(list: readonly unknown[], entry: unknown): unknown {
  for (const name of ['route', 'id']) {
    const value = entryOf(entry, name)
    if (typeof value === 'string') return list.find((each) => entryOf(each, name) === value)
  }
  return undefined
}
