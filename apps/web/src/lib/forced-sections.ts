let forced = false
const listeners = new Set<() => void>()

/** Loads every lazy section of the home page now, so that an element below them does not move during a scroll to it. */
export function forceSections(): void {
  if (forced) return
  forced = true
  for (const listener of listeners) listener()
}

/**
 * Calls `listener` when `forceSections` is called, or at once if it has been. Not a React state: rendering a section
 * again before it is hydrated would discard its server-rendered HTML.
 */
export function onForcedSections(listener: () => void): () => void {
  if (forced) listener()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
