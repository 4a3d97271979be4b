import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { placeCompanyOrder } from '#modules/commerce/checkout/contract-company.ts'
import type { previewPrice } from '#modules/commerce/pricing/contract.ts'
import type { issueQuote } from '#modules/commerce/quotes/contract.ts'
import { terms } from '#modules/content/base-template/terms.ts'
import type { myOrganizations, saveOrganization } from '#modules/identity/organizations/contract.ts'
import { useAnswer } from '../../lib/answers.ts'
import { useAuth, useSignedOut } from '../../lib/auth.ts'
import { ApiFailure, call, type Sent } from '../../lib/call.ts'
import { useContent } from '../../lib/content.ts'
import { notify } from '../../lib/notify.ts'
import { useSettled } from '../../lib/settled.ts'
import { orderAttribution } from '../../site/leads/attribution.ts'
import { forgetOrders, useProgram } from '../api.ts'
import { freeDate, useDates } from '../cohorts/dates.ts'
import { useTax } from '../payment/use-tax.ts'
import { accountHref } from '../program/product.ts'
import { fieldsOf } from '../program/section.ts'
import { codeProblem, type Problems, problemsOf } from './buy-problems.ts'
import { missingOf, type Organization } from './company-fields.tsx'
import { useOwnDates } from './own-dates.ts'
import { newOrganization, usePurchase } from './use-purchase.ts'

export type PurchaseMethod = 'card' | 'invoice' | 'quote'

const buyPath = '/organization/buy'
export const seatsProblem = 'Seats: enter a whole number from 1 to 500.'

/** The price of seats with its discounts; the previous price stays until the new one has loaded. No request without a question. */
function usePrice(question: Sent<typeof previewPrice>['body'] | undefined) {
  const settled = useSettled(JSON.stringify(question))
  return useQuery({
    queryKey: ['price', settled],
    enabled: settled !== undefined,
    queryFn: ({ signal }) =>
      call<typeof previewPrice>('POST', '/api/prices/preview', { signal, body: JSON.parse(settled ?? '{}') }),
    retry: false,
    placeholderData: keepPreviousData,
  })
}

