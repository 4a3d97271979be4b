import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#platform/config/config.ts'
import { CannotStart } from '#platform/kernel/cannot-start.ts'
import { demandWritable } from '#platform/kernel/writable-folder.ts'
import type { ClientSource } from './pages/pages.ts'

export interface ClientSourceOptions {
  /** The project's folder. */
  root: string
  /** True to serve the client through Vite, with hot reload. */
  live: boolean
  env: Config['env']
  /** Prints what takes long. */
  say: (line: string) => void
  /** Cancels a build that is under way. */
  signal: AbortSignal
}

/**
 * The client of this start, built when its sources have changed.
 * @throws CannotStart
 */
export async function clientSource({
  root,
  live,
  env,
  say,
  signal,
}: ClientSourceOptions): Promise<ClientSource> {
  const web = join(root, 'apps/web')
  if (live) return { kind: 'vite', root: web }
  const dist = join(root, 'dist')
  // An image contains the built client without its sources.
  if (env === 'development' && existsSync(join(web, 'src'))) {
    const { isCurrent } = await import('../../apps/web/build-inputs.ts')
    if (!(await isCurrent(dist))) {
      await demandWritable(dist, buildAdvice)
      say('Building the client, as its sources have changed: about 20 s …')
      await buildInChild(root, signal)
    }
  }
  for (const half of ['client/index.html', 'server/entry-server.js']) {
    if (!existsSync(join(dist, half)))
      throw new CannotStart(
        `The client is not built (${join(dist, half)} is missing): run npm run build first`,
      )
  }
  return { kind: 'built', dist }
}

const buildAdvice =
  'the client is built there, as its sources have changed. Start as the owner of the project folder, or have its owner run npm run build'

/** Builds in a child process: the bundler takes hundreds of megabytes that a process does not give back. */
async function buildInChild(root: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const child = spawn(process.execPath, [join(root, 'apps/web/build.ts'), '--if-changed'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  const [code] = (await once(child, 'exit')) as [number | null]
  signal.removeEventListener('abort', end)
  signal.throwIfAborted()
  if (code !== 0) throw new CannotStart(`The client could not be built: apps/web/build.ts ended with ${code}`)
}
