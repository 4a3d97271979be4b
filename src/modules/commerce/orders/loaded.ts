import type { Fact } from '#platform/event-log/event-log.ts'
import { type OrderEvent, orderEventOf, schemaVersions } from '../domain/events.ts'
import { evolve, fold, newOrder, type Order } from '../domain/order.ts'
import { isPaid, statusOf } from '../domain/status.ts'
import type { Span } from './order-row.ts'

/** An order as of one version of its stream. Version 0 is an order that does not exist. */
export interface Loaded {
  order: Order
  version: number
  /** The events that it was folded from. */
  facts: readonly RecordedOrFact[]
  span: Span
  /** When Stripe was last about to be asked for an intent; null before the first time. */
  requestedAt: Date | null
  /** When the payment was first seen to be complete. Null before. */
  confirmedAt: Date | null
}

type RecordedOrFact = Pick<Fact, 'type' | 'schemaVersion' | 'data' | 'version' | 'occurredAt'>

/** An order folded from what the log returned for its stream. */
export function loadedFrom(orderId: string, recorded: readonly RecordedOrFact[]): Loaded {
  const order = fold(
    orderId,
    recorded.map((event) => orderEventOf(event)),
  )
  const never = new Date(0)
  return {
    order,
    version: recorded.at(-1)?.version ?? 0,
    facts: recorded,
    span: { createdAt: recorded[0]?.occurredAt ?? never, updatedAt: recorded.at(-1)?.occurredAt ?? never },
    requestedAt: recorded.findLast((event) => event.type === 'PaymentRequested')?.occurredAt ?? null,
    confirmedAt: confirmedAt(orderId, order, recorded),
  }
}

/** An order without an invoice before the money has its invoice issued with its completion. */
function confirmedAt(orderId: string, order: Order, recorded: readonly RecordedOrFact[]): Date | null {
  if (order.invoiceRequested === null)
    return recorded.find((event) => event.type === 'InvoiceIssued')?.occurredAt ?? null
  let known = newOrder(orderId)
  for (const event of recorded) {
    known = evolve(known, orderEventOf(event))
    if (isPaid(statusOf(known))) return event.occurredAt
  }
  return null
}

/** The order after these events, which are stored now. */
export function advanced(before: Loaded, news: readonly OrderEvent[], now: Date): Loaded {
  const order = news.reduce(evolve, before.order)
  return {
    order,
    version: before.version + news.length,
    facts: [
      ...before.facts,
      ...news.map(({ type, data }, at) => {
        const version = before.version + at + 1
        return { type, data: { ...data }, schemaVersion: schemaVersions[type], version, occurredAt: now }
      }),
    ],
    span: { createdAt: before.version === 0 ? now : before.span.createdAt, updatedAt: now },
    requestedAt: news.some((event) => event.type === 'PaymentRequested') ? now : before.requestedAt,
    confirmedAt: before.confirmedAt ?? (isPaid(statusOf(order)) ? now : null),
  }
}
