import { isLiveRefund } from '../../domain/lattice.ts'
import type { Order } from '../../domain/order.ts'
import { countedPayments } from '../../domain/payments.ts'
import { momentOf, type TransferEvent } from '../../domain/transfer.ts'
import type { ObservedTransfer } from '../../payments/bank-transfers/transfers.ts'

/**
 * The figures of the books. `unassigned` is money that counts for no order: payments that their order did not ask for
 * (another amount or currency, another order) and bank transfers that are not applied, less the part that was returned;
 * `disputed` is money that the bank holds or withdrew.
 */
export const bookKinds = ['received', 'refunded', 'disputed', 'fees', 'unassigned'] as const
export type BookKind = (typeof bookKinds)[number]

export interface Movement {
  kind: BookKind
  currency: string
  /** Minor units; negative when a figure decreased, such as for a refund that failed later. */
  amountMinor: number
  /** When Stripe moved the money (ISO 8601, UTC); null when the event has no such date. */
  at: string | null
}

/** Contributions to the figures, keyed by figure, currency, object (of Stripe, or a bank transfer) and direction of the money. */
type Standing = Map<string, Movement>

/** States of disputes in which the bank has the money; not inquiries, nor disputes that were won. */
const costly = new Set(['needs_response', 'under_review', 'lost'])

/**
 * The amount by which one event changed each figure: the contributions of the order after the event, less those before.
 * Money that was paid out and came back is two movements with two dates, also when both are first seen in one event.
 */
export function movementsOf(before: Order, after: Order): Movement[] {
  const was = standingOf(before)
  const is = standingOf(after)
  const moved = new Map<string, Movement>()
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const one = is.get(key) ?? was.get(key)
    if (one === undefined) continue
    const amountMinor = (is.get(key)?.amountMinor ?? 0) - (was.get(key)?.amountMinor ?? 0)
    const together = `${one.kind} ${one.currency} ${one.at}`
    const known = moved.get(together)
    moved.set(together, { ...one, amountMinor: amountMinor + (known?.amountMinor ?? 0) })
  }
  return [...moved.values()].filter(({ amountMinor }) => amountMinor !== 0)
}

function standingOf(order: Order): Standing {
  const standing: Standing = new Map()
  if (order.placed === null) return standing
  const add: Add = (id, kind, currency, amountMinor, at) => {
    if (amountMinor !== 0) standing.set(`${kind} ${currency} ${id}`, { kind, currency, amountMinor, at })
  }
  const counted = new Set(countedPayments(order).map((intent) => intent.intentId))
  for (const { intentId, state, method, currency, amountReceived, paidAt } of Object.values(order.intents)) {
    // A payment by bank transfer is counted by its transfers below.
    if (state !== 'succeeded' || method === 'bank-transfer') continue
    add(intentId, counted.has(intentId) ? 'received' : 'unassigned', currency, amountReceived, paidAt)
  }
  for (const refund of Object.values(order.refunds)) {
    const { refundId, currency, amount, createdAt, failedAt } = refund
    const [kind, sign] = counted.has(refund.intentId)
      ? (['refunded', 1] as const)
      : (['unassigned', -1] as const)
    add(refundId, kind, currency, sign * amount, createdAt)
    if (!isLiveRefund(refund)) add(`${refundId} back`, kind, currency, -sign * amount, failedAt)
  }
  addTransfers(order, add)
  for (const { disputeId, state, currency, amount, ...dates } of Object.values(order.disputes)) {
    const { createdAt, withdrawnAt, reinstatedAt } = dates
    if (costly.has(state)) add(disputeId, 'disputed', currency, amount, withdrawnAt ?? createdAt)
    if (state !== 'won') continue
    add(disputeId, 'disputed', currency, amount, withdrawnAt)
    add(`${disputeId} back`, 'disputed', currency, -amount, reinstatedAt)
  }
  return standing
}

type Add = (id: string, kind: BookKind, currency: string, amountMinor: number, at: string | null) => void

/** The parts of bank transfers that count for the order: applied, withdrawn, refunded. What it takes, it takes from the unassigned money. */
function addTransfers({ transfers, transferRefunds }: Order, add: Add): void {
  for (const { transferId, currency, applied, withdrawn, appliedAt, withdrawnAt } of Object.values(
    transfers,
  )) {
    add(transferId, 'received', currency, applied, appliedAt)
    add(transferId, 'unassigned', currency, -applied, appliedAt)
    add(`${transferId} back`, 'received', currency, -withdrawn, withdrawnAt)
    add(`${transferId} back`, 'unassigned', currency, withdrawn, withdrawnAt)
  }
  for (const { refundId, currency, amount, movedAt } of Object.values(transferRefunds))
    add(refundId, 'refunded', currency, amount, movedAt)
}

/** What an event of a transfer moves beside any order. @param arrived what its first event says */
export function movementOfTransfer(event: TransferEvent, arrived: ObservedTransfer): Movement {
  const { currency, amount, bookedOn, movedAt } = arrived
  const unassigned = { kind: 'unassigned', currency, at: movedAt ?? momentOf(bookedOn) } as const
  switch (event.type) {
    case 'TransferObserved':
    case 'TransferReinstated':
      return { ...unassigned, amountMinor: amount }
    case 'TransferVoided':
      return { ...unassigned, amountMinor: -amount }
    case 'TransferReturned':
      return { ...unassigned, amountMinor: -event.data.amount, at: event.data.movedAt ?? null }
    default:
      return event satisfies never
  }
}

/** Received and unassigned, less refunds, disputes and fees. Minor units. */
export function netOf(figures: Record<BookKind, number>): number {
  return figures.received + figures.unassigned - figures.refunded - figures.disputed - figures.fees
}
