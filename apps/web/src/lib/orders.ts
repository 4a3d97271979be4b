import { useQuery } from '@tanstack/react-query'
import type { listOrders as ListOrders } from '#modules/commerce/contract.ts'
import type { myProgram } from '#modules/leadership/cohorts/contract-participation.ts'
import { useAnswer } from './answers.ts'
import { useAuth } from './auth.ts'
import { type AnswerOf, call } from './call.ts'

export type Order = AnswerOf<typeof ListOrders>['orders'][number]

export const ordersKey = ['orders'] as const
export const ordersListKey = [...ordersKey, 'list'] as const
/** For how many milliseconds a list of orders is not requested again. */
export const ordersFresh = 2 * 60_000

export async function fetchOrders(): Promise<Order[]> {
  return (await call<typeof ListOrders>('GET', '/api/orders')).orders
}

/** Where a customer's places and claimed seats are read, and the first part of the path of every change of them. */
export const programPath = '/api/program'

/** The orders and claimed seats by which a customer takes part. An order for an organization gives its buyer no place. */
export function placesOf(orders: readonly Order[], seats: readonly { id: string }[]): string[] {
  const bought = orders.filter(({ holdsPlace, organizationId }) => holdsPlace && organizationId === null)
  return [...bought, ...seats].map(({ id }) => id)
}

/** The order or claimed seat by which this customer takes part; undefined until that is known, and if it cannot be loaded. */
export function useOwnPlace(): string | undefined {
  const { status } = useAuth()
  const isCustomer = status === 'customer'
  const { data: orders } = useQuery({
    queryKey: ordersListKey,
    queryFn: fetchOrders,
    staleTime: ordersFresh,
    enabled: isCustomer,
    retry: false,
  })
  const [bought] = placesOf(orders ?? [], [])
  const { data: program } = useAnswer<typeof myProgram>(
    programPath,
    {},
    { area: ordersKey[0], staleTime: ordersFresh, enabled: isCustomer && orders !== undefined && !bought },
  )
  return isCustomer ? (bought ?? program?.seats[0]?.id) : undefined
}

/** The place of that order or seat in a cohort; undefined without one, and until it is known. */
export function useParticipation(own: string | undefined) {
  const { data } = useAnswer<typeof myProgram>(
    programPath,
    {},
    { area: ordersKey[0], staleTime: ordersFresh, enabled: own !== undefined },
  )
  return data?.participations.find(({ orderId, holdsPlace }) => orderId === own && holdsPlace)
}
