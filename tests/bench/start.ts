import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestDatabase } from '../support/database.ts'
import { spawnApp } from '../support/spawn-app.ts'
import { type BenchRow, median } from './rounds.ts'

const run = promisify(execFile)
const bare = join(import.meta.dirname, 'bare-start-child.ts')

/** Start to first answer with the database running, and idle memory, against a bare Express with `pg`. */
export async function benchStart(database: TestDatabase): Promise<BenchRow[]> {
  const ratios: number[] = []
  const memory: number[] = []
  for (let round = 0; round < 7; round += 1) {
    const began = performance.now()
    const app = await spawnApp({
      env: {
        DATABASE_URL: database.url,
        DATABASE_ADMIN_URL: database.adminUrl,
        LOG_LEVEL: 'silent',
        NODE_COMPILE_CACHE: '/tmp/veralead-bench-cache',
      },
    })
    await fetch(`${app.url}/healthz`)
    const ours = performance.now() - began
    // What a start does besides answering, the hash of the configured password among it, has ended by then.
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    memory.push(residentMegabytes(app.child.pid!))
    await app.stop()
    await app.clean()
    const started = performance.now()
    await run(process.execPath, [bare], { env: { ...process.env, BARE_DATABASE_URL: database.url } })
    ratios.push(ours / (performance.now() - started))
  }
  // The first round fills the compile cache.
  const counted = ratios.slice(1)
  return [
    {
      path: 'start to first answer',
      against: 'a bare Express + pg',
      bar: 4,
      atMost: true,
      ratio: median(counted),
      spread: [Math.min(...counted), Math.max(...counted)],
    },
    {
      path: 'idle memory',
      against: '160 MB',
      bar: 1,
      atMost: true,
      ratio: median(memory) / 160,
      spread: [Math.min(...memory) / 160, Math.max(...memory) / 160],
    },
  ]
}

function residentMegabytes(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(match?.[1] ?? Number.NaN) / 1024
}
