import { observe, type Payment, place } from './decisions.ts'
import type { Observation, OrderEvent } from './events.ts'
import type { Order } from './order.ts'
import { type OrderLine, plainLine } from './order-lines.ts'

/** The id of a discount whose reason is lost. */
export const lostDiscount = 'lost'

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

/** How an order was placed, as it is kept beside the database when its invoice is printed: ids, amounts and dates only. */
export interface PlacedBefore {
  placed: Extract<OrderEvent, { type: 'OrderPlaced' }>['data']
  /** For an invoice that comes before the money; null for an order that was paid first, or costs nothing. */
  byInvoice: { netDays: number; by: string; dueAt: string } | null
}

/** Null before the order is placed. */
export function placedBefore({ placed, dues, invoiceRequested }: Order): PlacedBefore | null {
  if (placed === null) return null
  const { buyerId, organizationId, lines, currency, answers, termsVersion } = placed
  const due = Object.values(dues)[0]
  return {
    placed: { buyerId, organizationId, lines: [...lines], currency, answers, termsVersion },
    byInvoice:
      due?.method !== 'invoice'
        ? null
        : { netDays: 0, by: 'system:restore', ...invoiceRequested, dueAt: due.dueAt },
  }
}

/** The events of a lost order whose invoice was printed before it was paid. Its number is that of the printed invoice. */
export function placeAgain(
  order: Order,
  { placed, byInvoice }: PlacedBefore,
  note: { noteId: string; text: string; by: string },
): OrderEvent[] {
  if (order.placed !== null) return []
  const payment: Payment =
    byInvoice === null
      ? { method: 'card', idempotencyKey: note.noteId }
      : { method: 'invoice', ...byInvoice, transferKey: null }
  return [...place(order, { ...placed, payment }), { type: 'NoteAdded', data: note }]
}

/**
 * The events of an order that this log has lost, as it was placed; `facts` are what Stripe says of its payment now.
 */
export function takeOver(
  order: Order,
  placed: PlacedBefore['placed'],
  facts: readonly Observation[],
  note: { noteId: string; text: string; by: string },
): OrderEvent[] {
  if (order.placed !== null) return observe(order, facts)
  return [{ type: 'OrderPlaced', data: placed }, ...observe(order, facts), { type: 'NoteAdded', data: note }]
}

/** How the order was placed, by its payment alone: without the answers, dates and reasons for a discount. */
export function placedByPayment(lost: LostOrder & { productName: string }): PlacedBefore['placed'] {
  const { buyerId, organizationId, currency, termsVersion } = lost
  return { buyerId, organizationId, lines: [lineOf(lost)], currency, answers: {}, termsVersion }
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
  return less === 0 ? line : { ...line, discounts: [{ kind: 'volume', id: lostDiscount, amount: less }] }
}
