import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from './config.ts'

const fileName = 'session-secret'

/**
 * SESSION_SECRET, or in development a random one that is kept in DATA_DIR, readable by its owner only. Two processes
 * that start together end up with the same.
 */
export async function sessionSecretOf(
  config: Pick<Config, 'env' | 'sessionSecret' | 'dataDir'>,
): Promise<string> {
  if (config.sessionSecret !== undefined) return config.sessionSecret
  if (config.env === 'production') throw new Error('Production has no generated session secret')
  await mkdir(config.dataDir.path, { recursive: true })
  const path = join(config.dataDir.path, fileName)
  const secret = randomBytes(48).toString('base64url')
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(`${secret}\n`)
    } finally {
      await file.close()
    }
    return secret
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return stored(path)
}

async function stored(path: string): Promise<string> {
  // The process that creates the file may be between opening and writing it.
  for (let attempt = 0; attempt < 20; attempt++) {
    const secret = (await readFile(path, 'utf8')).trim()
    if (secret.length >= 32) {
      const mode = (await stat(path)).mode & 0o077
      if (mode !== 0) throw new Error(`${path} can be read by others: run chmod 600 on it`)
      return secret
    }
    await pause(50)
  }
  throw new Error(`${path} holds no usable secret: delete it and start again`)
}
