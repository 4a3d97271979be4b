import type { KnownDispute } from './lattice.ts'
import type { Order } from './order.ts'

/**
 * The state of a disputed payment, the one that decides first where there are several: `lost` (the bank gave the money back), `open`
 * (the money is held while we answer), `inquiry` (only a question so far), `won`, `closed` (a question that came to nothing).
 */
export const disputeStandings = ['lost', 'open', 'inquiry', 'won', 'closed'] as const
export type DisputeStanding = (typeof disputeStandings)[number]

const standings: Record<string, DisputeStanding | null> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  // Settled by a refund before it began: that refund decides the rest.
  prevented: null,
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
}

/** What the buyer is shown; null when the payment is not disputed. A state that Stripe adds later counts as open. */
export function disputeStanding(order: Order): DisputeStanding | null {
  const found = new Set(Object.values(order.disputes).map(standingOf))
  return disputeStandings.find((standing) => found.has(standing)) ?? null
}

function standingOf({ state }: KnownDispute): DisputeStanding | null {
  return Object.hasOwn(standings, state) ? (standings[state] ?? null) : 'open'
}

/** Not decided yet: Stripe may still report a change, however long ago it was opened. */
export function isOpenDispute(dispute: KnownDispute): boolean {
  const standing = standingOf(dispute)
  return standing === 'open' || standing === 'inquiry'
}

/** A payment is disputed, or was lost in a dispute: a flag beside the status. */
export function isDisputed(order: Order): boolean {
  const over = ['won', 'warning_closed', 'prevented']
  return Object.values(order.disputes).some((dispute) => !over.includes(dispute.state))
}
