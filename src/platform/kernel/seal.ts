import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** AES-256-GCM under a key that is kept elsewhere than what it seals: for secrets that only this site may read again. */
export function seal(key: Buffer, text: Buffer): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
}

/** What was sealed; null when it was under another key, or was changed. */
export function unseal(key: Buffer, sealed: Buffer): Buffer | null {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(-16))
    return Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  } catch {
    return null
  }
}
