import type { StorageKey } from '#platform/contract/browser-storage.ts'

/** Keys of the browser's storage; each is read and written only through `session` or `local`. */
export const keys = {
  leadType: 'lead_type',
  certificationStep: 'certification_step',
  certificationProfile: 'certification_profile',
  certificationCohort: 'certification_cohort',
  companyPurchase: 'company_purchase',
  leadershipCost: 'leadershipCostData',
  lastPayment: 'lastPaymentIntent',
  firstTouch: 'veralead_first_touch',
  content: 'veralead_content',
  auth: 'veralead_auth',
  consent: 'veralead_consent',
  staffLogout: 'veralead_staff_logout',
} as const satisfies Record<string, StorageKey>

export interface Store {
  get(key: StorageKey): string | undefined
  set(key: StorageKey, value: string): void
  remove(key: StorageKey): void
  /** Reads JSON; unreadable text counts as absent. */
  json(key: StorageKey): unknown
}

/** A store that never throws: blocked or full storage behaves as if it were empty. */
function storeOf(pick: () => Storage): Store {
  function attempt<T>(work: (storage: Storage) => T): T | undefined {
    if (typeof window === 'undefined') return undefined
    try {
      return work(pick())
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => attempt((storage) => storage.getItem(key)) ?? undefined,
    set: (key, value) => void attempt((storage) => storage.setItem(key, value)),
    remove: (key) => void attempt((storage) => storage.removeItem(key)),
    json: (key) =>
      attempt((storage) => {
        const text = storage.getItem(key)
        return text === null ? undefined : (JSON.parse(text) as unknown)
      }),
  }
}

/** Kept until the tab is closed. */
export const session = storeOf(() => window.sessionStorage)

/** Shared by all tabs of the site. */
export const local = storeOf(() => window.localStorage)