/** The state of the page on which an organization buys seats: input, price, problems, and the purchase itself. */
export function useBuy() {
  const [query, setQuery] = useSearchParams()
  const requestedSeats = query.get('seats')
  const { purchase, change, changeOrganization, forget } = usePurchase(
    requestedSeats !== null && /^\d{1,3}$/.test(requestedSeats) ? requestedSeats : null,
  )
  // Taken over once: after a reload, the number that was typed since then counts.
  useEffect(() => {
    if (requestedSeats !== null) setQuery({}, { replace: true })
  }, [requestedSeats, setQuery])
  const auth = useAuth()
  const signOut = useSignedOut()
  const navigate = useNavigate()
  const client = useQueryClient()
  const program = useProgram()
  const { page } = useContent(terms)
  const mine = useAnswer<typeof myOrganizations>(
    '/api/organizations/mine',
    {},
    { area: 'organizations', enabled: auth.status === 'customer', staleTime: 60_000 },
  )
  // Undefined for a guest, while loading, and for a customer without an organization.
  const managed = mine.data?.organizations ?? []
  const chosen = managed.find(({ id }) => id === purchase.organization.id)
  const organization = chosen ?? managed[0]
  const [busy, setBusy] = useState<PurchaseMethod>()
  const [problems, setProblems] = useState<Problems>({})
  const seats = /^\d{1,3}$/.test(purchase.seats.trim()) ? Number(purchase.seats) : 0
  const possible = seats >= 1 && seats <= 500
  const own = useOwnDates(chosen?.id)
  const all = [...own, ...useDates()]
  const withEnoughPlaces = all.filter(({ placesLeft }) => placesLeft >= seats)
  const [isPrivate, setPrivate] = useState(purchase.privateStart !== '')
  const cohortId = isPrivate ? null : (freeDate(withEnoughPlaces, purchase.cohortId) ?? null)
  const couponCode = purchase.couponCode.trim() === '' ? null : purchase.couponCode
  const question =
    program.data && possible ? { productId: program.data.id, seats, cohortId, couponCode } : undefined
  const withCode = usePrice(question)
  const refusedCode = withCode.isError ? codeProblem(withCode.error) : undefined
  // For an invalid code, the price without it is shown.
  const plain = usePrice(
    refusedCode !== undefined && question ? { ...question, couponCode: null } : undefined,
  )
  const price = refusedCode === undefined ? withCode : plain
  const { country, taxId } = purchase.organization
  const total = price.data?.price
  const tax = useTax(
    total && { amount: total.total, currency: total.currency, country, taxId, isOrganization: true },
  )
  const filled = useRef(false)

  // A returning customer's company is filled in; text that is already typed is kept.
  useEffect(() => {
    if (filled.current || !organization) return
    filled.current = true
    if (purchase.reference === '' && organization.reference !== '')
      change({ reference: organization.reference })
    if (purchase.organization.name.trim() === '' || purchase.organization.name === organization.name)
      changeOrganization(detailsOf(organization))
  }, [organization, purchase.organization.name, purchase.reference, change, changeOrganization])

  async function submit(method: PurchaseMethod): Promise<void> {
    const missing: Problems = {
      ...(possible ? {} : { seats: seatsProblem }),
      ...(isPrivate && purchase.privateStart === '' ? { privateStart: 'First day: enter a date.' } : {}),
      ...(refusedCode === undefined ? {} : { couponCode: refusedCode }),
      ...missingOf(purchase.organization),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0 || !program.data || auth.status === 'loading') return
    if (auth.status === 'guest') {
      notify.info('Please create an account first. Your input is kept.', { toastId: 'company-sign-up' })
      return void navigate(accountHref('/signup', buyPath, null))
    }
    setBusy(method)
    try {
      await call<typeof saveOrganization>('POST', '/api/organizations', {
        body: trimmed(purchase.organization),
      })
      const request = {
        organizationId: purchase.organization.id,
        productId: program.data.id,
        seats,
        cohortId,
        couponCode,
        termsVersion: fieldsOf(page, 'legal')?.effectiveDate ?? null,
        reference: purchase.reference.trim() || null,
      }
      if (method === 'quote') {
        const { token } = await call<typeof issueQuote>('POST', '/api/quotes', {
          body: { id: purchase.quoteId, ...request, privateStart: isPrivate ? purchase.privateStart : null },
        })
        change({ quoteId: crypto.randomUUID() })
        return void navigate(`/quotes/${token}`)
      }
      const { order } = await call<typeof placeCompanyOrder>('POST', '/api/company-orders', {
        body: {
          orderId: purchase.orderId,
          method,
          ...request,
          shownTax: tax?.tax ?? undefined,
          ...orderAttribution(),
        },
      })
      forget()
      void forgetOrders(client)
      const byCard = method === 'card' && order.status !== 'completed'
      navigate(`/organization/orders/${order.id}${byCard ? '?pay=card' : ''}`)
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 401) signOut()
      void client.invalidateQueries({ queryKey: ['tax'] })
      setProblems(problemsOf(failure))
    } finally {
      setBusy(undefined)
    }
  }

  return {
    ...{ purchase, change, changeOrganization },
    ...{ busy, problems, setProblems, submit },
    ...{ tax, seats, cohortId, price, refusedCode, program },
    dates: { all, withEnoughPlaces, own },
    ...{ isPrivate, setPrivate, organization, managed },
    /** Fills in an organization that the buyer manages; an unknown id is for another one. */
    chooseOrganization: (id: string) =>
      changeOrganization(detailsOf(managed.find((each) => each.id === id) ?? newOrganization())),
    isGuest: auth.status === 'guest',
  }
}

const detailsOf = ({ id, name, ...further }: Organization): Organization => {
  const { addressLine1, addressLine2, postalCode, city, region, country, taxId } = further
  return { id, name, addressLine1, addressLine2, postalCode, city, region, country, taxId }
}

const trimmed = (organization: Organization): Organization =>
  Object.fromEntries(
    Object.entries(organization).map(([name, text]) => [name, text.trim()]),
  ) as unknown as Organization
