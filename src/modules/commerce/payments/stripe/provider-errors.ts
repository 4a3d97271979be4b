import { AppError } from '#platform/kernel/error.ts'
import type { ProviderRefusal } from '../../domain/events.ts'
import { stripeSdk } from './stripe-sdk.ts'
import { providerUnavailable } from './time-limit.ts'

/** Seconds after which a call is worth another try once an operator may have corrected the key or its rights. */
const keyRetrySeconds = 300

/** The provider answered and would not do it; `message` is for staff. What buyers read instead comes from `forBuyers`. */
export class ProviderError extends AppError {
  constructor(code: ProviderErrorCode, message: string, cause: unknown, retryAfter: number) {
    super('unavailable', code, message, { cause, retryAfter })
    this.name = 'ProviderError'
  }
}

export type ProviderErrorCode =
  | 'PAYMENT_PROVIDER_REFUSES_KEY' // 401
  | 'PAYMENT_PROVIDER_DECLINES' // 402
  | 'PAYMENT_PROVIDER_RIGHT_MISSING' // 403
  | 'PAYMENT_PROVIDER_KNOWS_NOTHING' // 404, or 400 for an object that a parameter names
  | 'PAYMENT_PROVIDER_BUSY' // 409

/** A failed call of the SDK as everybody else meets it; `error` itself when nothing that was foreseen failed. */
export function providerError(error: unknown): unknown {
  const { StripeError, StripeInvalidRequestError } = stripeSdk().errors
  if (!(error instanceof StripeError)) return error
  const failed = (code: ProviderErrorCode, message: string, retryAfter = 5) =>
    new ProviderError(code, message, error, retryAfter)
  switch (error.code === 'resource_missing' ? 404 : error.statusCode) {
    case 401:
      return failed(
        'PAYMENT_PROVIDER_REFUSES_KEY',
        'The payment provider refuses our key. It was revoked, has expired or is mistyped: see STRIPE_SECRET_KEY.',
        keyRetrySeconds,
      )
    case 402:
      return failed('PAYMENT_PROVIDER_DECLINES', 'The payment provider declines this request.')
    case 403: {
      const right = missingRight(error.message)
      return failed(
        'PAYMENT_PROVIDER_RIGHT_MISSING',
        `Our key may not do this at the payment provider: it lacks ${right === null ? 'a right' : `the right ${right}`}.`,
        keyRetrySeconds,
      )
    }
    case 404:
      return failed(
        'PAYMENT_PROVIDER_KNOWS_NOTHING',
        'The payment provider does not know what it was asked about. Perhaps our key belongs to another account.',
        keyRetrySeconds,
      )
    case 409:
      return failed(
        'PAYMENT_PROVIDER_BUSY',
        'The payment provider is still working on another request for this. Please try again shortly.',
      )
    default:
      // A request that the provider cannot read is a mistake of ours.
      return error instanceof StripeInvalidRequestError ? error : providerUnavailable(error)
  }
}

/** The key is valid but lacks this right: an operator has to grant it. */
export function isRightMissing(error: unknown): boolean {
  return error instanceof ProviderError && error.code === 'PAYMENT_PROVIDER_RIGHT_MISSING'
}

/** The right that a restricted key lacks, as the provider names it (`rak_charge_write`); null when it names none. */
function missingRight(message: string): string | null {
  return /\brak_[a-z_]+\b/.exec(message)?.[0] ?? null
}

/** Another request under the same key, or for the same object, is not finished yet: a later try may succeed. */
const notFinished = ['idempotency_key_in_use', 'lock_timeout']
const longestMessage = 200

/**
 * Why Stripe will never carry out a request as it was sent: it cannot be read, what it is about does not exist, it
 * failed, or its key belongs to another request. Null when a later try may succeed, as once our key has the right.
 */
export function refusalOf(error: unknown): ProviderRefusal | null {
  const { StripeError, StripeIdempotencyError, StripeInvalidRequestError } = stripeSdk().errors
  if (!(error instanceof StripeError) || notFinished.includes(error.code ?? '')) return null
  const forGood =
    error instanceof StripeInvalidRequestError ||
    error instanceof StripeIdempotencyError ||
    error.statusCode === 402 ||
    error.statusCode === 409
  if (!forGood) return null
  return {
    code: error.code ?? error.rawType ?? `http_${error.statusCode}`,
    message: withoutPeople(error.message),
  }
}

/** A sentence of Stripe's fit for a log that cannot forget: no addresses, no long numbers, no keys, not too long. */
export function withoutPeople(message: string): string {
  const plain = message
    .replaceAll(/\p{Cc}+/gu, ' ')
    .replaceAll(/\S+@\S+/g, '…')
    .replaceAll(/\b[sr]k_\w+/g, '…')
    .replaceAll(/(?<![\w-])\+?\d[\d ().-]{5,}\d(?!\w)/g, '…')
    .trim()
  return plain.length > longestMessage ? `${plain.slice(0, longestMessage - 1)}…` : plain
}

/** The result of `work`; what is wrong between us and the provider is no business of a buyer. */
export async function forBuyers<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new AppError(
      'unavailable',
      'PAYMENTS_UNAVAILABLE',
      'Something is wrong between us and our payment provider. This step has charged nothing. Please try again later, or contact us.',
      {
        cause: error,
        ...(error.detail.retryAfter === undefined ? {} : { retryAfter: error.detail.retryAfter }),
      },
    )
  }
}
