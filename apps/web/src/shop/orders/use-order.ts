import { useQuery } from '@tanstack/react-query'
import { ApiFailure } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { fetchOrder, orderKey } from '../api.ts'
import { isInFlight, pollDelay, readStatus } from './order-status.ts'

/**
 * One order. While its payment is in flight it is looked at again, less and less often; in any state (it may have
 * been refunded meanwhile) when the window comes back into view.
 */
export function useOrder(id: string, enabled: boolean) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: async () => {
      if (id.trim() === '') throw new Error('No order ID provided')
      return fetchOrder(id)
    },
    enabled,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => nextLook(state),
    retry: (count, failure) => failure instanceof ApiFailure && failure.offline && count < 2,
  })
}

/** How long until an order is looked at again, after that many answers; false when nothing is expected any more. */
export function nextLook(seen: {
  data?: { status: string } | undefined
  dataUpdateCount: number
  errorUpdateCount: number
}): number | false {
  return isInFlight(readStatus(seen.data?.status))
    ? pollDelay(seen.dataUpdateCount + seen.errorUpdateCount - 1)
    : false
}

/** The sentence for an order that could not be had. */
export function orderProblem(failure: Error): string {
  if (failure instanceof ApiFailure) return saidByServer(failure) ?? 'Failed to fetch order details'
  return failure.message
}
