import { hear } from './decisions.ts'
import type { Observation, OrderEvent } from './events.ts'
import type { Order } from './order.ts'
import { type OrderLine, plainLine } from './order-lines.ts'

/** What a payment's metadata says about its order. Amounts are minor units. */
export interface LostOrder {
  orderId: string
  buyerId: string
  /** Null when the buyer pays. */
  organizationId: string | null
  productId: string
  seats: number
  total: number
  currency: string
  termsVersion: string | null
}

/**
 * The events of an order that this log has lost, made from its payment; `facts` are what Stripe says of it now. What the
 * questionnaire was answered is lost for good.
 */
export function takeOver(
  order: Order,
  lost: LostOrder & { productName: string },
  facts: readonly Observation[],
  note: { noteId: string; text: string; by: string },
): OrderEvent[] {
  if (order.placed !== null) return hear(order, facts)
  const { buyerId, organizationId, currency, termsVersion } = lost
  const lines = [lineOf(lost)]
  return [
    {
      type: 'OrderPlaced',
      data: { buyerId, organizationId, lines, currency, answers: {}, termsVersion },
    },
    ...hear(order, facts),
    { type: 'NoteAdded', data: note },
  ]
}

/** Its payment has the total only: the list price and the reason for a discount are lost. */
function lineOf({
  productId: id,
  productName: name,
  seats,
  total,
}: LostOrder & { productName: string }): OrderLine {
  const line = plainLine({ id, name, price: Math.ceil(total / seats) }, seats)
  const less = line.unitPrice * seats - total
  return less === 0 ? line : { ...line, discounts: [{ kind: 'volume', id: 'lost', amount: less }] }
}
