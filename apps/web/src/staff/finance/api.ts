import type { financeInbox, replayInbox } from '#modules/commerce/finance/inbox/contract.ts'
import type { financeEvents, financeOrders, financeState } from '#modules/commerce/finance/search/contract.ts'
import type { noteOrder, orderSeats, refundOrder } from '#modules/commerce/finance/search/contract-actions.ts'
import type { tracedRequests } from '#modules/performance/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type OrderPage = AnswerOf<typeof financeOrders>
export type FinanceOrder = OrderPage['orders'][number]
export type Status = FinanceOrder['status']
export type OrderEvent = AnswerOf<typeof financeEvents>['events'][number]
export type OrderState = AnswerOf<typeof financeState>['order']
export type InboxPage = AnswerOf<typeof financeInbox>
export type InboxEvent = InboxPage['events'][number]
export type InboxStatus = InboxEvent['status']

export const statuses: readonly Status[] = ['pending', 'processing', 'completed', 'cancelled', 'refunded']
export const inboxStatuses: readonly InboxStatus[] = [
  'new',
  'applied',
  'ignored',
  'foreign',
  'parked',
  'failed',
]

export type OrderSort = 'placed' | 'changed' | 'total' | 'received' | 'refunded'

/** The fields of the search form; empty ones are not sent. Days are UTC, `2026-11-21`. */
export interface OrderFilter {
  q: string
  status: Status | ''
  flagged: boolean
  from: string
  to: string
  sort: OrderSort
  direction: 'asc' | 'desc'
  /** The end cursor of each page before this one. */
  cursors: readonly string[]
}

export const searchOrders = (
  { q, status, flagged, from, to, sort, direction, cursors }: OrderFilter,
  signal?: AbortSignal,
) =>
  call<typeof financeOrders>('GET', '/api/finance/orders', {
    query: {
      ...(q === '' ? {} : { q }),
      ...(status === '' ? {} : { status }),
      ...(flagged ? { flagged: 'true' as const } : {}),
      ...(from === '' ? {} : { from }),
      ...(to === '' ? {} : { to }),
      sort,
      direction,
      ...(cursors.length === 0 ? {} : { after: cursors.at(-1) }),
    },
    ...(signal && { signal }),
  })

export const loadEvents = (id: string) =>
  call<typeof financeEvents>('GET', '/api/finance/orders/:id/events', { params: { id } })

export const loadState = (id: string, version: number) =>
  call<typeof financeState>('GET', '/api/finance/orders/:id/state', { params: { id }, query: { version } })

export interface RefundInput {
  /** Absent: all that is left of the payment. */
  amount?: string
  reason: string
  intentId: string
  currency: string
  /** The same for a repeat of the request, so that nothing is refunded twice. */
  requestId: string
  /** The version of the order as shown; the server refuses the refund if the order has changed since. */
  version: number
  /** Seats of an organization that the refund closes once it succeeds; [] for none. */
  seatIds: string[]
  /** The ones of them that are shown as claimed. */
  claimedSeatIds: string[]
}

export const requestRefund = (id: string, body: RefundInput) =>
  call<typeof refundOrder>('POST', '/api/finance/orders/:id/refunds', { params: { id }, body })

/** Null for the order of a person. */
export const loadSeats = async (id: string) =>
  (await call<typeof orderSeats>('GET', '/api/finance/orders/:id/seats', { params: { id } })).seats
export type OrderSeats = NonNullable<Awaited<ReturnType<typeof loadSeats>>>

export const addNote = (id: string, text: string) =>
  call<typeof noteOrder>('POST', '/api/finance/orders/:id/notes', { params: { id }, body: { text } })

export const loadInbox = (status: InboxStatus | '', page: number) =>
  call<typeof financeInbox>('GET', '/api/finance/inbox', {
    query: { ...(status === '' ? {} : { status }), page, pageSize: 20 },
  })

export const replayEvent = (id: string) =>
  call<typeof replayInbox>('POST', '/api/finance/inbox/:id/replay', { params: { id } })

/** The request of this id, with its SQL statements. */
export const loadRequests = (id: string) =>
  call<typeof tracedRequests>('GET', '/api/performance/requests/:id', { params: { id } })
