import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { financeEvents, financeOrders, financeState } from '#modules/commerce/finance/search/contract.ts'
import { staffKey, useAnswer } from '../../lib/answers.ts'
import type { OrderEvent, OrderState } from './order-answers.ts'
import { refundUnderWay } from './refundable.ts'

const fastPollMs = 1_000
const slowPollMs = 15_000

/** The row of one order from the list, which alone has the buyer's email; null if there is no such order. */
export function useOrderRow(id: string) {
  const query = useAnswer<typeof financeOrders>('/api/finance/orders', { query: { q: id } })
  return { ...query, data: query.data && (query.data.orders.find((order) => order.id === id) ?? null) }
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
  const stream = useAnswer<typeof financeEvents>(
    '/api/finance/orders/:id/events',
    { params: { id } },
    { enabled, refetchInterval: pollsFast ? fastPollMs : slowPollMs },
  )
  const events = stream.data?.events
  const latest = events?.at(-1)?.version ?? 0
  if (firstSeen === 0 && latest > 0) setFirstSeen(latest)
  const state = useOrderState(id, latest, enabled && latest > 0)
  const now = state.data?.order
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
    // What was read stays shown when a later poll fails.
    failure: (events === undefined && stream.error) || (now === undefined && state.error) || undefined,
    retry: () => void (stream.isError ? stream.refetch() : state.refetch()),
    refresh: async () => {
      await stream.refetch()
      await client.invalidateQueries({ queryKey: [staffKey, '/api/finance/orders'] })
    },
  }
}

/** The order at a version. Recorded events never change, so it is read once. */
export const useOrderState = (id: string, version: number, enabled = true) =>
  useAnswer<typeof financeState>(
    '/api/finance/orders/:id/state',
    { params: { id }, query: { version } },
    { enabled, keep: true, staleTime: Number.POSITIVE_INFINITY },
  )
