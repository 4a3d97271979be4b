import { AppError } from '#platform/kernel/error.ts'
import type { EarlierOrder } from './held-place.ts'

const maxOrdersPerDay = 10

/** A person who starts many orders a day is testing cards. @throws AppError too-many `TOO_MANY_ORDERS`. */
export function refuseTooMany(earlier: readonly EarlierOrder[], now: Date): void {
  const since = now.getTime() - 24 * 3_600_000
  if (earlier.filter(({ createdAt }) => createdAt.getTime() > since).length < maxOrdersPerDay) return
  throw new AppError(
    'too-many',
    'TOO_MANY_ORDERS',
    'Too many payment attempts today. Please contact support.',
    { retryAfter: 3_600 },
  )
}

/** Buying again needs the buyer's explicit word. */
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
