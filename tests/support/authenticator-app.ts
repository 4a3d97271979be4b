import { totpCode } from '../../src/modules/identity/totp.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a key as an authenticator app reads them. */
export function bytesOf(base32: string): Buffer {
  const bits = [...base32].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What an authenticator app with this key shows at `now`; `ahead` steps of 30 seconds later. */
export function digitsOf(base32: string, now: Date, ahead = 0): string {
  return totpCode(bytesOf(base32), Math.floor(now.getTime() / 30_000) + ahead)
}
