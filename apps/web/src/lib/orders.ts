import { useQuery } from '@tanstack/react-query'
import type { listOrders as ListOrders } from '#modules/commerce/contract.ts'
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

/** The order by which this customer holds a place; undefined while the orders are loading, and if they cannot be loaded. */
export function useOwnPlace(): Order | undefined {
  const { status } = useAuth()
  const { data } = useQuery({
    queryKey: ordersListKey,
    queryFn: fetchOrders,
    staleTime: ordersFresh,
    enabled: status === 'customer',
    retry: false,
  })
  if (status !== 'customer') return undefined
  return data?.find(({ holdsPlace, organizationId }) => holdsPlace && organizationId === null)
}
