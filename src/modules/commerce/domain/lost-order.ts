import { hear } from './decisions.ts'
import type { Observation, OrderEvent } from './events.ts'
import type { Order } from './order.ts'

/** What a payment tells of the order that it was made for. Amounts are minor units. */
export interface LostOrder {
  orderId: string
  buyerId: string
  productId: string
  total: number
  currency: string
  termsVersion: string | null
}

/**
 * An order that this log has lost, told again by its payment; `facts` are what Stripe says of it now. What the
 * questionnaire was answered is lost for good.
 */
export function takeOver(
  order: Order,
  lost: LostOrder & { productName: string },
  facts: readonly Observation[],
  note: { noteId: string; text: string; by: string },
): OrderEvent[] {
  if (order.placed !== null) return hear(order, facts)
  const { orderId: _, total: unitPrice, ...rest } = lost
  return [
    { type: 'OrderPlaced', data: { ...rest, unitPrice, answers: {} } },
    ...hear(order, facts),
    { type: 'NoteAdded', data: note },
  ]
}
