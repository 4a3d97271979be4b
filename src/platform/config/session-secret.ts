import { randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import { keptSecret } from './kept-secret.ts'

/**
 * SESSION_SECRET, or in development a random secret that is kept in DATA_DIR, readable by its owner only. Two processes
 * that start together get the same secret.
 */
export async function sessionSecretOf(
  config: Pick<Config, 'env' | 'sessionSecret' | 'dataDir'>,
): Promise<string> {
  if (config.sessionSecret !== undefined) return config.sessionSecret
  if (config.env === 'production') throw new Error('Production has no generated session secret')
  const made = randomBytes(48).toString('base64url')
  return keptSecret(config.dataDir.path, 'session-secret', made, ({ length }) => length >= 32)
}
