import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { plainDigits } from '#platform/kernel/plain.ts'

/** Steps that a clock may be ahead or behind. */
const drift = 1

/** RFC 6238 with the parameters that every authenticator app assumes: SHA-1, 30 seconds, 6 digits. */
const totpOf = (secret: Buffer, names: { issuer?: string; label?: string } = {}): TOTP =>
  new TOTP({ ...names, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) })

export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

/** The secret to type into the app, and the URI of its QR code. */
export function totpEnrolment(
  secret: Buffer,
  issuer: string,
  account: string,
): { secret: string; uri: string } {
  const totp = totpOf(secret, { issuer, label: account })
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The step that `code` belongs to, when that is the current step or one beside it; null otherwise. A step is used once. */
export function totpStep(secret: Buffer, code: string, now: Date): number | null {
  const token = plainDigits(code)
  if (!/^\d{6}$/.test(token)) return null
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token, timestamp, window: drift })
  return delta === null ? null : TOTP.counter({ timestamp }) + delta
}
