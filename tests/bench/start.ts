import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { TestDatabase } from '../support/database.ts'
import { spawnApp } from '../support/spawn-app.ts'
import { type BenchRow, median } from './rounds.ts'

const run = promisify(execFile)
const bare = join(import.meta.dirname, 'bare-start-child.ts')
/** As in the image. */
const image = { NODE_COMPILE_CACHE: '/tmp/veralead-bench-cache', MALLOC_ARENA_MAX: '2' }
const idleMs = 8_000
const goalMegabytes = 180

/**
 * Start to first answer with the database running, and idle memory, against a bare Express with `pg`. Beside each row is
 * what that bare server takes in the same rounds once it imports the libraries of the stack: no start here can be below it.
 */
export async function benchStart(database: TestDatabase): Promise<BenchRow[]> {
  const rounds: Record<'start' | 'limit' | 'memory' | 'memoryLimit', number>[] = []
  for (let round = 0; round < 7; round += 1) {
    const began = performance.now()
    const app = await spawnApp({
      env: {
        DATABASE_URL: database.url,
        DATABASE_ADMIN_URL: database.adminUrl,
        LOG_LEVEL: 'silent',
        ...image,
      },
    })
    await fetch(`${app.url}/healthz`)
    const ours = performance.now() - began
    // What a start does besides answering, the hash of the configured password among it, has ended by then.
    await pause(idleMs)
    const memory = residentMegabytes(app.child.pid!)
    await app.stop()
    await app.clean()
    const yardstick = await bareStart(database)
    const limit = await bareStart(database, 'libraries')
    rounds.push({
      start: ours / yardstick,
      limit: limit / yardstick,
      memory: memory / goalMegabytes,
      memoryLimit: (await bareMemory(database)) / goalMegabytes,
    })
  }
  // The first round fills the compile cache.
  const counted = rounds.slice(1)
  const row = (
    name: Pick<BenchRow, 'path' | 'against' | 'bar'>,
    figure: keyof (typeof rounds)[number],
  ): BenchRow => {
    const values = counted.map((each) => each[figure])
    return {
      ...name,
      atMost: true,
      ratio: median(values),
      spread: [Math.min(...values), Math.max(...values)],
    }
  }
  const libraries = 'its limit here: the bare server with the libraries of the stack'
  return [
    row({ path: 'start to first answer', against: 'a bare Express + pg', bar: 4 }, 'start'),
    row({ path: libraries, against: 'a bare Express + pg' }, 'limit'),
    row({ path: 'idle memory', against: '180 MB', bar: 1 }, 'memory'),
    row({ path: libraries, against: '180 MB' }, 'memoryLimit'),
  ]
}

const bareEnv = (database: TestDatabase): NodeJS.ProcessEnv => ({
  ...process.env,
  BARE_DATABASE_URL: database.url,
})

/** Milliseconds; with the libraries also with the compile cache, as the product starts. */
async function bareStart(database: TestDatabase, ...words: string[]): Promise<number> {
  const started = performance.now()
  const env = { ...bareEnv(database), ...(words.length > 0 && image) }
  await run(process.execPath, [bare, ...words], { env })
  return performance.now() - started
}

async function bareMemory(database: TestDatabase): Promise<number> {
  const child = spawn(process.execPath, [bare, 'libraries', 'stay'], {
    env: { ...bareEnv(database), ...image },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout!, 'data')
  await pause(idleMs)
  const memory = residentMegabytes(child.pid!)
  child.kill('SIGKILL')
  return memory
}

function residentMegabytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(match?.[1] ?? Number.NaN) / 1024
}
