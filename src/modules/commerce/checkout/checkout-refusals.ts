import type { Sql } from '#platform/database/sql.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { Orders } from '../orders/orders.ts'
import { orderTables } from '../orders/tables.ts'
import { heldPlace } from './held-place.ts'

const maxOrdersPerDay = 10

/**
 * Buying again needs the buyer's explicit word.
 * @throws AppError conflict `ALREADY_ENROLLED`.
 */
export async function refuseSecondEnrollment(
  sql: Sql,
  orders: Orders,
  buyerId: string,
  productId: string,
): Promise<void> {
  const held = await heldPlace(sql, orders, buyerId, productId)
  if (held !== null) throw alreadyEnrolled(held)
}

/** Whoever starts many orders a day is testing cards. @throws AppError too-many `TOO_MANY_ORDERS`. */
export async function refuseTooMany(sql: Sql, buyerId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 24 * 3_600_000)
  const { count } = await orderTables(sql)
    .selectFrom('commerce_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('buyer_id', '=', buyerId)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow()
  if (count >= maxOrdersPerDay) {
    throw new AppError(
      'too-many',
      'TOO_MANY_ORDERS',
      'Too many payment attempts today. Please contact support.',
      {
        retryAfter: 3_600,
      },
    )
  }
}

export function alreadyEnrolled(orderId: string): AppError {
  return new AppError('conflict', 'ALREADY_ENROLLED', 'You are already enrolled', { extra: { orderId } })
}

/** Money came, but not the payment this order asked for: asking for more is wrong until finance has looked. */
export function underReview(orderId: string): AppError {
  return new AppError(
    'conflict',
    'PAYMENT_UNDER_REVIEW',
    'Your payment is being reviewed. Please contact support.',
    {
      extra: { orderId },
    },
  )
}

export function paymentProcessing(orderId: string): AppError {
  return new AppError(
    'conflict',
    'PAYMENT_PROCESSING',
    'Your payment is being processed. Please wait for it.',
    { extra: { orderId } },
  )
}
