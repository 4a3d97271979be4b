let forced = false
const listeners = new Set<() => void>()

/** Loads every lazy section of the home page now, so that a target below them does not move while scrolling. */
export function forceSections(): void {
  if (forced) return
  forced = true
  for (const listener of listeners) listener()
}

/**
 * Calls `listener` once sections are forced; at once if they are. Not a state: rendering a section anew before it is
 * hydrated would throw its painted HTML away.
 */
export function onForcedSections(listener: () => void): () => void {
  if (forced) listener()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
