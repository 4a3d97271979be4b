import { Secret, TOTP } from 'otpauth'

/** What an authenticator app with this key shows at `now`; `ahead` steps of 30 seconds later. */
export function digitsOf(base32: string, now: Date, ahead = 0): string {
  return new TOTP({ secret: Secret.fromBase32(base32) }).generate({
    timestamp: now.getTime() + ahead * 30_000,
  })
}
