import { useCallback, useEffect, useState } from 'react'
import { keys, session } from '../../lib/storage.ts'
import type { Organization } from './company-fields.tsx'

/** The input of the page, and the ids of the order and quote to create, so that a repeated call creates nothing twice. */
export interface Purchase {
  seats: string
  cohortId: string
  /** The first day of a cohort of one's own; '' without one. */
  privateStart: string
  couponCode: string
  reference: string
  organization: Organization
  /** The id of the next order. */
  orderId: string
  /** The id of the next quote. */
  quoteId: string
}

const defaultSeats = '10'

export const newOrganization = (): Organization => ({
  id: crypto.randomUUID(),
  name: '',
  addressLine1: '',
  addressLine2: '',
  postalCode: '',
  city: '',
  region: '',
  country: '',
  taxId: '',
})

const newPurchase = (seats: string): Purchase => ({
  seats,
  cohortId: '',
  privateStart: '',
  couponCode: '',
  reference: '',
  organization: newOrganization(),
  orderId: crypto.randomUUID(),
  quoteId: crypto.randomUUID(),
})

/** The purchase that this tab stores; a value of another shape counts as absent. */
function storedPurchase(): Purchase | undefined {
  const found = session.json(keys.companyPurchase) as Partial<Purchase> | null | undefined
  const fresh = newPurchase('')
  if (found === null || typeof found !== 'object') return undefined
  const isText = (value: unknown): boolean => typeof value === 'string'
  const { organization } = found
  const hasTexts = (names: readonly string[], value: object): boolean =>
    names.every((name) => isText((value as Record<string, unknown>)[name]))
  const flat = Object.keys(fresh).filter((name) => name !== 'organization')
  if (
    !hasTexts(flat, found) ||
    organization === undefined ||
    !hasTexts(Object.keys(fresh.organization), organization)
  )
    return undefined
  return found as Purchase
}

export interface PurchaseState {
  purchase: Purchase
  change: (part: Partial<Omit<Purchase, 'organization'>>) => void
  changeOrganization: (part: Partial<Organization>) => void
  /** Removes the stored purchase. */
  forget: () => void
}

/** The purchase of this tab; it survives the buyer's sign-up and a reload. @param seats the number that the address asks for */
export function usePurchase(seats: string | null): PurchaseState {
  const [purchase, setPurchase] = useState<Purchase>(() => {
    const known = storedPurchase() ?? newPurchase(defaultSeats)
    return seats === null ? known : { ...known, seats }
  })
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
