import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * A secret that development generates, in a file that only its owner can read. Two processes that start together get
 * the same secret.
 * @param isWhole whether a text is a complete secret and not one that another process is still writing
 * @throws Error when other users can read the file, or it holds nothing usable
 */
export async function keptSecret(
  dataDir: string,
  fileName: string,
  made: string,
  isWhole: (text: string) => boolean,
): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, fileName)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.writeFile(`${made}\n`)
    } finally {
      await file.close()
    }
    return made
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  // The process that creates the file may be between opening and writing it.
  for (let attempt = 0; attempt < 20; attempt++) {
    const secret = (await readFile(path, 'utf8')).trim()
    if (isWhole(secret)) {
      const mode = (await stat(path)).mode & 0o077
      if (mode !== 0) throw new Error(`${path} can be read by others: run chmod 600 on it`)
      return secret
    }
    await pause(50)
  }
  throw new Error(`${path} holds no usable secret: delete it and start again`)
}
