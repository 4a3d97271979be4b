import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase } from '../support/database.ts'
import { spawnApp } from '../support/spawn-app.ts'
import type { BenchRow } from './rounds.ts'

const sockets = 100
const ahead = 40
const seconds = Number(process.env.BENCH_SECONDS ?? 8)

/** Resident bytes of a process. */
function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Milliseconds of one request from another address than the flood's; 30,000 where none came. */
function probe(port: number): Promise<number> {
  const started = performance.now()
  return new Promise((resolve) => {
    const req = get(
      { port, host: '127.0.0.1', localAddress: '127.0.0.2', path: '/healthz', agent: false, timeout: 30_000 },
      (res) => {
        res.resume().once('end', () => resolve(performance.now() - started))
      },
    )
    req.once('timeout', () => req.destroy())
    req.once('error', () => resolve(30_000))
  })
}

/** The time that 99 of 100 requests stay below, of one every 20 ms, and the highest memory meanwhile. */
async function measure(port: number, pid: number): Promise<{ p99: number; memory: number }> {
  const times: Promise<number>[] = []
  let memory = 0
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    times.push(probe(port))
    memory = Math.max(memory, memoryOf(pid))
    await pause(20)
  }
  const sorted = (await Promise.all(times)).sort((a, b) => a - b)
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, memory: Math.max(memory, memoryOf(pid)) }
}

/** A flood from a process of its own, so that the probes do not wait for it. */
function flood(port: number, path: string, mode: 'read' | 'ignore'): () => void {
  const script = join(import.meta.dirname, 'flood-child.ts')
  const child = spawn(process.execPath, [script, String(port), path, mode, String(sockets), String(ahead)], {
    stdio: 'inherit',
  })
  return () => void child.kill()
}

/** What others feel, and what memory it takes, while one address asks for the dearest documents without end. */
export async function benchFlood(): Promise<BenchRow[]> {
  const database = await createTestDatabase()
  const app = await spawnApp({
    env: {
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
      RATE_LIMITS: 'strict',
      LOG_LEVEL: 'silent',
    },
  })
  const rows: BenchRow[] = []
  // What a process does once after its start is not what others feel.
  await measure(app.port, app.child.pid!)
  for (const [path, mode] of [
    ['/api/openapi.json', 'ignore'],
    ['/api/openapi.json', 'read'],
    ['/nowhere', 'read'],
  ] as const) {
    await probe(app.port)
    const quiet = await measure(app.port, app.child.pid!)
    const stop = flood(app.port, path, mode)
    const flooded = await measure(app.port, app.child.pid!)
    stop()
    await pause(2_000)
    const against = `${sockets} connections, ${ahead} requests ahead, ${mode === 'read' ? 'read' : 'never read'}`
    const ratio = flooded.p99 / quiet.p99
    const grown = (flooded.memory - quiet.memory) / 1e8
    console.log(
      `${path}, ${against}: p99 ${quiet.p99.toFixed(1)} -> ${flooded.p99.toFixed(1)} ms, memory +${(grown * 100).toFixed(0)} MB`,
    )
    rows.push(
      {
        path: `p99 of others, flood of ${path}`,
        against,
        bar: 2,
        ratio,
        spread: [ratio, ratio],
        atMost: true,
      },
      {
        path: `memory, flood of ${path}`,
        against: 'each 100 MB more',
        bar: 1,
        ratio: grown,
        spread: [grown, grown],
        atMost: true,
      },
    )
  }
  await app.stop()
  await app.clean()
  await database.drop()
  return rows
}
