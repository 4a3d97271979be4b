import { useSyncExternalStore } from 'react'

let forced = false
const listeners = new Set<() => void>()

/** Loads every lazy section of the home page now, so that a target below them does not move while scrolling. */
export function forceSections(): void {
  if (forced) return
  forced = true
  for (const listener of listeners) listener()
}

export function useForcedSections(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => forced,
    () => false,
  )
}
