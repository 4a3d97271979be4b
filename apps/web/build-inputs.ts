import { createHash } from 'node:crypto'
import { glob, readFile, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fileOf } from '../../src/platform/kernel/project-files.ts'

const home = fileURLToPath(fileOf('.'))

/** The inputs of a build, stored in the build's folder. */
export interface BuildInputs {
  /** Files outside `apps/web` that the bundler put into the build, relative to the project's folder. */
  bundled: string[]
  /** SHA-256 of the contents of these files, of everything in `apps/web`, and of the lockfile. */
  hash: string
}

const inputsFile = (dist: string): string => join(dist, '.inputs.json')

/** Whether the build in `dist` was made from the files as they are now. */
export async function isCurrent(dist: string): Promise<boolean> {
  const inputs = await readInputs(dist)
  return inputs !== null && inputs.hash === (await hashOf(inputs.bundled))
}

/** The inputs of the build in `dist`; null where there is no build, or one of an earlier release. */
export async function readInputs(dist: string): Promise<BuildInputs | null> {
  const text = await readFile(inputsFile(dist), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as BuildInputs)
}

/**
 * @param modules absolute paths of every file that the bundler read
 * @param began when the build began, in milliseconds since 1970. A file that was changed later may have been read before
 *   or after its change, so such a build is never current.
 */
export async function writeInputs(dist: string, modules: Iterable<string>, began: number): Promise<void> {
  const files = [...new Set(modules)].map((file) => relative(home, file.split('?')[0] ?? file))
  const bundled = files.filter((file) => file.startsWith('src/')).sort()
  const stats = await Promise.all((await filesOf(bundled)).map((file) => stat(file).catch(() => null)))
  const isSure = stats.every((file) => file === null || file.mtimeMs < began)
  const inputs: BuildInputs = { bundled, hash: isSure ? await hashOf(bundled) : 'changed meanwhile' }
  await writeFile(inputsFile(dist), JSON.stringify(inputs))
}

/**
 * A digest of the contents of `bundled`, the client's own folder and the lockfile. A missing file counts as empty.
 * @param read reads one file; tests replace it to change a file's content
 */
export async function hashOf(
  bundled: readonly string[],
  read: (file: string) => Promise<Buffer | string> = (file) => readFile(file).catch(() => ''),
): Promise<string> {
  const names = await filesOf(bundled)
  // In parallel: the server's start waits for this.
  const contents = await Promise.all(names.map(read))
  const hash = createHash('sha256')
  for (const [index, file] of names.entries())
    hash
      .update(relative(home, file))
      .update('\0')
      .update(contents[index] ?? '')
      .update('\0')
  return hash.digest('hex')
}

/** Absolute paths of `bundled`, of everything in the client's own folder, and of the lockfile. */
async function filesOf(bundled: readonly string[]): Promise<string[]> {
  const files = new Set([...bundled, 'package-lock.json'].map((file) => join(home, file)))
  for await (const entry of glob('apps/web/**/*', { cwd: home, withFileTypes: true })) {
    if (entry.isFile()) files.add(join(entry.parentPath, entry.name))
  }
  return [...files].sort()
}
