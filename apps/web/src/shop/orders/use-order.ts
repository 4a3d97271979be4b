import { useQuery } from '@tanstack/react-query'
import { ApiFailure } from '../../lib/call.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { fetchOrder, orderKey } from '../api.ts'
import { isInFlight, pollDelay, readStatus } from './order-status.ts'

/**
 * One order. While its payment is in flight it is polled with growing pauses. In any state it is loaded again when the
 * window gets the focus, because it may have been refunded meanwhile.
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
    refetchInterval: ({ state }) => nextPoll(state),
    retry: (count, failure) => failure instanceof ApiFailure && failure.offline && count < 2,
  })
}

/** Milliseconds until an order is polled again, by the number of answers so far; false for a final status. */
export function nextPoll(state: {
  data?: { status: string } | undefined
  dataUpdateCount: number
  errorUpdateCount: number
}): number | false {
  return isInFlight(readStatus(state.data?.status))
    ? pollDelay(state.dataUpdateCount + state.errorUpdateCount - 1)
    : false
}

/** The message for an order that could not be loaded. */
export function orderProblem(failure: Error): string {
  if (failure instanceof ApiFailure) return saidByServer(failure) ?? 'Failed to fetch order details'
  return failure.message
}
