import { stripeSdk } from './stripe-sdk.ts'

const toleranceSeconds = 300

/**
 * Verifies a webhook's signature over its raw bytes with each secret in turn (several while one is rotated).
 * `now` is the product's time; a signature older than 300 s, or from more than 300 s ahead, is refused.
 * Thin (v2) events are signed alike, hence the header check and not `constructEvent`, which throws at them.
 */
export function isSigned(raw: Buffer, header: string, secrets: readonly string[], now: Date): boolean {
  const { webhooks, errors } = stripeSdk()
  const { signature } = webhooks
  if (signature === null) throw new Error('This build of the Stripe SDK cannot verify signatures')
  const stamp = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(header)?.[1] ?? Number.NaN)
  // The SDK refuses only what is too old.
  if (!Number.isFinite(stamp) || stamp - now.getTime() / 1000 > toleranceSeconds) return false
  return secrets.some((secret) => {
    try {
      return signature.verifyHeader(raw, header, secret, toleranceSeconds, undefined, now.getTime())
    } catch (error) {
      if (error instanceof errors.StripeSignatureVerificationError) return false
      throw error
    }
  })
}
