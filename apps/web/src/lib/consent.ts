import { useSyncExternalStore } from 'react'
import type { ClientConfig } from './config.ts'
import { keys, local } from './storage.ts'

/** Whether third parties may be loaded: asked once, kept in this browser, changed at any time. */
export type Consent = 'unknown' | 'given' | 'refused'

const listeners = new Set<() => void>()

function read(): Consent {
  const kept = local.get(keys.consent)
  return kept === 'given' || kept === 'refused' ? kept : 'unknown'
}

/** Keeps the visitor's choice; 'unknown' asks again. What is loaded already stays until the page is left. */
export function decide(choice: Consent): void {
  if (choice === 'unknown') local.remove(keys.consent)
  else local.set(keys.consent, choice)
  for (const listener of listeners) listener()
}

/** The visitor's choice; undefined while the page is rendered on the server or being hydrated. */
export function useConsent(): Consent | undefined {
  return useSyncExternalStore<Consent | undefined>(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    read,
    () => undefined,
  )
}

/** The third parties that are configured, in words. Empty means that there is nothing to ask for. */
export function thirdParties(
  config: Pick<
    ClientConfig,
    'enableLinkedInInsights' | 'linkedInPartnerId' | 'gaMeasurementId' | 'schedulerUrl'
  >,
): string[] {
  return [
    config.gaMeasurementId === '' ? '' : 'visit statistics (Google Analytics)',
    config.enableLinkedInInsights && config.linkedInPartnerId !== '' ? 'ad measurement (LinkedIn)' : '',
    config.schedulerUrl === '' ? '' : 'the appointment calendar',
  ].filter((name) => name !== '')
}
