import { useSyncExternalStore } from 'react'
import { isLeadType, type LeadType } from './lead-events.ts'
import { keys, session } from './storage.ts'

const listeners = new Set<() => void>()

/** What the visitor of this tab comes for, as the next lead will say: an ordinary lead unless something else was chosen. */
export function chosenLeadType(): LeadType {
  const stored = session.get(keys.leadType)
  return isLeadType(stored) ? stored : 'normal_lead'
}

/** Keeps it for this tab; undefined forgets it. */
export function chooseLeadType(type: LeadType | undefined): void {
  if (type === undefined) session.remove(keys.leadType)
  else session.set(keys.leadType, type)
  for (const listener of listeners) listener()
}

/** The same for what shows it; an ordinary lead while the page is rendered on the server or being hydrated. */
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
