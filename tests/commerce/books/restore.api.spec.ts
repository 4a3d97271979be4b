import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { rebuildOrders } from '../../../src/modules/commerce/orders/rebuild.ts'
import { eventually } from '../../support/app.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { copyDatabase, onServer } from '../support/backup.ts'
import { openShop, type Shop } from '../support/shop.ts'

/** The server and the lab stay; processes come and go on the one database. */
let first: Shop
let running: Shop
let backup: string
/** Where documents are kept: beside the database, hence not restored with it. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veralead-restore-'))
  first = await openShop({ env: { DATA_DIR: folder } })
  running = first
  backup = `${first.database.name}_backup`
})
afterAll(async () => {
  if (running !== undefined && running !== first) await running.stop()
  await first?.stop()
  await rm(folder, { recursive: true, force: true })
  if (first !== undefined)
    await onServer(first, (client) => client.query(`drop database if exists ${backup} with (force)`))
})

/** A further process on the same database and lab; nothing happens there but what the test does. */
async function start(): Promise<void> {
  running = await openShop({ beside: first, env: { DATA_DIR: folder } })
  await running.reconciler.stop()
}

interface Mail {
  to: string
  subject: string
  messageId: string
  attachments: string[]
}
const mailsTo = async (email: string): Promise<Mail[]> =>
  (await running.client().get(`/api/dev/mail?to=${encodeURIComponent(email)}`)).body.mails
const confirmed = (email: string) =>
  eventually(async () => (await mailsTo(email)).filter(({ attachments }) => attachments.length === 2)[0])

/** The mails that the backup knows of: the mailbox of tests lies in the database. */
async function keptBefore(name: string): Promise<{ messageId: string }[]> {
  const url = new URL(first.database.superUrl)
  url.pathname = `/${name}`
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    return (await client.query('select message_id as "messageId" from platform_dev_mail')).rows
  } finally {
    await client.end()
  }
}

async function orderOf(staff: HttpClient, orderId: string) {
  const { body } = await staff.get(`/api/finance/orders/${orderId}/state`)
  const { status, receivedAmount, refundedAmount } = body.order
  return { status, receivedAmount, refundedAmount }
}

async function invoiceOf(staff: HttpClient, orderId: string) {
  const paper = await staff.get(`/api/finance/orders/${orderId}/documents/invoice`)
  expect(paper.status, paper.text.slice(0, 200)).toBe(200)
  return paper
}

