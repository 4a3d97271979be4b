import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Daemon {
  /** For everything that speaks to it. */
  env: Record<string, string>
  stop(): Promise<void>
}

const runs = (command: string, args: string[], env: NodeJS.ProcessEnv = process.env): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore', env })
    return true
  } catch {
    return false
  }
}

/** The daemon that answers already, with Compose; null where none does. */
export function runningDaemon(): Daemon | null {
  if (!runs('docker', ['info']) || !runs('docker', ['compose', 'version'])) return null
  return { env: {}, stop: async () => undefined }
}

/** Why a daemon cannot be started here; null when one can. Installs Debian's packages where they are missing. */
export function whyNoDaemon(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'this is not root on Linux'
  const needed = { dockerd: 'docker.io', debootstrap: 'debootstrap', iptables: 'iptables' }
  const missing = Object.entries(needed).filter(([program]) => !runs('which', [program]))
  if (missing.length === 0) return null
  if (!runs('which', ['apt-get'])) return `${missing.map(([program]) => program).join(', ')} not installed`
  const names = missing.map(([, name]) => name)
  const installed =
    runs('apt-get', ['update']) && runs('apt-get', ['install', '-y', '--no-install-recommends', ...names])
  return installed ? null : `Debian's packages ${names.join(', ')} could not be installed`
}

/**
 * Starts a daemon on a private socket below `work`; its images are kept there from run to run.
 * @throws Error when it is not ready within 30 seconds; `dockerd.log` says why.
 */
export async function startDaemon(work: string): Promise<Daemon> {
  mkdirSync(work, { recursive: true })
  // A socket's path must be short, and one of a run that was killed must not be in the way.
  const run = mkdtempSync(join(tmpdir(), 'dockerd-'))
  const host = `unix://${run}/docker.sock`
  const args = [
    ...['--data-root', join(work, 'data'), '--exec-root', join(run, 'exec')],
    ...['-H', host, '--pidfile', join(run, 'pid'), '--log-level', 'warn'],
  ]
  const child = spawn('dockerd', args, { stdio: ['ignore', 'ignore', 'ignore'] })
  const env = { DOCKER_HOST: host, DOCKER_CONFIG: join(run, 'config'), DOCKER_BUILDKIT: '0' }
  for (let tries = 0; !runs('docker', ['info'], { ...process.env, ...env }); tries += 1) {
    if (tries === 60 || child.exitCode !== null) throw new Error('dockerd did not start')
    await sleep(500)
  }
  installCompose(work, env.DOCKER_CONFIG)
  return {
    env,
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await gone
      // The daemon leaves the network of its host mounted there.
      runs('umount', [join(run, 'exec/netns/default')])
      rmSync(run, { recursive: true, force: true })
    },
  }
}

/** Compose as Debian has it, for a machine that lacks the plugin. */
function installCompose(work: string, config: string): void {
  const plugin = join(work, 'compose/usr/libexec/docker/cli-plugins/docker-compose')
  if (!existsSync(plugin)) {
    const folder = join(work, 'compose')
    execFileSync('debootstrap', ['--variant=minbase', '--include=docker-compose', 'trixie', folder], {
      stdio: 'ignore',
    })
  }
  mkdirSync(join(config, 'cli-plugins'), { recursive: true })
  symlinkSync(plugin, join(config, 'cli-plugins/docker-compose'))
}
