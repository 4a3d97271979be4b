import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import { withTimeout } from '#platform/kernel/with-timeout.ts'

/** The time limit for preparing a payment. Longer than one try of the SDK, shorter than all of them. */
export const preparingMs = 12_000
/** The time limit for reading a payment that was just made. The log answers instead, and the page asks again. */
export const lookingMs = 6_000

/** What a buyer reads while Stripe does not answer. */
export function providerUnavailable(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'PAYMENT_PROVIDER_UNAVAILABLE',
    'The payment provider does not answer at the moment. Please try again shortly.',
    { retryAfter: 5, ...(cause === undefined ? {} : { cause }) },
  )
}

/**
 * The result of `work`, or after `ms` the error `PAYMENT_PROVIDER_UNAVAILABLE`. Only the waiting ends: the work goes
 * on, and what comes of it is met by the next try.
 */
export function withTimeLimit<T>(clock: Pick<Clock, 'after'>, ms: number, work: Promise<T>): Promise<T> {
  const late = (): never => {
    throw providerUnavailable()
  }
  return withTimeout(work, ms, late, clock)
}
