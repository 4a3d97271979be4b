import { AppError } from '#platform/kernel/error.ts'
import { type KnownTransfer, standingOf } from './dues.ts'
import type { Order } from './order.ts'
import { openAmount } from './payments.ts'
import {
  type EntryReason,
  momentOf,
  requestIdUsed,
  type TransferStanding,
  tooMuch,
  type UseEvent,
} from './transfer.ts'

/** What of an order matters to a transfer. */
export interface Payable {
  open: number
  currency: string
  isCancelled: boolean
}

export function payableOf(order: Order): Payable {
  const { placed, cancelled } = order
  return { open: openAmount(order), currency: placed?.currency ?? '', isCancelled: cancelled !== null }
}

/** What an order takes of a transfer: what it lacks, and no more. */
export function takes(
  { currency, unassigned }: Pick<TransferStanding, 'currency' | 'unassigned'>,
  order: Payable,
): number {
  if (order.isCancelled || order.currency !== currency) return 0
  return Math.max(0, Math.min(order.open, unassigned))
}

/** Why an order takes nothing of money in a currency; null when it took some. */
export function whyNotTaken(currency: string, order: Payable, taken: number): EntryReason | null {
  if (taken > 0) return null
  if (order.isCancelled) return 'order-cancelled'
  return order.currency === currency ? 'order-paid' : 'other-currency'
}

/**
 * The order takes what it lacks, or less of it.
 * @param amount all that it lacks and the transfer has when null
 * @param useId distinguishes a repeat, which gives [], from a second use of the same transfer; null: no call is a repeat
 * @throws AppError conflict `TRANSFER_NOT_TAKEN` when it takes less than that, or nothing; `REQUEST_ID_USED` for a repeat with another
 *   amount.
 */
export function applyTransfer(
  order: Order,
  transfer: TransferStanding,
  amount: number | null,
  useId: string | null = null,
): UseEvent[] {
  const named = useId === null ? null : `${transfer.id}.${useId}`
  const known = named === null ? undefined : order.transfers[named]
  if (known !== undefined) {
    if (amount !== null && amount !== known.applied) throw requestIdUsed()
    return []
  }
  const most = takes(transfer, payableOf(order))
  const taken = amount ?? most
  if (taken < 1 || taken > most) throw notTaken(most)
  const { id, currency, bookedOn } = transfer
  const used = usesOf(order, id).length
  // The same transfer may come back to an order that gave it away: then its use has a number.
  const transferId = named ?? (used === 0 ? id : `${id}.${used + 1}`)
  return [
    { type: 'TransferApplied', data: { transferId, amount: taken, currency, movedAt: momentOf(bookedOn) } },
  ]
}
/** The order gives away all that it has of a transfer, because it was applied wrongly. */
export function withdrawTransfer(
  order: Order,
  id: string,
  why: { reason: string; movedAt: string },
): UseEvent[] {
  return usesOf(order, id)
    .filter(({ left }) => left > 0)
    .map(({ transferId, currency, left: amount }) => ({
      type: 'TransferWithdrawn',
      data: { transferId, amount, currency, ...why },
    }))
}

/**
 * The bank took the transfer back: the order gives away all that it received of it. If a part was refunded before, what the order has
 * of the transfer becomes negative by that part: its payer has the money twice.
 */
export function reverseUses(order: Order, id: string, why: { reason: string; movedAt: string }): UseEvent[] {
  return usesOf(order, id)
    .filter(({ withdrawn }) => withdrawn === 0)
    .map(({ transferId, currency, applied: amount }) => ({
      type: 'TransferWithdrawn',
      data: { transferId, amount, currency, ...why },
    }))
}

/**
 * Money of the order is given back to its payer; [] when the refund is recorded already.
 * @throws AppError conflict `TRANSFER_AMOUNT` when the order has less of this transfer; `REQUEST_ID_USED` for a repeat with another
 *   amount or transfer.
 */
export function refundTransfer(
  order: Order,
  id: string,
  {
    refundId,
    amount,
    reason,
    movedAt,
  }: { refundId: string; amount: number; reason: string; movedAt: string },
): UseEvent[] {
  const known = order.transferRefunds[refundId]
  if (known !== undefined) {
    if (known.amount !== amount || known.transferId.split('.')[0] !== id) throw requestIdUsed()
    return []
  }
  const use = usesOf(order, id).find(({ left }) => left >= amount)
  if (use === undefined || amount < 1) throw tooMuch()
  const { transferId, currency } = use
  return [{ type: 'TransferRefunded', data: { refundId, transferId, amount, currency, reason, movedAt } }]
}

/** How much of a transfer the order received, and how much of that it still has. */
function usesOf(order: Order, id: string): (KnownTransfer & { left: number })[] {
  return Object.values(order.transfers)
    .filter(({ transferId }) => transferId === id || transferId.startsWith(`${id}.`))
    .map((use) => {
      const refunds = Object.values(order.transferRefunds).filter((one) => one.transferId === use.transferId)
      const left = refunds.reduce((sum, { amount }) => sum - amount, standingOf(use))
      return { ...use, left }
    })
}

function notTaken(most: number): AppError {
  const [path, message] =
    most === 0
      ? [
          'orderId',
          'This order takes nothing of this transfer: it is paid, cancelled, or of another currency',
        ]
      : ['amount', 'This is more than the order lacks, or than is unassigned of the transfer']
  return new AppError('conflict', 'TRANSFER_NOT_TAKEN', message, { fields: [{ path, message }] })
}
