// Finds the bundled server that `scripts/bundle-server.ts` makes. Plain JavaScript: a start that uses it loads no TypeScript.
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Relative to the project's folder. */
export const bundlesFolder = 'dist/bundle'
/** The inputs of the newest bundle, and its folder. */
export const inputsFile = 'inputs.json'

/**
 * The folder of the bundle that was made from the current sources; undefined when there is none. A start waits for this, so
 * a file is read only when its time differs, as after a checkout. A missing file, as in an image, counts as unchanged: if
 * it had been deleted, its importer would have changed, too.
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
 * In whole seconds, because layers of an image store no fractions.
 * @param {{ mtimeMs: number }} found
 */
export const secondOf = ({ mtimeMs }) => Math.floor(mtimeMs / 1_000)

/** @param {Buffer} content */
export const digestOf = (content) => createHash('sha256').update(content).digest('base64url').slice(0, 22)
