import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Books } from '../../src/modules/commerce/finance/books/books.ts'
import { Reconciler } from '../../src/modules/commerce/finance/reconciliation/reconciler.ts'
import { Orders } from '../../src/modules/commerce/orders/orders.ts'
import { makeWorld } from '../commerce/support/world.ts'
import { admin, startApp } from '../support/app.ts'
import type { TestDatabase } from '../support/database.ts'
import { HttpClient } from '../support/http-client.ts'
import { spawnApp } from '../support/spawn-app.ts'
import { bareServer, besideBare, p99Of, probe } from './bare-server.ts'
import { enlarge } from './large-log.ts'
import { type BenchRow, median } from './rounds.ts'

const few = 1_000
const many = Number(process.env.BENCH_EVENTS ?? 100_000)
const rounds = 5
/** Without it the peak would show how lazily V8 collects, not what the command needs. */
const smallHeap = ['--max-old-space-size=90', '--max-semi-space-size=4']

/** What a check of everything costs: memory by number of orders, and the time of others' requests meanwhile. */
export async function benchIntegrity(): Promise<BenchRow[]> {
  const small = await worldOf(few)
  const large = await worldOf(many)
  try {
    return [await benchMemory(small.database, large.database), await benchOthers(large.database)]
  } finally {
    await small.stop()
    await large.stop()
  }
}

async function worldOf(events: number) {
  const app = await startApp({ env: { LOG_LEVEL: 'silent' } })
  const { container } = app.site
  await container.get(Reconciler).stop()
  await makeWorld({ orders: container.get(Orders), database: container.get(Database) }, 180)
  await enlarge(container.get(EventLog), app.database, events)
  await container.get(Books).catchUp()
  return app
}

async function benchMemory(small: TestDatabase, large: TestDatabase): Promise<BenchRow> {
  const [less, more] = [await peakOfVerify(small), await peakOfVerify(large)]
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
  const ratio = more / less
  return {
    path: `finance: orders:verify of ${many} events, peak memory ${megabytes(more)}`,
    against: `of ${few} events, ${megabytes(less)}`,
    bar: 1.2,
    atMost: true,
    ratio,
    spread: [ratio, ratio],
  }
}

/** Peak resident bytes of the command in a process of its own. */
async function peakOfVerify({ url, adminUrl }: TestDatabase): Promise<number> {
  const script = join(import.meta.dirname, '../../src/server/cli/orders-verify.ts')
  // What Linux keeps of this program alone; the peak of `resourceUsage` counts its parent's.
  const report = `import { readFileSync } from 'node:fs'
    process.on('exit', () => console.error(/VmHWM.*/.exec(readFileSync('/proc/self/status', 'utf8'))[0]))`
  const child = spawn(
    process.execPath,
    [...smallHeap, '--import', `data:text/javascript,${encodeURIComponent(report)}`, script],
    {
      env: { ...process.env, DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(err) ?? []
  if (kilobytes === undefined || !out.includes('The chain is intact.')) throw new Error(`${out}${err}`)
  return Number(kilobytes) * 1024
}

/** The time that 99 of 100 requests stay below, while a check runs and while none does; the same of a bare server. */
async function benchOthers({ url, adminUrl }: TestDatabase): Promise<BenchRow> {
  const app = await spawnApp({
    env: { DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl, LOG_LEVEL: 'silent' },
  })
  const bare = await bareServer()
  try {
    const staff = new HttpClient(app.url)
    await staff.post('/api/auth/login', { ...admin, credentials: 'include' })
    const check = async (): Promise<void> => {
      const { body, text: said } = await staff.get('/api/finance/integrity')
      if (body?.ok !== true) throw new Error(said)
    }
    await check()
    const ratios: number[] = []
    const bareRatios: number[] = []
    const told: string[] = []
    for (let round = 0; round < rounds; round += 1) {
      const started = performance.now()
      const checking = check()
      let running = true
      void checking.finally(() => {
        running = false
      })
      const busy = await p99s(app.port, bare.port, () => running)
      const took = performance.now() - started
      const until = performance.now() + took
      const quiet = await p99s(app.port, bare.port, () => performance.now() < until)
      await checking
      ratios.push(busy.site / quiet.site)
      bareRatios.push(busy.bare / quiet.bare)
      told.push(
        `${busy.site.toFixed(1)} against ${quiet.site.toFixed(1)} ms in ${(took / 1000).toFixed(1)} s (a bare server ${busy.bare.toFixed(1)} against ${quiet.bare.toFixed(1)} ms)`,
      )
    }
    console.log(`p99 of /healthz while a check runs: ${told.join(', ')}`)
    const ratio = median(ratios)
    return {
      path: `finance: p99 of others while ${many} events are checked`,
      against: `while nothing is checked${besideBare(ratio, median(bareRatios))}`,
      bar: 3,
      atMost: true,
      ratio,
      spread: [Math.min(...ratios), Math.max(...ratios)],
    }
  } finally {
    bare.stop()
    await app.stop()
    await app.clean()
  }
}

/** One request to the site every 10 ms, and between them one to a bare server. */
async function p99s(
  site: number,
  bare: number,
  goOn: () => boolean,
): Promise<{ site: number; bare: number }> {
  const times: Promise<number>[] = []
  const bareTimes: Promise<number>[] = []
  while (goOn()) {
    times.push(probe(site))
    await pause(5)
    bareTimes.push(probe(bare))
    await pause(5)
  }
  return { site: p99Of(await Promise.all(times)), bare: p99Of(await Promise.all(bareTimes)) }
}
