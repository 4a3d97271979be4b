import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Config } from './config.ts'
import { keptSecret } from './kept-secret.ts'

/**
 * Reads the private keys of CREDENTIAL_KEYS: a JSON list of Ed25519 JWKs, newest first.
 * @throws Error for any other text; the message never repeats the text
 */
export function readCredentialKeys(text: string): KeyObject[] {
  try {
    const list: unknown = JSON.parse(text)
    if (!Array.isArray(list) || list.length === 0) throw new Error('No list')
    return list.map((key) => {
      const read = createPrivateKey({ key, format: 'jwk' })
      if (read.asymmetricKeyType !== 'ed25519') throw new Error('Another kind of key')
      return read
    })
  } catch {
    throw new Error('must be a JSON list of private Ed25519 keys as JWK, newest first')
  }
}

/** The key that signs credentials: CREDENTIAL_KEYS's first; in development a generated one that is kept in DATA_DIR; else null. */
export async function credentialKeyOf(
  config: Pick<Config, 'env' | 'credentialKeys' | 'dataDir'>,
): Promise<KeyObject | null> {
  if (config.credentialKeys !== undefined) return readCredentialKeys(config.credentialKeys)[0] ?? null
  if (config.env === 'production') return null
  const { privateKey } = generateKeyPairSync('ed25519')
  const made = JSON.stringify([privateKey.export({ format: 'jwk' })])
  const kept = await keptSecret(config.dataDir.path, 'credential-keys.json', made, (text) =>
    text.endsWith(']'),
  )
  return readCredentialKeys(kept)[0] ?? null
}
