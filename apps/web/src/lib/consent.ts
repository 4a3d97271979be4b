import { useMemo, useSyncExternalStore } from 'react'
import type { StoragePurpose } from '#platform/contract/browser-storage.ts'
import type { ClientConfig } from './config.ts'
import { keys, local } from './storage.ts'

/** A purpose for which a third party may be loaded. Consent is requested where it is needed, and covers one purpose only. */
export type Purpose = Exclude<StoragePurpose, 'necessary'>

/** The visitor's choices; an absent purpose is undecided. */
export type Consent = Partial<Record<Purpose, boolean>>

/** The texts of the purposes, in the order in which they are shown. */
export const purposes: Record<Purpose, { name: string; help: string }> = {
  measuring: {
    name: 'visit statistics (Google Analytics)',
    help: 'Tells us which pages are read. Google receives your IP address and the pages you open.',
  },
  advertising: {
    name: 'ad measurement (LinkedIn)',
    help: 'Tells us which ad led to a visit. LinkedIn receives your IP address and the pages you open.',
  },
  calendar: {
    name: 'the appointment calendar',
    help: 'Loads only when you open it. Its provider receives your IP address and what you enter there.',
  },
}

/** The purposes of the consent bar; consent for the calendar is requested where it is opened. */
export const askedAtFirst: readonly Purpose[] = ['measuring', 'advertising']

const listeners = new Set<() => void>()
/** The stored text of the choices, for a browser whose storage is blocked. */
let inMemory: string | undefined

const readText = (): string => local.get(keys.consent) ?? inMemory ?? ''

/** Parses the stored text. */
export function consentFrom(text: string): Consent {
  const choices: Consent = {}
  try {
    const kept = JSON.parse(text) as Record<string, unknown> | null
    for (const purpose of Object.keys(purposes) as Purpose[]) {
      const choice = kept?.[purpose]
      if (typeof choice === 'boolean') choices[purpose] = choice
    }
  } catch {
    // Unreadable text counts as undecided.
  }
  return choices
}

/** Stores the choices in this browser; other purposes keep theirs. */
export function decide(choices: Consent): void {
  inMemory = JSON.stringify({ ...consentFrom(readText()), ...choices })
  local.set(keys.consent, inMemory)
  for (const listener of listeners) listener()
}

/** The visitor's choices; undefined while the page is rendered on the server or being hydrated. */
export function useConsent(): Consent | undefined {
  const text = useSyncExternalStore<string | undefined>(subscribe, readText, () => undefined)
  return useMemo(() => (text === undefined ? undefined : consentFrom(text)), [text])
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** The purposes for which a third party is configured. If empty, no consent is needed. */
export function usedPurposes(
  config: Pick<
    ClientConfig,
    'enableLinkedInInsights' | 'linkedInPartnerId' | 'gaMeasurementId' | 'schedulerUrl'
  >,
): Purpose[] {
  const used: Record<Purpose, boolean> = {
    measuring: config.gaMeasurementId !== '',
    advertising: config.enableLinkedInInsights && config.linkedInPartnerId !== '',
    calendar: config.schedulerUrl !== '',
  }
  return (Object.keys(used) as Purpose[]).filter((purpose) => used[purpose])
}
