import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** RFC 6238 with what every authenticator app assumes: SHA-1, 30 seconds, 6 digits. */
const stepMs = 30_000
/** Steps that a clock may be off, either way. */
const drift = 1
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export function newTotpSecret(): Buffer {
  return randomBytes(20)
}

/** What is typed into the app, or scanned from a QR code of the URI. */
export function totpEnrolment(
  secret: Buffer,
  issuer: string,
  account: string,
): { secret: string; uri: string } {
  const text = base32(secret)
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=${encodeURIComponent(issuer)}` }
}

/** The step that `code` belongs to, when it is right now or one step off; null otherwise. A step is used once. */
export function totpStep(secret: Buffer, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const current = Math.floor(now.getTime() / stepMs)
  let found: number | null = null
  for (let step = current - drift; step <= current + drift; step++) {
    if (timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code))) found = step
  }
  return found
}

export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** AES-256-GCM under a key that the database does not have: unlike a password, this secret must be read again. */
export function seal(key: Buffer, secret: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** What was sealed; null when the box was sealed under another key or changed. */
export function unseal(key: Buffer, box: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, 12))
    decipher.setAuthTag(box.subarray(-16))
    return Buffer.concat([decipher.update(box.subarray(12, -16)), decipher.final()])
  } catch {
    return null
  }
}

function base32(bytes: Buffer): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      text += alphabet[(value >>> (bits - 5)) & 31]
      bits -= 5
    }
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text
}
