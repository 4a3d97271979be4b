import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './app.ts'
import { freePort } from './free-port.ts'

const program = '/usr/sbin/pgbouncer'
/** The user `nobody`: PgBouncer does not run as root. */
const nobody = 65_534

/** Debian's package puts it here; nothing else of the tests needs it. */
export const hasPgBouncer = existsSync(program)

export interface PgBouncer {
  /** The same address through PgBouncer. */
  through(url: string): string
  stop(): Promise<void>
}

/**
 * PgBouncer in transaction mode before the server of `url`, whose roles it lets in.
 * @param further lines of its settings; by default there are none
 */
export async function startPgBouncer(
  url: string,
  passwords: Readonly<Record<string, string>>,
  further: readonly string[] = [],
): Promise<PgBouncer> {
  const { hostname, port: serverPort } = new URL(url)
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'veralead-pgbouncer-'))
  await chmod(folder, 0o755)
  const users = Object.entries(passwords).map(([name, password]) => `"${name}" "${password}"`)
  await writeFile(join(folder, 'users.txt'), users.join('\n'))
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(folder, 'users.txt')}`,
    'pool_mode = transaction',
    'default_pool_size = 8',
    ...further,
  ]
  await writeFile(join(folder, 'pgbouncer.ini'), settings.join('\n'))
  const child = spawn(program, ['-q', join(folder, 'pgbouncer.ini')], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}),
  })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await eventually(() => answers(port, child))
  return {
    through: (address) => {
      const changed = new URL(address)
      changed.port = String(port)
      return changed.href
    },
    stop: async () => {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
