import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { payCompanyOrder, placeCompanyOrder } from '#modules/commerce/checkout/contract-company.ts'
import type { previewPrice } from '#modules/commerce/prices/contract.ts'
import type {
  acceptQuote as AcceptQuote,
  issueQuote,
  renewQuote as RenewQuote,
  readQuote,
} from '#modules/commerce/quotes/contract.ts'
import type {
  myOrganizations,
  OrganizationView,
  saveOrganization,
} from '#modules/identity/organizations/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type Price = AnswerOf<typeof previewPrice>['price']
/** The organization's details for its invoices. */
export type Organization = Omit<OrganizationView, 'reference' | 'billingEmail' | 'billingEmailConfirmed'>

export interface PriceQuestion {
  productId: string
  seats: number
  cohortId: string | null
  couponCode: string | null
}

const debounceMs = 250

/** The value after it has not changed for 250 ms, so that no price is requested for a half-typed number. */
function useDebounced<T>(value: T): T {
  const [last, setLast] = useState(value)
  useEffect(() => {
    const timer = window.setTimeout(() => setLast(value), debounceMs)
    return () => window.clearTimeout(timer)
  }, [value])
  return last
}

/** The price of seats with its discounts; the previous price stays until the new one has loaded. No request without a question. */
export function usePrice(question: PriceQuestion | undefined) {
  const settled = useDebounced(JSON.stringify(question))
  return useQuery<AnswerOf<typeof previewPrice>>({
    queryKey: ['price', settled],
    enabled: settled !== undefined,
    queryFn: ({ signal }) =>
      call<typeof previewPrice>('POST', '/api/prices/preview', {
        signal,
        body: JSON.parse(settled ?? '{}') as PriceQuestion,
      }),
    staleTime: 60_000,
    retry: false,
    placeholderData: (before) => before,
  })
}

/** The first organization of the signed-in customer; null without one, undefined for a guest and while loading. */
export function useOwnOrganization(enabled: boolean) {
  return useQuery({
    queryKey: ['organizations', 'mine'],
    enabled,
    queryFn: async () =>
      (await call<typeof myOrganizations>('GET', '/api/organizations/mine')).organizations[0] ?? null,
    staleTime: 60_000,
    retry: false,
  })
}

/** Stores the organization; fields that are left out do not change. */
export const storeOrganization = (organization: Organization & Partial<OrganizationView>) =>
  call<typeof saveOrganization>('POST', '/api/organizations', { body: organization })

export const askForQuote = (
  body: PriceQuestion & { id: string; organizationId: string; termsVersion: string | null },
) => call<typeof issueQuote>('POST', '/api/quotes', { body })

export type Quote = AnswerOf<typeof readQuote>['quote']

export const quoteKey = (token: string) => ['quote', token] as const

export const fetchQuote = async (token: string): Promise<Quote> =>
  (await call<typeof readQuote>('GET', '/api/quotes/:token', { params: { token } })).quote

export const acceptQuote = (token: string, body: { name: string; reference: string }) =>
  call<typeof AcceptQuote>('POST', '/api/quotes/:token/accept', { params: { token }, body })

export const renewQuote = (token: string, id: string) =>
  call<typeof RenewQuote>('POST', '/api/quotes/:token/renew', { params: { token }, body: { id } })

export const placeOrder = (
  body: PriceQuestion & {
    orderId: string
    organizationId: string
    method: 'card' | 'invoice'
    reference: string | null
    termsVersion: string | null
  },
) => call<typeof placeCompanyOrder>('POST', '/api/company-orders', { body })

/** Prepares the payment by card of an order's open amount. */
export const prepareCard = (id: string) =>
  call<typeof payCompanyOrder>('POST', '/api/company-orders/:id/payment', { params: { id } })
