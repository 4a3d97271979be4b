import type { HeldPlacesLimit, Places } from '#modules/leadership/index.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import type { OrderLine } from '../domain/order-lines.ts'
import type { Prices } from '../pricing/prices.ts'

/** An order that is placed, or was placed and lost. */
export interface PlacedOrder {
  id: string
  /** Null when the buyer pays. */
  organizationId: string | null
  lines: readonly OrderLine[]
  currency: string
}

interface Holding {
  /** The end of the holds of its places; null: as long as the order can be paid. */
  until: Date | null
  /** Null: no limit. */
  limit?: HeldPlacesLimit | null
  /** The order was placed before, and the log has lost it: a coupon that has ended since is no reason to refuse it. */
  again?: boolean
}

/**
 * What commits with the event that places an order: the seats that a company buys, with their places, and the uses of its
 * discounts.
 * @throws as `Places.holdSeats`
 */
export async function placedWrites(
  { places, prices }: { places: Places; prices: Prices },
  { id, organizationId, lines, currency }: PlacedOrder,
  { until, limit = null, again = false }: Holding,
): Promise<Write[]> {
  const seats =
    organizationId === null ? [] : await places.holdSeats({ id, organizationId }, lines, until, limit)
  return [...seats, ...lines.flatMap(({ discounts }) => prices.reserve(id, discounts, currency, again))]
}
