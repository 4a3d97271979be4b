import { spawn } from 'node:child_process'
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { asAccount, run } from './account.ts'
import { program } from './binaries.ts'
import { superuser } from './cluster.ts'
import { readPidFile, runs } from './pid-file.ts'
import type { Placement } from './placement.ts'

/** Long enough for the recovery of a large log; a server normally answers within 0.1 s. */
const startSeconds = 60
/** After this time the server is stopped without a checkpoint; the log restores everything at the next start. */
const stopSeconds = 8
const maxLogBytes = 5_000_000

/**
 * A superuser's connection to the cluster's server, which is started unless it runs: a server that outlived its process
 * is used again. PostgreSQL's own lock lets one of several simultaneous starts win; the others connect to its server.
 */
export async function attach(
  placement: Placement,
  password: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ client: Client; port: number }> {
  const deadline = Date.now() + startSeconds * 1_000
  let exits = 0
  let started: { ended: boolean } | undefined
  for (let pause = 10; Date.now() < deadline; pause = Math.min(pause * 1.5, 200)) {
    const file = readPidFile(placement.cluster)
    if (file?.ready) {
      const client = await connect(placement, file.port, password)
      if (client !== undefined) return { client, port: file.port }
    }
    if (started?.ended) {
      exits += 1
      if (exits > 3 && !isPassing(placement)) break
      started = undefined
    }
    if (started === undefined && !runs(placement.cluster, file)) started = await start(placement, settings)
    await sleep(pause)
  }
  throw new Error(`The embedded PostgreSQL does not start: ${lastLines(placement) || 'no answer'}`)
}

/**
 * Ends the server, whose sessions are cut off, and waits until it is gone. Watches the pid that it had, because
 * another process may start the next server in the same moment.
 */
export async function shutDown(placement: Placement): Promise<void> {
  const file = readPidFile(placement.cluster)
  if (file === undefined || !runs(placement.cluster, file)) return
  const gone = async (seconds: number) => {
    for (const deadline = Date.now() + seconds * 1_000; Date.now() < deadline; await sleep(10)) {
      if (readPidFile(placement.cluster)?.pid !== file.pid) return true
    }
    return false
  }
  await signal(placement, 'INT', file.pid)
  if (await gone(stopSeconds)) return
  await signal(placement, 'QUIT', file.pid)
  if (!(await gone(5))) throw new Error(`The embedded PostgreSQL (process ${file.pid}) does not stop`)
}

async function signal({ account, binaries }: Placement, name: 'INT' | 'QUIT', pid: number): Promise<void> {
  // pg_ctl can signal a server on Windows, too.
  await run(account, program(binaries, 'pg_ctl'), ['kill', name, String(pid)])
}

/** undefined while the server is not ready, or when the port belongs to another one by now. */
async function connect(placement: Placement, port: number, password: string): Promise<Client | undefined> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: superuser,
    password,
    database: 'postgres',
    application_name: 'veralead-embedded',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined) // the connection only holds the lock; its users notice by themselves that the server is gone
  try {
    await client.connect()
    const { rows } = await client.query<{ directory: string }>(
      `select current_setting('data_directory') as directory`,
    )
    if (realpathSync(rows[0]?.directory ?? '/') === realpathSync(join(placement.cluster, 'data')))
      return client
  } catch {}
  await client.end().catch(() => undefined)
  return undefined
}

async function start(
  placement: Placement,
  settings: Readonly<Record<string, string>>,
): Promise<{ ended: boolean }> {
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    max_connections: '100',
    ...settings,
  }
  const log = await openLog(placement)
  const child = spawn(
    program(placement.binaries, 'postgres'),
    [
      '-D',
      join(placement.cluster, 'data'),
      '-p',
      String(await freePort()),
      ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // Its own process group: Ctrl-C ends the site, which needs its database while it finishes requests and jobs.
    { ...asAccount(placement.account), detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  const state = { ended: false }
  child.on('error', () => {
    state.ended = true
  })
  child.on('exit', () => {
    state.ended = true
  })
  child.unref()
  return state
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

function logPath(placement: Placement): string {
  return join(placement.cluster, 'server.log')
}

async function openLog(placement: Placement): Promise<number> {
  const path = logPath(placement)
  const log = openSync(path, 'a', 0o600)
  if (fstatSync(log).size > maxLogBytes) ftruncateSync(log)
  if (placement.account !== undefined) await chown(path, placement.account.uid, placement.account.gid)
  return log
}

function lastLines(placement: Placement): string {
  try {
    return readFileSync(logPath(placement), 'utf8').trim().split('\n').slice(-3).join(' ')
  } catch {
    return ''
  }
}

/** True for a lost race for the cluster or the port, or a killed server that is still ending: the next try may succeed. */
function isPassing(placement: Placement): boolean {
  return /lock file|shared memory|could not bind|already in use|starting up|shutting down/i.test(
    lastLines(placement),
  )
}
