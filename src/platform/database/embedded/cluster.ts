import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type Account, run } from './account.ts'
import { program } from './binaries.ts'
import { isAlive } from './pid-file.ts'
import type { Placement } from './placement.ts'

export const superuser = 'postgres'

/** Passwords of the three roles, in a file that only PostgreSQL's user and root can read. */
export interface Secrets {
  super: string
  owner: string
  app: string
}

/**
 * Makes the cluster folder (data/, secrets.json) unless it exists. It is made beside its place and renamed, so no half
 * cluster is ever found there: what a killed `initdb` left is removed, and of two processes that make it at once the first
 * to rename wins.
 */
export async function ensureCluster(
  { account, binaries, cluster }: Placement,
  durable: boolean,
  signal?: AbortSignal,
): Promise<Secrets> {
  if (!existsSync(join(cluster, 'data', 'PG_VERSION'))) {
    await clearUnfinished(cluster)
    const unfinished = `${cluster}.new-${process.pid}-${randomBytes(4).toString('hex')}`
    try {
      await mkdir(unfinished, { mode: 0o700 })
      await own(account, unfinished)
      await initialise(account, program(binaries, 'initdb'), unfinished, durable, signal)
      await rename(unfinished, cluster)
    } catch (error) {
      if (!existsSync(join(cluster, 'data', 'PG_VERSION'))) throw explained(error, cluster)
    } finally {
      // A server that `initdb` started may still be ending.
      await rm(unfinished, { recursive: true, force: true, maxRetries: 5 })
    }
  }
  await checkVersion(cluster, binaries.version)
  return JSON.parse(await readFile(join(cluster, 'secrets.json'), 'utf8')) as Secrets
}

async function initialise(
  account: Account | undefined,
  initdb: string,
  folder: string,
  durable: boolean,
  signal: AbortSignal | undefined,
) {
  signal?.throwIfAborted()
  const secrets: Secrets = { super: secret(), owner: secret(), app: secret() }
  await writeOwned(account, join(folder, 'secrets.json'), JSON.stringify(secrets))
  const password = join(folder, 'password')
  await writeOwned(account, password, secrets.super)
  const args = [
    `--pgdata=${join(folder, 'data')}`,
    `--username=${superuser}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The same sort and case rules on every platform, without the system's locales.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    ...(durable ? [] : ['--no-sync']),
  ]
  const { code, output } = await run(account, initdb, args, signal)
  if (code !== 0) throw new Error(`initdb failed: ${output.split('\n').slice(-3).join(' ')}`)
  await rm(password)
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}

async function writeOwned(account: Account | undefined, path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600, flag: 'wx' })
  await own(account, path)
}

async function own(account: Account | undefined, path: string): Promise<void> {
  if (account !== undefined) await chown(path, account.uid, account.gid)
}

/** Folders of `initdb` runs whose process is gone. */
async function clearUnfinished(cluster: string): Promise<void> {
  const beginning = `${basename(cluster)}.new-`
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(beginning)) continue
    const pid = Number(name.slice(beginning.length).split('-')[0])
    if (!isAlive(pid)) await rm(join(dirname(cluster), name), { recursive: true, force: true })
  }
}

async function checkVersion(cluster: string, version: string): Promise<void> {
  const made = (await readFile(join(cluster, 'data', 'PG_VERSION'), 'utf8')).trim()
  if (made === version.split('.')[0]) return
  throw new Error(
    `The embedded database in ${cluster} is of PostgreSQL ${made}, this release brings ${version}`,
  )
}

function explained(error: unknown, cluster: string): Error {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOTDIR') {
    return new Error(`${cluster} exists and is not a database of this product: move it away`)
  }
  return new Error(`The embedded database cannot be made in ${cluster}: ${message}`)
}
