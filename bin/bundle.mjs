// The server in one piece, as `scripts/bundle-server.ts` makes it. Plain JavaScript: a start that uses it loads no TypeScript.
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Below the project's folder. */
export const bundlesFolder = 'dist/bundle'
/** What the newest bundle was made from, and its folder. */
export const inputsFile = 'inputs.json'

/**
 * The folder of the bundle that was made from the sources as they are now; undefined where there is none. A start waits
 * for this: a file is read only where its time is another, as after a checkout. One that is gone, as in an image, counts as
 * it was: what imports it would have changed with it.
 * @param {string} root the project's folder
 */
export function currentBundle(root) {
  const home = join(root, bundlesFolder)
  try {
    const { folder, files } = JSON.parse(readFileSync(join(home, inputsFile), 'utf8'))
    for (const [name, size, second, digest] of files) {
      const file = join(root, name)
      const found = statSync(file, { throwIfNoEntry: false })
      if (found === undefined) continue
      if (found.size !== size) return undefined
      if (secondOf(found) !== second && digestOf(readFileSync(file)) !== digest) return undefined
    }
    return statSync(join(home, folder, 'start.mjs')).isFile() ? join(home, folder) : undefined
  } catch {
    return undefined
  }
}

/**
 * In whole seconds: layers of an image keep no more.
 * @param {{ mtimeMs: number }} found
 */
export const secondOf = ({ mtimeMs }) => Math.floor(mtimeMs / 1_000)

/** @param {Buffer} content */
export const digestOf = (content) => createHash('sha256').update(content).digest('base64url').slice(0, 22)
