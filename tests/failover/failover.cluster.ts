import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referenceOf } from '../../src/modules/commerce/domain/transfer-reference.ts'
import { camt, type Line, ownIban } from '../commerce/payments/bank-transfers/camt-files.ts'
import { productId } from '../commerce/support/shop.ts'
import { runToEnd } from '../faults/support/run-to-end.ts'
import { openSite, type Site } from '../faults/support/site.ts'
import { admin } from '../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import type { Answer, HttpClient } from '../support/http-client.ts'
import { type Cluster, installedServer, startCluster } from './cluster.ts'

const buyers = 4
const companies = 2
/** More than the buyers need in the quarter of an hour that a slow machine may take. */
const peopleToBuy = 20_000
/** By when the site sells again: Patroni's `ttl` of 20 seconds, an election, and a busy machine. */
const withinMs = 90_000

let cluster: Cluster
let database: TestDatabase
let site: Site
beforeAll(async () => {
  cluster = await startCluster('/var/tmp', installedServer()!)
  database = await createTestDatabase({ superUrl: cluster.superUrl })
  site = await openSite({ database })
  const finance = await signedIn()
  const { sections } = (await finance.get('/api/settings')).body
  const { revision } = sections.find(({ key }: { key: string }) => key === 'bank-account')
  const values = { iban: ownIban, bic: 'BYLADEM1001', bank: 'Bank' }
  const set = await finance.send('PUT', '/api/settings/bank-account', { body: { values, revision } })
  expect(set.status, set.text).toBe(200)
})
afterAll(async () => {
  await site?.close()
  await cluster?.stop()
})

async function signedIn(): Promise<HttpClient> {
  const http = await site.customer()
  expect((await http.post('/api/auth/login', admin)).status).toBe(200)
  return http
}

/** What the site has said yes to, and every answer that was neither a yes nor "not now". */
const sold = new Set<string>()
const received = new Set<string>()
const odd: string[] = []
let running = true

/** The answer when it is a success; otherwise null, and anything but 503 with Retry-After is noted. */
async function accepted(call: Promise<Answer>): Promise<Answer | null> {
  const answer = await call.catch((error: unknown) => String(error))
  if (typeof answer !== 'string' && answer.status === 200) return answer
  if (typeof answer === 'string') odd.push(answer)
  else if (answer.status !== 503 || !answer.headers.has('retry-after')) odd.push(answer.text)
  await sleep(100)
  return null
}

/** People buy the program once each, one after the other. */
async function buy(people: HttpClient[]): Promise<void> {
  let http = people.pop()!
  while (running) {
    const placed = await accepted(
      http.post('/api/checkout/create-payment-intent', {
        items: [{ productId, quantity: 1 }],
        metadata: { source: 'embedded_payment_page' },
      }),
    )
    if (placed === null) continue
    const { id } = placed.body.paymentIntent
    await site.lab(`/lab/objects/${id}/pay`, {})
    sold.add(placed.body.order.id)
    // Also at the end: what was paid is recorded before the books are looked at.
    for (;;) {
      const seen = await accepted(http.get(`/api/checkout/verify-payment-intent/${id}`))
      if (seen?.body.order?.status === 'completed') break
      await sleep(100)
    }
    const next = people.pop()
    if (next === undefined) throw new Error('Everybody has bought: the drill needs more people')
    http = next
  }
}

/** A company orders by invoice, and its bank's file with the payment is imported until that is accepted. */
async function buyByTransfer(http: HttpClient, finance: HttpClient): Promise<void> {
  const organizationId = randomUUID()
  const made = await http.post('/api/organizations', {
    id: organizationId,
    name: 'Keel Ltd',
    country: 'Germany',
  })
  expect(made.status, made.text).toBe(200)
  while (running) {
    const orderId = randomUUID()
    const request = { orderId, organizationId, productId, seats: 1, method: 'invoice' }
    const placed = await accepted(http.post('/api/company-orders', request))
    if (placed === null) continue
    sold.add(placed.body.order.id)
    const reference = referenceOf(placed.body.order.id)
    const line: Line = {
      amount: placed.body.order.openAmount,
      text: reference,
      reference: orderId.slice(0, 13),
    }
    const sent = { raw: camt([line]), headers: { 'content-type': 'application/octet-stream' } }
    while (running) {
      const imported = await accepted(finance.send('POST', '/api/finance/bank-statements', sent))
      if (imported === null) continue
      received.add(placed.body.order.id)
      break
    }
  }
}

const troubles: Record<string, (writer: string) => Promise<() => void>> = {
  'loses its power': async (writer) => {
    cluster.lose(writer)
    return () => cluster.start(writer)
  },
  'hangs until its watchdog resets it': async (writer) => {
    cluster.hang(writer)
    return () => cluster.start(writer)
  },
  'gives way for maintenance': async () => {
    await cluster.switchOver()
    return () => undefined
  },
}

describe('two PostgreSQL servers under Patroni, synchronous, behind HAProxy', () => {
  test('given sales and transfers under way, when the writer fails, then the site goes on by itself and nothing accepted is lost', async () => {
    const managers = await site.customers(companies)
    const people = await site.customers(peopleToBuy)
    const finance = await Promise.all(Array.from({ length: companies }, signedIn))
    const work = Promise.all([
      ...Array.from({ length: buyers }, () => buy(people)),
      ...managers.map((http, index) => buyByTransfer(http, finance[index]!)),
    ])
    const more = async (): Promise<void> => {
      const [before, transfers] = [sold.size, received.size]
      const deadline = Date.now() + withinMs
      while (sold.size <= before || received.size <= transfers) {
        if (Date.now() > deadline)
          throw new Error(
            `Nothing was sold within ${withinMs} ms: ${odd.slice(-3).join('; ')}\n${site.output().slice(-8_000)}`,
          )
        await sleep(50)
      }
    }
    await more()
    for (const [name, trouble] of Object.entries(troubles)) {
      const writer = (await cluster.writer())!
      const begun = Date.now()
      const mend = await trouble(writer)
      while ([writer, null].includes(await cluster.writer())) await sleep(200)
      const promoted = Date.now()
      await more()
      console.log(
        `The writer ${name}: another writes after ${promoted - begun} ms, sales go on after ${Date.now() - begun} ms`,
      )
      mend()
      await cluster.whole()
      await more()
    }
    running = false
    await work

    expect(odd).toEqual([])
    const orders = await site.sql.query('select from commerce_order where id = any($1::uuid[])', [[...sold]])
    expect(orders).toHaveLength(sold.size)
    const paid = await site.sql.query(
      `select from commerce_order where id = any($1::uuid[]) and status = 'completed'`,
      [[...received]],
    )
    expect(paid).toHaveLength(received.size)
    await site.expectInvariants()
    const verified = await runToEnd('--import ./bin/prepare.mjs src/server/cli/orders-verify.ts', {
      DATABASE_URL: database.url,
      DATABASE_ADMIN_URL: database.adminUrl,
    })
    expect(verified.code, verified.output).toBe(0)
    console.log(`${sold.size} orders and ${received.size} transfers accepted, 0 lost`)
  })
})
