import { nextDue } from './dues.ts'
import type { OrderEvent } from './events.ts'
import { awaitsTransfer, isOpenIntent, type KnownIntent } from './lattice.ts'
import type { Order } from './order.ts'
import { openAmount } from './payments.ts'
import { isOpen, statusOf } from './status.ts'
import type { UseEvent } from './transfer.ts'

/** What an order does when its invoice is paid into a cash balance at Stripe. Amounts are minor units. */

const prefix = 'transfer:'

/** The key of the `round`th payment by bank transfer for a due of an order. */
export const transferKeyOf = (orderId: string, dueId: string, round: number): string =>
  `${prefix}${orderId}:${dueId}:${round}`

export const isTransferKey = (key: string): boolean => key.startsWith(prefix)

/** The payment that waits for money of the cash balance; null when none does. */
export const awaitedTransfer = (order: Order): KnownIntent | null =>
  Object.values(order.intents).find(awaitsTransfer) ?? null

/** The last key under which a payment by bank transfer was asked for; null when none was. */
const lastKey = ({ paymentKeys }: Order): string | null => paymentKeys.findLast(isTransferKey) ?? null

const roundsOf = ({ paymentKeys }: Order): number => paymentKeys.filter(isTransferKey).length

/** The key under which Stripe still has to be asked for a payment by bank transfer; null when none is wanted. */
export function openTransferKey(order: Order): string | null {
  const key = lastKey(order)
  const mayBePaid = isOpen(statusOf(order)) && order.cancelled === null
  // An invoice before the first payment was made has the site's own account: Stripe refused, and money goes to one place only.
  const isRefused = roundsOf(order) === 1 && order.invoiceRequested !== null
  return mayBePaid && key !== null && !isRefused && order.createdIntents[key] === undefined ? key : null
}

/**
 * A payment of what is open, once the one before it came to its end and left something open: the bank took its money back, or it
 * was ended because another transfer paid a part. [] when none is to be asked for.
 */
export function renewTransfer(order: Order): OrderEvent[] {
  const last = lastKey(order)
  const amount = openAmount(order)
  const isWaiting = isOpen(statusOf(order)) && order.cancelled === null && order.invoiceRequested !== null
  if (last === null || !isWaiting || amount === 0) return []
  const intent = order.intents[order.createdIntents[last] ?? '']
  if (intent === undefined || isOpenIntent(intent)) return []
  const dueId = nextDue(order, 0)?.dueId ?? '1'
  return [
    {
      type: 'PaymentRequested',
      data: { idempotencyKey: transferKeyOf(order.id, dueId, roundsOf(order) + 1), amount },
    },
  ]
}

/** Stripe made the payment under this key. Its webhook may have reported the payment before, but not the key. */
export function observeTransferCreated(
  order: Order,
  made: { intentId: string; idempotencyKey: string },
): OrderEvent[] {
  return order.createdIntents[made.idempotencyKey] === undefined
    ? [{ type: 'PaymentIntentCreated', data: made }]
    : []
}

/** The invoice is to be made: where to send the money is known now, or will not come from Stripe. */
export function requestInvoice(order: Order, data: { netDays: number; by: string }): OrderEvent[] {
  const isWaiting = isOpen(statusOf(order)) && order.cancelled === null
  return isWaiting && order.invoiceRequested === null ? [{ type: 'InvoiceRequested', data }] : []
}

/** Stripe gave money of a transfer to a payment of the order; a fact, whatever the order lacks. [] for a repeat. */
export function observeApplied(
  order: Order,
  data: { transferId: string; amount: number; currency: string; movedAt: string },
): UseEvent[] {
  return order.transfers[data.transferId] === undefined ? [{ type: 'TransferApplied', data }] : []
}

/** Stripe took money of a transfer from the order again. [] for a repeat. */
export function observeWithdrawn(
  order: Order,
  transferId: string,
  { reason, movedAt }: { reason: string; movedAt: string },
): UseEvent[] {
  const use = order.transfers[transferId]
  if (use === undefined || use.withdrawn > 0) return []
  const { applied: amount, currency } = use
  return [{ type: 'TransferWithdrawn', data: { transferId, amount, currency, reason, movedAt } }]
}
