import type Stripe from 'stripe'
import type { Config } from '#platform/config/config.ts'
import { AppError } from '#platform/kernel/error.ts'
import { paymentLabKeys } from '#platform/kernel/payment-lab-keys.ts'
import { stripeSdk } from './stripe-sdk.ts'

/** The version every call is made in, whatever the account's default is. */
export const stripeApiVersion = '2026-10-28.endive'

export interface StripeConnection {
  secretKey: string
  publishableKey: string
  /** Several while one is being rotated. */
  webhookSecrets: readonly string[]
  /** Where the API is; Stripe itself when absent. */
  url?: string
  /** Where the API is in the same process: calls go this way, and a failed one is tried again without a pause. */
  client?: Stripe.StripeConfig['httpClient']
}

/** Reading `url` throws an AppError when the lab is meant but was not started: commands do without it. */
export function stripeConnection({ stripe }: Pick<Config, 'stripe'>): StripeConnection {
  if (stripe.kind === 'stripe') return stripe
  const { secretKey, publishableKey, webhookSecret } = paymentLabKeys
  return {
    secretKey,
    publishableKey,
    webhookSecrets: [webhookSecret],
    ...(stripe.client === undefined ? {} : { client: stripe.client }),
    get url() {
      if (stripe.url !== undefined) return stripe.url
      throw new AppError('unavailable', 'NO_PAYMENT_LAB', 'PAYMENT_LAB_URL: the payment lab has no address')
    },
  }
}

/** The SDK's client for this connection; a failed call is tried twice more under the same key. */
export function openStripe(connection: StripeConnection): Stripe {
  const stripe = new (stripeSdk())(connection.secretKey, {
    apiVersion: stripeApiVersion,
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...addressOf(connection.url),
    ...(connection.client === undefined ? {} : { httpClient: connection.client }),
  })
  if (connection.client !== undefined) Object.assign(stripe, { getInitialNetworkRetryDelay: () => 0 })
  return stripe
}

function addressOf(url: string | undefined): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> {
  if (url === undefined) return {}
  const { hostname, port, protocol } = new URL(url)
  const secure = protocol === 'https:'
  return { host: hostname, port: port || (secure ? 443 : 80), protocol: secure ? 'https' : 'http' }
}

/** Null instead of Stripe's "No such …". */
export async function unknownAsNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found
  } catch (error) {
    if (error instanceof stripeSdk().errors.StripeInvalidRequestError && error.statusCode === 404) return null
    throw error
  }
}

/** Stripe will answer nothing else under this key: it stored a failure, or other parameters. */
export function isSpentKey(error: unknown): boolean {
  if (error instanceof stripeSdk().errors.StripeIdempotencyError) return true
  const replayed =
    error instanceof stripeSdk().errors.StripeError && error.headers?.['idempotent-replayed'] === 'true'
  return replayed && (error.statusCode ?? 0) >= 500
}

/** Stripe knows no such key, or it may not read payments. */
export function refusesKey(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth += 1) {
    const { StripeAuthenticationError, StripePermissionError } = stripeSdk().errors
    if (cause instanceof StripeAuthenticationError || cause instanceof StripePermissionError) return true
  }
  return false
}
