import type { inboxStatuses } from './contract-inbox.ts'

/** A received webhook as finance sees it; the raw body stays in the table. */
export interface InboxRow {
  id: string
  type: string
  status: (typeof inboxStatuses)[number]
  objectId: string | null
  orderId: string | null
  attempts: number
  receivedAt: Date
  nextTry: Date | null
  lastError: string | null
}

export const inboxColumns = `event_id as id, type, status, object_id as "objectId", order_id as "orderId", attempts,
received_at as "receivedAt", next_try as "nextTry", last_error as "lastError"`
