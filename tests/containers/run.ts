/** `npm run test:containers`: see README.md beside this. */
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { readArguments } from '../../src/platform/kernel/arguments.ts'
import { type Daemon, runningDaemon, startDaemon, whyNoDaemon } from './daemon.ts'

readArguments(`Builds the image and the compose services, buys in them, and restarts two apps behind the proxy.

  npm run test:containers`)
const root = join(import.meta.dirname, '../..')
const work = process.env.CONTAINERS_WORK ?? '/var/tmp/veralead-containers'
const bases = ['node:24-bookworm-slim', 'postgres:17-alpine', 'caddy:2-alpine', 'axllent/mailpit:v1.21']

const docker = (daemon: Daemon, ...args: string[]): boolean =>
  spawnSync('docker', args, { stdio: 'ignore', env: { ...process.env, ...daemon.env } }).status === 0

function ensureBaseImages(daemon: Daemon): void {
  const missing = bases.filter((name) => !docker(daemon, 'image', 'inspect', name))
  if (missing.every((name) => docker(daemon, 'pull', name))) return
  console.log('Base images cannot be pulled: making stand-ins of the same names from Debian and npm packages')
  execFileSync(join(import.meta.dirname, 'images/make.sh'), [work, process.execPath], {
    stdio: 'inherit',
    env: { ...process.env, ...daemon.env },
  })
}

const found = runningDaemon()
const reason = found === null ? whyNoDaemon() : null
if (reason !== null) {
  console.log(`Skipped: no Docker daemon with Compose answers, and none can be started here (${reason})`)
} else {
  const daemon = found ?? (await startDaemon(work))
  try {
    ensureBaseImages(daemon)
    const config = join(import.meta.dirname, 'vitest.config.ts')
    const { status } = spawnSync('vitest', ['run', '--config', config, '--root', root], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...daemon.env },
    })
    process.exitCode = status ?? 1
  } finally {
    await daemon.stop()
  }
}
