import { useSyncExternalStore } from 'react'
import { isLeadType, type LeadType } from './lead-events.ts'
import { keys, session } from './storage.ts'

const listeners = new Set<() => void>()

/** The type of the next lead of this tab: an ordinary lead unless the visitor has chosen another. */
export function chosenLeadType(): LeadType {
  const stored = session.get(keys.leadType)
  return isLeadType(stored) ? stored : 'normal_lead'
}

/** Stores the type for this tab; undefined removes it. */
export function chooseLeadType(type: LeadType | undefined): void {
  if (type === undefined) session.remove(keys.leadType)
  else session.set(keys.leadType, type)
  for (const listener of listeners) listener()
}

/** The chosen type as React state; an ordinary lead while the page is rendered on the server or being hydrated. */
export function useLeadType(): LeadType {
  return useSyncExternalStore<LeadType>(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    chosenLeadType,
    () => 'normal_lead',
  )
}
