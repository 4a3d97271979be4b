import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { CannotStart } from './cannot-start.ts'

/**
 * Makes the folder when it is missing and checks that it can be written.
 * @param advice the instruction for when it cannot be made or written
 * @throws CannotStart
 */
export async function demandWritable(path: string, advice: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
    await access(path, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new CannotStart(`${path} cannot be written by this user (${code}): ${advice}`, { cause: error })
  }
}

/** The same for DATA_DIR, or the folder used in its place. */
export const demandDataDir = (path: string): Promise<void> =>
  demandWritable(path, 'set DATA_DIR to a folder that it may write')
