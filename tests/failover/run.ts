/** `npm run test:failover`: see README.md beside this. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readArguments } from '../../src/platform/kernel/arguments.ts'
import { installedServer } from './cluster.ts'

readArguments(`Lets the writer of two PostgreSQL servers fail while orders and transfers arrive: see docs/failover.md.

  npm run test:failover`)

const root = join(import.meta.dirname, '../..')
/** Each program, and Debian's package that brings it. */
const needed = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' }

const has = (program: string): boolean => spawnSync('which', [program], { stdio: 'ignore' }).status === 0
const aptGet = (...args: string[]): void => {
  execFileSync('apt-get', args, {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Why the drill cannot run here; null when it can. Installs Debian's packages where they are missing. */
function whyNot(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'this is not root on Linux'
  const missing = Object.entries(needed)
    .filter(([program]) => !has(program))
    .map(([, name]) => name)
  if (installedServer() === undefined) missing.push('postgresql')
  if (missing.length === 0) return null
  if (!has('apt-get')) return `${missing.join(', ')} not installed`
  try {
    aptGet('update')
    aptGet('install', '-y', '--no-install-recommends', ...missing)
    return null
  } catch {
    return `Debian's packages ${missing.join(', ')} could not be installed`
  }
}

const reason = whyNot()
if (reason === null) {
  const config = join(import.meta.dirname, 'vitest.config.ts')
  const { status } = spawnSync('vitest', ['run', '--config', config, '--root', root], {
    cwd: root,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} else console.log(`Skipped: a cluster cannot be started here (${reason})`)
