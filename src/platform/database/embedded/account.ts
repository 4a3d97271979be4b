import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The system user that PostgreSQL runs as when it cannot be the one that started this process. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** What a program printed and how it ended. */
export interface CommandOutcome {
  code: number | null
  output: string
}

/**
 * PostgreSQL refuses to run as root: then it runs as `postgres`, else as `nobody`, or as the owner of an existing
 * cluster. An ordinary user runs it as itself (undefined).
 */
export function serverAccount(clusterOwner?: number): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = passwd()
  const account =
    clusterOwner === undefined || clusterOwner === 0
      ? (accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody'))
      : accounts.find(({ uid }) => uid === clusterOwner)
  if (account !== undefined) return account
  throw new Error(
    clusterOwner === undefined
      ? 'PostgreSQL does not run as root, and there is neither a system user "postgres" nor "nobody" to run it'
      : `The embedded database belongs to user id ${clusterOwner}, which this system does not know`,
  )
}

function passwd(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== '' && Number.isInteger(uid) && Number.isInteger(gid))
}

/** Options that start a program as the account, in a folder that every user can enter. */
export function asAccount(account: Account | undefined) {
  return {
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
  }
}

/** Whether the account may enter `path` and every folder above it. The system is asked, because it knows all its rules. */
export function canEnter(account: Account | undefined, path: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'test -x "$1" && test -r "$1"', 'sh', path], asAccount(account)).status === 0
  )
}

/** Runs a program of PostgreSQL to its end; `signal` ends it earlier. */
export function run(
  account: Account | undefined,
  program: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<CommandOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...asAccount(account), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    }
    const end = (): void => void child.kill('SIGTERM')
    signal?.addEventListener('abort', end)
    child.on('error', reject)
    child.on('close', (code) => {
      signal?.removeEventListener('abort', end)
      resolve({ code, output: output.trim() })
    })
  })
}
