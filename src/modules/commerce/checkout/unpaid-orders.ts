import { violates } from '#platform/database/failures.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { AppError } from '#platform/kernel/error.ts'

export const mostUnpaid = 5
/** For an order by which a quote is accepted. */
export const mostUnpaidWithQuotes = 25
const limitText = 'select commerce_limit_unpaid_orders($1, $2, $3, $4)'

/**
 * Commits with the events that place an order of an organization. The commit is refused when the organization, or the
 * account that orders, has too many others that are not paid: `tooManyUnpaid`.
 */
export const limitUnpaidOrders = (
  orderId: string,
  buyerId: string,
  organizationId: string,
  most: number,
): Write => ({
  text: limitText,
  values: [orderId, buyerId, organizationId, most],
})

/** `TOO_MANY_ORDERS` when `error` is the refusal of such a commit; null for every other error. */
export function tooManyUnpaid(error: unknown): Error | null {
  if (!violates(error, 'commerce_order', 'commerce_order_unpaid')) return null
  return new AppError(
    'too-many',
    'TOO_MANY_ORDERS',
    `There are ${mostUnpaid} orders already that are not paid. Please pay one of them first, or write to us.`,
    { retryAfter: 3_600 },
  )
}
