import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts'
import { openSite, type Site } from '../faults/support/site.ts'
import { admin } from '../support/app.ts'
import { HttpClient } from '../support/http-client.ts'
import { seller } from './checkout.ts'
import { rate } from './rounds.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 300)
const visitorsPerMinute = 10_000
const checkoutsPerSecond = Number(process.env.BENCH_CHECKOUTS ?? 20)
const publishEveryMs = 10_000
/** Checkouts that may be under way; beyond them one is not begun, which is reported. */
const mostUnderWay = 200
const pages = ['/', '/aboutus', '/certification/program-details', '/leadership-cost-calculator', '/terms']

interface Tally {
  ms: number[]
  errors: string[]
  notBegun: number
}

/** Visitors, buyers and an editor at once, on two processes: how many errors, and how long each waits. */
export async function benchLoad(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'veralead-bench-'))
  const server = await startEmbeddedPostgres({ dataDir, explicit: false, log: () => undefined })
  const site = await openSite({ superUrl: server.superUrl, processes: 2, env: { LOG_LEVEL: 'error' } })
  try {
    const done: number[] = []
    const sell = seller(
      site,
      () => undefined,
      (ms) => done.push(ms),
    )
    // What this machine gives at most, before and without the other load; the first seconds do not count.
    await rate(sell, 8, 3_000)
    const most = await rate(sell, 8, 5_000)
    done.length = 0
    const until = performance.now() + seconds * 1_000
    const [visits, sales, publishes] = await Promise.all([
      every(60_000 / visitorsPerMinute, until, visitor(site), 2_000),
      every(1_000 / checkoutsPerSecond, until, sell, mostUnderWay),
      every(publishEveryMs, until, editor(site), 1),
    ])
    console.log(`${seconds} s on two processes; checkouts alone, 8 at a time: ${most.toFixed(1)} a second\n`)
    console.log(
      '| beside each other | asked | answered | errors | not begun | p50 ms | p99 ms |\n|---|---|---|---|---|---|---|',
    )
    tell(`pages, ${visitorsPerMinute.toLocaleString('en-US')} visitors a minute`, visits)
    tell(`checkouts to completed, ${checkoutsPerSecond} a second`, sales)
    tell('save and publish, every 10 s', publishes)
    for (const { errors } of [visits, sales, publishes]) if (errors[0] !== undefined) console.log(errors[0])
    await site.expectInvariants()
  } finally {
    await site.close()
    await server.stop()
    for (const path of [dataDir, server.location]) await rm(path, { recursive: true, force: true })
  }
}

/** Begins `work` every so many milliseconds, whether or not what was begun before has ended. */
async function every(ms: number, until: number, work: () => Promise<void>, most: number): Promise<Tally> {
  const tally: Tally = { ms: [], errors: [], notBegun: 0 }
  const underWay = new Set<Promise<void>>()
  for (let next = performance.now(); next < until; next += ms) {
    const wait = next - performance.now()
    if (wait > 0) await pause(wait)
    if (underWay.size >= most) {
      tally.notBegun += 1
      continue
    }
    const started = performance.now()
    const one = work().then(
      () => void tally.ms.push(performance.now() - started),
      (error: unknown) => void tally.errors.push(String(error)),
    )
    underWay.add(one)
    void one.finally(() => underWay.delete(one))
  }
  await Promise.all(underWay)
  return tally
}

function visitor(site: Site): () => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 100 })
  let next = 0
  return () =>
    new Promise((resolve, reject) => {
      const url = new URL(pages[next++ % pages.length]!, site.url())
      request(url, { agent, headers: { 'accept-encoding': 'br', accept: 'text/html' } }, (res) => {
        res.resume()
        res.once('error', reject)
        res.once('end', () =>
          res.statusCode === 200
            ? resolve()
            : reject(new Error(`${url.pathname} answered ${res.statusCode}`)),
        )
      })
        .once('error', reject)
        .end()
    })
}

/** Saves the content with another title and publishes it. */
function editor(site: Site): () => Promise<void> {
  const staff = new HttpClient(site.url())
  let signedIn = false
  let edits = 0
  return async () => {
    if (!signedIn) await staff.post('/api/auth/login', { ...admin, credentials: 'include' })
    signedIn = true
    const { body: content } = await staff.get('/api/cms/admin')
    edits += 1
    content.pages[0].title = `Edited ${edits} times`
    for (const [method, path, body] of [
      ['PUT', '/api/cms', { pages: content.pages, version: content.version }],
      ['POST', '/api/cms/publish', undefined],
    ] as const) {
      const { status, text } = await staff.send(method, path, body === undefined ? {} : { body })
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    }
  }
}

function tell(what: string, { ms, errors, notBegun }: Tally): void {
  const sorted = [...ms].sort((a, b) => a - b)
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0)
  console.log(
    `| ${what} | ${ms.length + errors.length} | ${ms.length} | ${errors.length} | ${notBegun} | ${at(0.5)} | ${at(0.99)} |`,
  )
}
