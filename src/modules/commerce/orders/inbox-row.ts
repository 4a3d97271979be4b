import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import { shortOrderId } from '../domain/document-names.ts'
import type { replayInbox } from '../finance/inbox/contract.ts'
import { orderTables } from './tables.ts'

/** A received webhook as finance sees it; the raw body stays in the table. */
export type InboxRow = Omit<OutputOf<typeof replayInbox>['event'], 'orderKnown'>

/** Why an event is parked, as the part of a sentence: its order may be placed, or restored, later. */
export const waitsForOrder = (orderId: string): string =>
  `The order ${shortOrderId(orderId)} that it names is not on this site`

export const inboxColumns = [
  'event_id as id',
  'type',
  'status',
  'object_id as objectId',
  'order_id as orderId',
  'attempts',
  'received_at as receivedAt',
  'next_try as nextTry',
  'last_error as lastError',
] as const

export interface MarkDetail {
  orderId?: string
  error?: string
  nextTry?: Date | null
}

/** The statement that says what became of an event. */
export function markOf(eventId: string, status: InboxRow['status'], detail: MarkDetail = {}): Write {
  return writeOf(
    orderTables()
      .updateTable('commerce_stripe_inbox')
      .set(({ eb }) => ({
        status,
        attempts: eb('attempts', '+', 1),
        next_try: detail.nextTry ?? null,
        last_error: detail.error ?? null,
        ...(detail.orderId !== undefined && { order_id: detail.orderId }),
      }))
      .where('event_id', '=', eventId),
  )
}
