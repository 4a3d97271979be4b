import { isLiveRefund } from '../../domain/lattice.ts'
import type { Order } from '../../domain/order.ts'
import { countedPayments } from '../../domain/payments.ts'

/**
 * The figures of the books. `unassigned` is money of payments that their order did not ask for (another
 * amount or currency, another order), less what of it went back; `disputed` is what the bank holds or took away.
 */
export const bookKinds = ['received', 'refunded', 'disputed', 'fees', 'unassigned'] as const
export type BookKind = (typeof bookKinds)[number]

export interface Movement {
  kind: BookKind
  currency: string
  /** Minor units; negative when a figure went down, such as a refund that failed after all. */
  amountMinor: number
  /** When Stripe moved the money (ISO 8601, UTC); null when the log does not tell it. */
  at: string | null
}

/** What one object at Stripe, or one bank transfer, contributes to a figure, by figure, currency, object, and way of the money. */
type Standing = Map<string, Movement>

/** Disputes that took the money away; inquiries and won ones did not. */
const costly = new Set(['needs_response', 'under_review', 'lost'])

/**
 * By how much one event moved each figure: what the order stands for after it, less what it stood for before. Money
 * that went there and back is two movements, each with its own date, however late both of them are seen.
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
    // The money of a payment by bank transfer is that of the transfers.
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

/** Bank transfers as far as they count for the order: applied, withdrawn, given back. */
function addTransfers({ transfers, transferRefunds }: Order, add: Add): void {
  for (const { transferId, currency, applied, withdrawn, appliedAt, withdrawnAt } of Object.values(
    transfers,
  )) {
    add(transferId, 'received', currency, applied, appliedAt)
    add(`${transferId} back`, 'received', currency, -withdrawn, withdrawnAt)
  }
  for (const { refundId, currency, amount, movedAt } of Object.values(transferRefunds))
    add(refundId, 'refunded', currency, amount, movedAt)
}

/** What stays: received and unassigned, less refunds, disputes and fees. Minor units. */
export function netOf(figures: Record<BookKind, number>): number {
  return figures.received + figures.unassigned - figures.refunded - figures.disputed - figures.fees
}
