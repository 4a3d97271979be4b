import { useCallback, useEffect, useState } from 'react'
import { keys, session } from '../../lib/storage.ts'
import type { Organization } from './company-api.ts'

/** Everything that is typed on the page, and the ids of what comes of it: a repeat of a call makes nothing twice. */
export interface Purchase {
  seats: string
  cohortId: string
  couponCode: string
  reference: string
  organization: Organization
  /** Of the order that is placed next. */
  orderId: string
  /** Of the quote that is asked for next. */
  quoteId: string
}

const begun = (seats: string): Purchase => ({
  seats,
  cohortId: '',
  couponCode: '',
  reference: '',
  organization: {
    id: crypto.randomUUID(),
    name: '',
    addressLine1: '',
    addressLine2: '',
    postalCode: '',
    city: '',
    region: '',
    country: '',
    taxId: '',
  },
  orderId: crypto.randomUUID(),
  quoteId: crypto.randomUUID(),
})

/** What this tab kept of a purchase that was begun; a value of another shape counts as absent. */
function kept(): Purchase | undefined {
  const found = session.json(keys.companyPurchase) as Partial<Purchase> | null | undefined
  const fresh = begun('')
  if (found === null || typeof found !== 'object') return undefined
  const isText = (value: unknown): boolean => typeof value === 'string'
  const { organization } = found
  const known = (names: readonly string[], of: object): boolean =>
    names.every((name) => isText((of as Record<string, unknown>)[name]))
  const flat = Object.keys(fresh).filter((name) => name !== 'organization')
  if (
    !known(flat, found) ||
    organization === undefined ||
    !known(Object.keys(fresh.organization), organization)
  )
    return undefined
  return found as Purchase
}

export interface PurchaseState {
  purchase: Purchase
  change: (part: Partial<Omit<Purchase, 'organization'>>) => void
  changeOrganization: (part: Partial<Organization>) => void
  /** Nothing of it is kept any more. */
  forget: () => void
}

/** The purchase of this tab: kept while its buyer signs up, and through a reload. */
export function usePurchase(seats: string): PurchaseState {
  const [purchase, setPurchase] = useState<Purchase>(() => kept() ?? begun(seats))
  useEffect(() => session.set(keys.companyPurchase, JSON.stringify(purchase)), [purchase])
  const changeOrganization = useCallback(
    (part: Partial<Organization>) =>
      setPurchase((now) => ({ ...now, organization: { ...now.organization, ...part } })),
    [],
  )
  const change = useCallback<PurchaseState['change']>(
    (part) => setPurchase((now) => ({ ...now, ...part })),
    [],
  )
  return {
    purchase,
    change,
    changeOrganization,
    forget: () => session.remove(keys.companyPurchase),
  }
}
