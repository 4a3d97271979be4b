import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { admin } from './app.ts'
import { freePort } from './free-port.ts'

/** `bin/start.mjs` as a child process, as a person starts it. */
export interface SpawnedApp {
  url: string
  port: number
  dataDir: string
  child: ChildProcess
  /** Everything it printed so far. */
  output(): string
  /** Kills the process at once, as a power cut would. */
  kill(): Promise<void>
  /** Tells it to stop and waits; answers its exit code. */
  stop(): Promise<number | null>
  /** Removes what it left on disk. */
  clean(): Promise<void>
}

export interface SpawnOptions {
  env?: Record<string, string>
  dataDir?: string
  port?: number
}

const root = join(import.meta.dirname, '../..')
const startSeconds = 120

/** A DATA_DIR that PostgreSQL's user may enter when the tests run as root. */
export async function newDataDir(folder = tmpdir()): Promise<string> {
  const path = await mkdtemp(join(folder, 'veralead-spawn-'))
  await chmod(path, 0o755)
  return path
}

/** Starts the product and waits for `Ready on`. */
export async function spawnApp(options: SpawnOptions = {}): Promise<SpawnedApp> {
  const port = options.port ?? (await freePort())
  const dataDir = options.dataDir ?? (await newDataDir())
  const child = spawn(process.execPath, [join(root, 'bin/start.mjs')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_USERNAME: admin.username,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMITS: 'relaxed',
      LOG_LEVEL: 'error',
      ...options.env,
    },
  })
  const lines: string[] = []
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (why: string): void => reject(new Error(`${why}\n${lines.join('\n')}`))
    const timer = setTimeout(() => fail(`Not ready within ${startSeconds} s`), startSeconds * 1_000)
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream! }).on('line', (line) => {
        lines.push(line)
        if (line.startsWith('Ready on')) {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    exited.then((code) => {
      clearTimeout(timer)
      fail(`The app ended with ${code}`)
    })
  })
  await ready
  return {
    url: `http://localhost:${port}`,
    port,
    dataDir,
    child,
    output: () => lines.join('\n'),
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    stop: async () => {
      child.kill('SIGTERM')
      return exited
    },
    clean: () => rm(dataDir, { recursive: true, force: true }),
  }
}
