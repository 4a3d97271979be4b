import { createHash } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Account, canEnter, serverAccount } from './account.ts'
import { type Binaries, copyBinaries, findBinaries, program } from './binaries.ts'

export interface PlacementOptions {
  dataDir: string
  /** True when `dataDir` was set: then nothing is put elsewhere. */
  explicit: boolean
  /** The folder for a cluster and binaries that cannot stay in the checkout. */
  sharedRoot: string
  binaries?: Binaries
}

/** The account that runs the server, its binaries, and its cluster folder. */
export interface Placement {
  account: Account | undefined
  binaries: Binaries
  cluster: string
  /** Why the cluster is not in the data directory. */
  moved: string | undefined
  /** Another cluster that this data directory had when it was elsewhere: its folder was moved, or copied. */
  left: string | undefined
}

/**
 * A cluster that exists is used wherever it is, so that changed permissions never look like an empty database.
 * A new one goes into the data directory, or below `sharedRoot` when PostgreSQL's user cannot enter that.
 */
export async function place(options: PlacementOptions): Promise<Placement> {
  await makeDataDir(options.dataDir)
  const dataDir = realpathSync(options.dataDir)
  const inside = join(dataDir, 'postgres')
  const outside = join(options.sharedRoot, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  const existing = [inside, ...(options.explicit ? [] : [outside])].find(isCluster)
  const account = serverAccount(existing === undefined ? undefined : statSync(join(existing, 'data')).uid)
  const name = account?.name ?? 'this user'

  if (existing !== undefined && !canEnter(account, join(existing, 'data'))) {
    throw new Error(
      `The embedded database in ${existing} cannot be entered by ${name}: check its owner and permissions`,
    )
  }
  const reachable = canEnter(account, dataDir)
  if (existing === undefined && !reachable && options.explicit) {
    throw new Error(
      `DATA_DIR ${dataDir} cannot be entered by the system user "${name}" that runs PostgreSQL: choose another, or set DATABASE_URL`,
    )
  }
  const cluster = existing ?? (reachable ? inside : outside)
  if (cluster === outside) await makeShared(options.sharedRoot)
  const moved = cluster === outside ? `the system user "${name}" cannot enter ${dataDir}` : undefined
  const left = await leftBehind(dataDir, cluster, cluster === outside)
  return { account, cluster, moved, left, binaries: await reachableBinaries(account, options) }
}

/**
 * The path of a cluster outside follows from the path of the data directory, so a moved data directory would begin with an
 * empty database. It therefore holds a file with the cluster's path, which is kept while a cluster is at that path.
 */
async function leftBehind(dataDir: string, cluster: string, outside: boolean): Promise<string | undefined> {
  const note = join(dataDir, 'postgres-location')
  const noted = (await readFile(note, 'utf8').catch(() => '')).trim()
  if (noted !== '' && noted !== cluster && isCluster(noted)) return noted
  // Without this file everything works until the directory is moved.
  if (outside && noted !== cluster) await writeFile(note, `${cluster}\n`).catch(() => undefined)
  return undefined
}

/** A cluster folder appears whole, by rename; a folder without a version file is not ours. */
function isCluster(path: string): boolean {
  return existsSync(join(path, 'data', 'PG_VERSION'))
}

async function makeDataDir(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true })
  } catch (error) {
    throw new Error(`DATA_DIR ${path} cannot be made: ${(error as Error).message}`)
  }
}

async function reachableBinaries(account: Account | undefined, options: PlacementOptions): Promise<Binaries> {
  const binaries = options.binaries ?? (await findBinaries())
  if (canEnter(account, dirname(program(binaries, 'postgres')))) return binaries
  await makeShared(options.sharedRoot)
  return copyBinaries(binaries, options.sharedRoot)
}

async function makeShared(sharedRoot: string): Promise<void> {
  try {
    await mkdir(sharedRoot, { recursive: true })
    await chmod(sharedRoot, 0o755)
  } catch (error) {
    throw new Error(`${sharedRoot} cannot be made for the embedded database: ${(error as Error).message}`)
  }
}