describe('a backup of yesterday', () => {
  test('D-1, D-2: given a database that is wiped and restored as of a day ago, when it is reconciled, then every payment, refund and order of the lost day is back under the numbers that were printed for them, 0 rows differ and no mail is a second one', async () => {
    const settled = await first.paidOrder()
    const refundedLater = await first.paidOrder()
    const buyer = await first.buyer()
    const { body: placed } = await first.checkout(buyer)
    await confirmed(settled.buyer.email)
    await confirmed(refundedLater.buyer.email)
    await first.inbox.idle()
    await first.site.stop()
    await copyDatabase(first, first.database.name, backup)

    // The day that will be lost.
    await start()
    const newcomer = await running.paidOrder()
    await running.pay(placed.paymentIntent.clientSecret)
    // The session is the database's, so it is there still.
    const again = running.client()
    again.setCookie('session', await running.sessionOf(buyer))
    await again.get(`/api/checkout/verify-payment-intent/${placed.paymentIntent.id}`)
    const staff = await running.staff()
    await staff.post(`/api/finance/orders/${refundedLater.orderId}/refunds`, {
      amount: '125.00',
      reason: 'late start',
      requestId: randomUUID(),
    })
    await running.lab(`/lab/objects/${settled.intentId}/refund`, {})
    await running.observations.observe(settled.intentId, { actor: { kind: 'system', name: 'test' } })
    const mine = [settled.orderId, refundedLater.orderId, placed.order.id as string, newcomer.orderId]
    const then = await Promise.all(mine.map((id) => orderOf(staff, id)))
    expect(then.map(({ status }) => status)).toEqual(['refunded', 'completed', 'completed', 'completed'])
    const people = [settled.buyer.email, refundedLater.buyer.email, buyer.email]
    await confirmed(buyer.email)
    await confirmed(newcomer.buyer.email)
    const refundMails = (email: string) =>
      eventually(async () => (await mailsTo(email)).find(({ subject }) => /refund/i.test(subject)))
    await refundMails(settled.buyer.email)
    await refundMails(refundedLater.buyer.email)
    const papers = (of: HttpClient) => Promise.all(mine.map((id) => invoiceOf(of, id)))
    const printed = await papers(staff)
    await running.inbox.idle()
    const sent = new Map<string, Mail[]>()
    for (const email of [...people, newcomer.buyer.email]) sent.set(email, await mailsTo(email))
    await running.site.stop()

    // Wiped, restored.
    await onServer(first, async (client) => {
      await client.query(`drop database ${first.database.name} with (force)`)
    })
    await copyDatabase(first, backup, first.database.name)
    await start()
    const log = running.site.container.get(EventLog)
    expect((await log.verify()).ok).toBe(true)
    const anew = await running.staff()
    // Before anybody has looked: what is sold now must not take a number that lies in somebody's post.
    const next = await running.paidOrder()
    const { body: compared } = await anew.post('/api/finance/reconciliation/run')
    expect(compared.report.error).toBeNull()
    const kinds = new Map(
      compared.open.map((one: { intentId: string; kind: string }) => [one.intentId, one.kind]),
    )
    expect(kinds).toEqual(
      new Map([
        [settled.intentId, 'behind-stripe'],
        [refundedLater.intentId, 'behind-stripe'],
        [placed.paymentIntent.id, 'behind-stripe'],
        [newcomer.intentId, 'lost-order'],
      ]),
    )
    for (const { id, action } of compared.open) {
      const answer = await anew.post(`/api/finance/reconciliation/differences/${id}/settle`, { action })
      expect(answer.status, answer.text).toBe(200)
    }
    expect((await anew.post('/api/finance/reconciliation/run')).body).toMatchObject({
      report: { found: 0, error: null },
      open: [],
    })
    expect(await Promise.all(mine.map((id) => orderOf(anew, id)))).toEqual(then)

    const verdict = await verifyOrders(log)
    expect(verdict).toMatchObject({ ok: true, differences: [], numbers: { count: 0 } })
    expect(await rebuildOrders(first.database.adminUrl)).toMatchObject({ differing: 0, swapped: false })

    // The mails of the lost day are queued again, and known to be sent by their marks beside the documents: none is sent twice.
    const settledMails = await eventually(async () => {
      const rows = await running.sql.query<{ state: string }>(
        `select state from commerce_order_mail where order_id = any($1::uuid[]) and kind in ('confirmation', 'refund')`,
        [mine],
      )
      return rows.every(({ state }) => state !== 'owed') && rows
    }, 20)
    const known = new Set([...sent.values()].flat().map(({ messageId }) => messageId))
    expect(known.size).toBeGreaterThanOrEqual(6)
    const backedUp = new Set((await keptBefore(backup)).map(({ messageId }) => messageId))
    const twice = (await Promise.all([...sent.keys()].map(mailsTo))).flat()
    expect(twice.filter(({ messageId }) => known.has(messageId) && !backedUp.has(messageId))).toEqual([])
    expect(settledMails.map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => 'sent'))
    // Every paper is the one that its buyer holds, and no number is on two.
    const reprinted = await papers(anew)
    expect(reprinted.map(({ text }) => text)).toEqual(printed.map(({ text }) => text))
    const name = (paper: { headers: Headers }) => paper.headers.get('content-disposition')
    const all = [...reprinted, await invoiceOf(anew, next.orderId)].map(name)
    expect(all.slice(0, 4)).toEqual(printed.map(name))
    expect(new Set(all).size).toBe(5)
    // The order that was lost says who brought it back, and from what.
    const events = await log.read(`order-${newcomer.orderId}`)
    expect(events.map(({ type }) => type)).toEqual([
      'OrderPlaced',
      'PaymentIntentObserved',
      'NoteAdded',
      'InvoiceIssued',
    ])
    const decided = events.filter(({ type }) => type === 'OrderPlaced' || type === 'NoteAdded')
    expect(decided.every(({ metadata }) => String(metadata.actor).startsWith('staff:'))).toBe(true)
    expect(events[0]).toMatchObject({
      schemaVersion: 1,
      data: { buyerId: newcomer.buyer.id, lines: [{ unitPrice: 250_000 }], answers: {} },
    })
  }, 120_000)
})
