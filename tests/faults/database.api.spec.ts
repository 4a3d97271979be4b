import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/database/embedded/embedded-postgres.ts'
import { productId } from '../commerce/support/shop.ts'
import { eventually } from '../support/app.ts'
import { freePort } from '../support/free-port.ts'
import type { Answer, HttpClient } from '../support/http-client.ts'
import { openSite, type Site } from './support/site.ts'
import { openWire, type Trouble, type Wire } from './support/wire.ts'

const restarts = process.env.LONG === '1' ? 20 : 2
let dataDir: string
let port: number
let server: EmbeddedPostgres
let wire: Wire
let site: Site

/** With fsync, as in production: what was acknowledged must be on the disk. */
const startServer = () =>
  startEmbeddedPostgres({
    dataDir,
    explicit: false,
    log: () => undefined,
    settings: { port: String(port), max_connections: '60' },
  })

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'veralead-faults-'))
  port = await freePort()
  server = await startServer()
  const { hostname } = new URL(server.superUrl)
  wire = await openWire(hostname, port)
  site = await openSite({
    superUrl: server.superUrl,
    through: (address) => {
      const url = new URL(address)
      url.host = `127.0.0.1:${wire.port}`
      return url.href
    },
  })
})
afterAll(async () => {
  await site?.close()
  await wire?.close()
  await server?.stop()
  for (const path of [dataDir, server.location]) await rm(path, { recursive: true, force: true })
})

const checkout = (http: HttpClient): Promise<Answer> =>
  http.post('/api/checkout/create-payment-intent', {
    items: [{ productId, quantity: 1 }],
    metadata: { source: 'embedded_payment_page' },
  })
/** The postmaster and every backend at once, as when the machine loses its power. */
async function killServer(): Promise<void> {
  const file = join(server.location, 'data', 'postmaster.pid')
  const postmaster = (await readFile(file, 'utf8')).split('\n')[0] ?? ''
  const backends = execFileSync('ps', ['-o', 'pid=', '--ppid', postmaster], { encoding: 'utf8' })
  for (const pid of [postmaster, ...backends.split('\n')].map(Number)) {
    if (pid > 0) process.kill(pid, 'SIGKILL')
  }
}

describe('the database in trouble', () => {
  test(`R-2: given buyers at work, when PostgreSQL is stopped or killed ${restarts} times, then they are told 503 or success, and no success is lost`, async () => {
    const buyers = await Promise.all(Array.from({ length: 6 }, () => site.customer()))
    const acknowledged = new Set<string>()
    const refusals = new Map<number, number>()
    const odd: string[] = []
    let running = true
    let successes = 0
    const shop = async (http: HttpClient): Promise<void> => {
      while (running) {
        const answer = await checkout(http).catch((error: unknown) => String(error))
        if (typeof answer === 'string') odd.push(answer)
        else if (answer.status === 200) {
          acknowledged.add(answer.body.order.id)
          successes += 1
        } else {
          refusals.set(answer.status, (refusals.get(answer.status) ?? 0) + 1)
          if (answer.status !== 503 || !answer.headers.has('retry-after')) odd.push(answer.text)
          await sleep(50)
        }
      }
    }
    const shopping = Promise.all(buyers.map(shop))
    for (let restart = 0; restart < restarts; restart += 1) {
      await sleep(400)
      if (restart % 2 === 0) await killServer()
      else await server.stop()
      server = await startServer()
      const before = successes
      await eventually(async () => successes > before, 10)
    }
    running = false
    await shopping
    expect(odd).toEqual([])
    const rows = await site.sql.query('select from commerce_order where id = any($1::uuid[])', [
      [...acknowledged],
    ])
    expect(rows).toHaveLength(acknowledged.size)
    expect(site.output()).not.toContain('nobody caught')
    await site.expectInvariants()
    console.log(
      `R-2: ${restarts} restarts, ${successes} successes, ${refusals.get(503) ?? 0} answers 503, 0 others, 0 lost`,
    )
  }, 300_000)

  test.each<[Trouble, string]>([
    ['slow', 'answers half a second late'],
    ['cut', 'is cut off'],
    ['mute', 'does not answer at all'],
  ])(
    'R-3: given a database that is %s, when it %s, then callers get an answer, and it recovers without a restart',
    async (trouble) => {
      const http = await site.customer()
      expect((await checkout(http)).status).toBe(200)
      wire.suffer(trouble)
      onTestFinished(() => wire.suffer('none'))
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, i) => (i % 2 === 0 ? checkout(http) : http.get('/api/orders'))),
      )
      for (const { status, headers, text } of answers) {
        expect([200, 503], text).toContain(status)
        if (status === 503) expect(headers.has('retry-after'), text).toBe(true)
      }
      if (trouble !== 'slow') expect(answers.some(({ status }) => status === 503)).toBe(true)
      // What needs no database goes on.
      expect((await http.get('/healthz')).status).toBe(200)
      expect((await http.get('/api/config')).status).toBe(200)
      wire.suffer('none')
      await eventually(async () => (await checkout(http).catch(() => ({ status: 0 }))).status === 200, 20)
      const held = await site.sql.query<{ count: number }>(
        "select count(*)::int as count from pg_stat_activity where application_name like 'veralead%' and state <> 'idle' and xact_start < now() - interval '15 s'",
      )
      expect(held[0]?.count).toBe(0)
    },
    120_000,
  )

  test('R-3: given somebody who holds the head of the log, when an order is placed, then the caller is told, and afterwards it works', async () => {
    const http = await site.customer()
    const holder = new Client({
      connectionString: server.superUrl.replace(/\/[^/]*$/, `/${await databaseName()}`),
    })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('begin')
    await holder.query('select from es.head for update')
    const refused = await checkout(http)
    expect(refused.status, refused.text).toBe(503)
    expect(refused.headers.has('retry-after')).toBe(true)
    expect((await http.get('/api/orders')).status).toBe(200)
    await holder.query('rollback')
    expect((await checkout(http)).status).toBe(200)
    await site.expectInvariants()
  })
})

async function databaseName(): Promise<string> {
  const [row] = await site.sql.query<{ name: string }>('select current_database() as name')
  return row?.name ?? ''
}
