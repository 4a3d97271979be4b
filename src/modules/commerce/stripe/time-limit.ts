import { AppError } from '#platform/kernel/error.ts'

/** Nobody waits longer than this for a payment to be prepared. Longer than one try of the SDK, shorter than all of them. */
export const preparingMs = 12_000
/** Nor for a look at a payment that was just made: the log answers instead, and the page goes on looking. */
export const lookingMs = 6_000

/** What a buyer is told while Stripe does not answer. */
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
export async function withTimeLimit<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(providerUnavailable()), ms)
    timer.unref()
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
    // Nobody is left to hear how it ended.
    work.catch(() => undefined)
  }
}
