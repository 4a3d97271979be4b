import type { Fact } from '#platform/event-log/event-log.ts'
import { orderEventOf } from '../domain/events.ts'
import { evolve, newOrder, type Order } from '../domain/order.ts'
import type { Span } from './order-row.ts'

/** What the names of all streams of orders begin with; the rest is the order's id. */
export const orderPrefix = 'order-'

export const streamOf = (orderId: string): string => `${orderPrefix}${orderId}`

/** Null for a stream of something else. */
export function orderIdOf(stream: string): string | null {
  return stream.startsWith(orderPrefix) ? stream.slice(orderPrefix.length) : null
}

/** An order folded from the events so far, with the other columns of its row. */
export interface FoldedOrder extends Span {
  order: Order
  version: number
}

/** The order after one more event of its stream; undefined before the first one. */
export function advance(
  known: FoldedOrder | undefined,
  id: string,
  fact: Omit<Fact, 'position' | 'stream'>,
): FoldedOrder {
  return {
    order: evolve(known?.order ?? newOrder(id), orderEventOf(fact)),
    version: fact.version,
    createdAt: known?.createdAt ?? fact.occurredAt,
    updatedAt: fact.occurredAt,
  }
}
