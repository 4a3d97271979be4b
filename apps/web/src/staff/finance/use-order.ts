import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { loadEvents, loadState, type OrderEvent, type OrderState, searchOrders } from './api.ts'
import { financeKeys } from './keys.ts'
import { noFilter } from './order-filters.tsx'
import { refundUnderWay } from './refundable.ts'

const fastPollMs = 1_000
const slowPollMs = 15_000

/** The row of one order from the list, which alone has the buyer's email. */
export function useOrderRow(id: string) {
  return useQuery({
    queryKey: [...financeKeys.orders, 'one', id],
    queryFn: async ({ signal }) => {
      return (
        (await searchOrders({ ...noFilter, q: id }, signal)).orders.find((order) => order.id === id) ?? null
      )
    },
    staleTime: 0,
  })
}

export interface OrderStream {
  events: OrderEvent[] | undefined
  /** Usernames of the members of staff who acted, and "Buyer" for the buyer, by their ids. */
  actors: ReadonlyMap<string, string>
  latest: number
  /** The order now; undefined while it loads. */
  now: OrderState | undefined
  /** How many events there were when this screen opened. */
  firstSeen: number
  failure: unknown
  retry: () => void
  /** Refetches at once; while a refund is in progress, polling is every second. */
  refresh: () => Promise<void>
}

/** The events of one order, polled while the screen is open. */
export function useOrderStream(id: string, enabled: boolean): OrderStream {
  const client = useQueryClient()
  const [firstSeen, setFirstSeen] = useState(0)
  const [pollsFast, setPollsFast] = useState(false)
  const stream = useQuery({
    queryKey: financeKeys.events(id),
    queryFn: () => loadEvents(id),
    enabled,
    staleTime: 0,
    refetchInterval: pollsFast ? fastPollMs : slowPollMs,
  })
  const events = stream.data?.events
  const latest = events?.at(-1)?.version ?? 0
  if (firstSeen === 0 && latest > 0) setFirstSeen(latest)
  const state = useQuery({ ...stateQuery(id, latest), enabled: enabled && latest > 0 })
  const now = state.data
  const refundPending = now !== undefined && refundUnderWay(now)
  if (pollsFast !== refundPending && !state.isPlaceholderData) setPollsFast(refundPending)
  return {
    events,
    actors: new Map([
      ...(now ? [[now.buyerId, 'Buyer'] as const] : []),
      ...(stream.data?.staff ?? []).map((member) => [member.id, member.username] as const),
    ]),
    latest,
    now,
    firstSeen: firstSeen === 0 ? latest : firstSeen,
    failure: stream.error ?? state.error,
    retry: () => void (stream.isError ? stream.refetch() : state.refetch()),
    refresh: async () => {
      await stream.refetch()
      await client.invalidateQueries({ queryKey: financeKeys.orders })
    },
  }
}

/** The order at a version. Recorded events never change, so it is fetched once. */
export const stateQuery = (id: string, version: number) => ({
  queryKey: financeKeys.state(id, version),
  queryFn: async () => (await loadState(id, version)).order,
  staleTime: Number.POSITIVE_INFINITY,
  placeholderData: keepPreviousData,
})
