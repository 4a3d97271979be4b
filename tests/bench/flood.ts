import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTestDatabase } from '../support/database.ts'
import { spawnApp } from '../support/spawn-app.ts'
import { bareServer, besideBare, p99Of, probe } from './bare-server.ts'
import { type BenchRow, median } from './rounds.ts'

const sockets = 100
const ahead = 40
const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const rounds = 3

/** Resident bytes of a process. */
function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

interface Measured {
  /** Milliseconds that 99 of 100 requests to the site stay below. */
  p99: number
  /** The same of a bare server that nobody floods: what the machine itself makes of it. */
  bare: number
  /** The highest resident bytes of the site meanwhile. */
  memory: number
}

/** One request to the site every 20 ms, and between them one to a bare server. */
async function measure(port: number, pid: number, barePort: number): Promise<Measured> {
  const times: Promise<number>[] = []
  const bare: Promise<number>[] = []
  let memory = 0
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    times.push(probe(port))
    memory = Math.max(memory, memoryOf(pid))
    await pause(10)
    bare.push(probe(barePort))
    await pause(10)
  }
  return {
    p99: p99Of(await Promise.all(times)),
    bare: p99Of(await Promise.all(bare)),
    memory: Math.max(memory, memoryOf(pid)),
  }
}

type Mode = 'read' | 'ignore'

/** What the same flood does to a bare server that answers with the same bytes: the limit of this machine. */
async function limitOf(bytes: Buffer, mode: Mode, quietPort: number): Promise<[number, number]> {
  const folder = await mkdtemp(join(tmpdir(), 'veralead-bench-'))
  const file = join(folder, 'answer')
  await writeFile(file, bytes)
  const bare = await bareServer(file)
  try {
    const look = () => measure(bare.port, bare.pid, quietPort)
    await look()
    const [quiet, flooded] = await floodOnce(bare.port, '/', mode, look)
    return [quiet.p99, flooded.p99]
  } finally {
    bare.stop()
    await rm(folder, { recursive: true })
  }
}

/**
 * Measures once without a flood and once with: a flood from a process of its own, so that the probes do not wait for
 * it, that has started before, so that nobody waits for its start.
 */
async function floodOnce<T>(port: number, path: string, mode: Mode, look: () => Promise<T>): Promise<[T, T]> {
  const script = join(import.meta.dirname, 'flood-child.ts')
  const child = spawn(process.execPath, [script, String(port), path, mode, String(sockets), String(ahead)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    await once(child.stdout, 'data')
    const quiet = await look()
    child.stdin.write('.')
    return [quiet, await look()]
  } finally {
    child.kill()
    await pause(2_000)
  }
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
  const bare = await bareServer()
  const look = () => measure(app.port, app.child.pid!, bare.port)
  await look()
  for (const [path, mode] of [
    ['/api/openapi.json', 'ignore'],
    ['/api/openapi.json', 'read'],
    ['/nowhere', 'read'],
  ] as const) {
    // Before the flood spends what one address may ask for.
    const answer = await fetch(`http://127.0.0.1:${app.port}${path}`, {
      headers: { 'accept-encoding': 'identity' },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const measured: [Measured, Measured][] = []
    for (let round = 0; round < rounds; round += 1) measured.push(await floodOnce(app.port, path, mode, look))
    const ratios = measured.map(([quiet, flooded]) => flooded.p99 / quiet.p99)
    const ratio = median(ratios)
    const bareRatio = median(measured.map(([quiet, flooded]) => flooded.bare / quiet.bare))
    const against = `${sockets} connections, ${ahead} requests ahead, ${mode === 'read' ? 'read' : 'never read'}`
    const [bareQuiet, bareFlooded] = await limitOf(bytes, mode, bare.port)
    const grown = Math.max(...measured.map(([quiet, flooded]) => flooded.memory - quiet.memory)) / 1e8
    const told = measured.map(
      ([quiet, flooded]) =>
        `p99 ${quiet.p99.toFixed(1)} -> ${flooded.p99.toFixed(1)} ms (a bare server beside it ${quiet.bare.toFixed(1)} -> ${flooded.bare.toFixed(1)} ms)`,
    )
    console.log(
      `${path}, ${against}: ${told.join(', ')}, memory +${(grown * 100).toFixed(0)} MB; a bare server flooded likewise ${bareQuiet.toFixed(1)} -> ${bareFlooded.toFixed(1)} ms`,
    )
    rows.push(
      {
        path: `p99 of others, flood of ${path}`,
        against: against + besideBare(ratio, bareRatio),
        bar: 2,
        ratio,
        spread: [Math.min(...ratios), Math.max(...ratios)],
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
  bare.stop()
  await app.stop()
  await app.clean()
  await database.drop()
  return rows
}
