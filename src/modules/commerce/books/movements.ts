import { isLiveRefund } from '../domain/lattice.ts'
import type { Order } from '../domain/order.ts'
import { countedPayments, received, refunded } from '../domain/payments.ts'

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
}

/** What an order contributes to each figure, by kind and currency. */
type Standing = Map<string, Movement>

/** Disputes that took the money away; inquiries and won ones did not. */
const costly = new Set(['needs_response', 'under_review', 'lost'])

/** By how much one event moved each figure: what the order stands for after it, less what it stood for before. */
export function movementsOf(before: Order, after: Order): Movement[] {
  const was = standingOf(before)
  const is = standingOf(after)
  const moved: Movement[] = []
  for (const key of new Set([...was.keys(), ...is.keys()])) {
    const now = is.get(key)
    const then = was.get(key)
    const one = now ?? then
    const amountMinor = (now?.amountMinor ?? 0) - (then?.amountMinor ?? 0)
    if (one !== undefined && amountMinor !== 0) moved.push({ ...one, amountMinor })
  }
  return moved
}

function standingOf(order: Order): Standing {
  const standing: Standing = new Map()
  const add = (kind: BookKind, currency: string, amountMinor: number): void => {
    if (amountMinor === 0) return
    const key = `${kind} ${currency}`
    const known = standing.get(key)
    if (known === undefined) standing.set(key, { kind, currency, amountMinor })
    else known.amountMinor += amountMinor
  }
  if (order.placed === null) return standing
  add('received', order.placed.currency, received(order))
  add('refunded', order.placed.currency, refunded(order))
  const counted = new Set(countedPayments(order).map((intent) => intent.intentId))
  for (const intent of Object.values(order.intents)) {
    if (intent.state === 'succeeded' && !counted.has(intent.intentId))
      add('unassigned', intent.currency, intent.amountReceived)
  }
  for (const refund of Object.values(order.refunds)) {
    if (isLiveRefund(refund) && !counted.has(refund.intentId))
      add('unassigned', refund.currency, -refund.amount)
  }
  for (const dispute of Object.values(order.disputes)) {
    if (costly.has(dispute.state)) add('disputed', dispute.currency, dispute.amount)
  }
  return standing
}

/** What stays: received and unassigned, less refunds, disputes and fees. Minor units. */
export function netOf(figures: Record<BookKind, number>): number {
  return figures.received + figures.unassigned - figures.refunded - figures.disputed - figures.fees
}
