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
    refetchInterval: (query) =>
      isInFlight(readStatus(query.state.data?.status))
        ? pollDelay(query.state.dataUpdateCount + query.state.errorUpdateCount - 1)
        : false,
    retry: (count, failure) => failure instanceof ApiFailure && failure.offline && count < 2,
  })
}

/** The sentence for an order that could not be had. */
export function orderProblem(failure: Error): string {
  if (failure instanceof ApiFailure) return saidByServer(failure) ?? 'Failed to fetch order details'
  return failure.message
}
