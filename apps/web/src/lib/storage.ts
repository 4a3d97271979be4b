import type { StorageKey } from '#platform/contract/browser-storage.ts'

/** Keys of the browser's storage; each is read and written only through `session` or `local`. */
export const keys = {
  leadType: 'lead_type',
  certificationStep: 'certification_step',
  certificationProfile: 'certification_profile',
  certificationCohort: 'certification_cohort',
  companyPurchase: 'company_purchase',
  leadershipCost: 'leadershipCostData',
  leadershipCostDraft: 'leadership_cost_draft',
  lastPayment: 'lastPaymentIntent',
  firstTouch: 'veralead_first_touch',
  content: 'veralead_content',
  auth: 'veralead_auth',
  consent: 'veralead_consent',
  staffLogout: 'veralead_staff_logout',
  unsavedContent: 'veralead_unsaved_content',
} as const satisfies Record<string, StorageKey>

export interface Store {
  get(key: StorageKey): string | undefined
  set(key: StorageKey, value: string): void
  remove(key: StorageKey): void
  /** Reads JSON; unreadable text counts as absent. */
  json(key: StorageKey): unknown
}

/**
 * A store that never throws. What blocked or full storage does not take is kept in memory until the document is left, so
 * that one page can still pass it to the next.
 */
function storeOf(pick: () => Storage): Store {
  const memory = new Map<StorageKey, string>()
  function attempt<T>(work: (storage: Storage) => T): T | undefined {
    try {
      return work(pick())
    } catch {
      return undefined
    }
  }
  function get(key: StorageKey): string | undefined {
    if (typeof window === 'undefined') return undefined
    return memory.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined
  }
  return {
    get,
    set: (key, value) => {
      if (typeof window === 'undefined') return
      memory.set(key, value)
      attempt((storage) => {
        storage.setItem(key, value)
        memory.delete(key)
      })
    },
    remove: (key) => {
      memory.delete(key)
      attempt((storage) => storage.removeItem(key))
    },
    json: (key) => {
      try {
        return JSON.parse(get(key) ?? '') as unknown
      } catch {
        return undefined
      }
    },
  }
}

/** Kept until the tab is closed. */
export const session = storeOf(() => window.sessionStorage)

/** Shared by all tabs of the site. */
export const local = storeOf(() => window.localStorage)
