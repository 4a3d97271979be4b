import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { PrivacyRequests } from '../../../src/modules/identity/privacy-requests.ts'
import { eventually } from '../../support/app.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { copyDatabase, onServer } from '../support/backup.ts'
import { cli } from '../support/cli.ts'
import { openShop, productId, type Shop } from '../support/shop.ts'

const author = { actor: { kind: 'system', name: 'test' } } as const
let first: Shop
let running: Shop
let backup: string
/** Where documents are kept: beside the database, hence not restored with it. */
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veralead-drill-'))
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
async function start(): Promise<HttpClient> {
  running = await openShop({ beside: first, env: { DATA_DIR: folder } })
  await running.reconciler.stop()
  return running.staff()
}

async function days(staff: HttpClient) {
  const { lines } = (await staff.get('/api/finance/books?by=day&dates=stripe')).body
  return lines.map(({ lateEntries: _, ...figures }: { lateEntries: number }) => figures)
}

/** Confirmations and refund mails of orders: how many are in each state. */
async function mailStates(orderIds: readonly string[]): Promise<Record<string, number>> {
  const rows = await running.sql.query<{ state: string }>(
    `select state from commerce_order_mail where order_id = any($1::uuid[]) and kind in ('confirmation', 'refund')`,
    [orderIds],
  )
  const counts: Record<string, number> = {}
  for (const { state } of rows) counts[state] = (counts[state] ?? 0) + 1
  return counts
}
const code = 'DRILL-20'
async function companyAndCoupon() {
  const [manager, owner] = [await first.buyer(), await first.staff()]
  const [organizationId, couponId] = [randomUUID(), randomUUID()]
  const address = { addressLine1: '1 Dock Road', city: 'Hamburg', country: 'Germany' }
  await manager.http.post('/api/organizations', { id: organizationId, name: 'Keel Ltd', ...address })
  const limits = { amount: null, productId: null, cohortId: null, maxUses: 5, maxSeats: 10 }
  const terms = { ...limits, id: couponId, code, percent: 20, validUntil: '2040-01-01T00:00:00Z' }
  const defined = await owner.post('/api/admin/prices/coupons', terms)
  expect(defined.status, defined.text).toBe(200)
  return { manager, organizationId, couponId }
}
async function companyOrder(http: HttpClient, how: Record<string, unknown>): Promise<string> {
  const placed = await http.post('/api/company-orders', {
    ...{ orderId: randomUUID(), productId, seats: 2 },
    ...how,
  })
  expect(placed.status, placed.text).toBe(200)
  return placed.body.order.id
}
/** The seats of each order with their claim, and how often the coupon is used. */
async function seatsAndUses(orderIds: readonly string[], couponId: string) {
  const seats = await running.sql.query<{ seats: number; claim: string }>(
    'select count(*)::int as seats, claim from program_seat where order_id = any($1::uuid[]) group by order_id, claim order by claim',
    [orderIds],
  )
  const [coupon] = await running.sql.query('select uses from commerce_coupon where id = $1', [couponId])
  return { seats: seats.map(({ seats: count, claim }) => [count, claim]), uses: coupon?.uses }
}
const numbers = (orderIds: readonly string[]) =>
  running.sql.query(
    'select kind, number, order_id, refund_id from commerce_invoice where order_id = any($1::uuid[]) order by 1, 2',
    [orderIds],
  )
const messageIds = async (emails: readonly string[]): Promise<string[]> => {
  const mails = await Promise.all(
    emails.map(
      async (to) => (await running.client().get(`/api/dev/mail?to=${encodeURIComponent(to)}`)).body.mails,
    ),
  )
  return mails.flat().map(({ messageId }: { messageId: string }) => messageId)
}

test('D-1, D-2: given a backup of yesterday, and a lost day with paid and unpaid orders, a refund and a dispute, when the database is restored and everything is recorded with one command, then nothing is left, 0 rows differ, numbers and books are as before, and no mail is sent twice', async () => {
  const disputed = await first.paidOrder()
  const refunded = await first.paidOrder()
  const undecided = await first.buyer()
  const { manager, organizationId, couponId } = await companyAndCoupon()
  const erased = await first.buyer()
  await first.inbox.idle()
  await first.site.stop()
  await copyDatabase(first, first.database.name, backup)

  // The day that will be lost.
  let staff = await start()
  const paid = [await running.paidOrder(), await running.paidOrder(), await running.paidOrder()]
  const again = running.client()
  again.setCookie('session', await running.sessionOf(undecided))
  const unpaid = (await running.checkout({ ...undecided, http: again })).body
  await running.lab(`/lab/objects/${refunded.intentId}/refund`, { amount: 12_500 })
  await running.lab(`/lab/objects/${disputed.intentId}/dispute`)
  for (const { intentId } of [refunded, disputed]) await running.observations.observe(intentId, author)
  // A company, by invoice with a coupon and by card.
  const asManager = running.client()
  asManager.setCookie('session', await running.sessionOf(manager))
  const byInvoice = await companyOrder(asManager, { organizationId, method: 'invoice', couponCode: code })
  const byCard = await companyOrder(asManager, { organizationId, method: 'card', couponCode: null })
  const { paymentIntent } = (await asManager.post(`/api/company-orders/${byCard}/payment`, {})).body
  await running.pay(paymentIntent.clientSecret)
  await running.observations.observe(paymentIntent.id, author)
  const companys = [byInvoice, byCard]
  const privacy = () => running.site.container.get(PrivacyRequests)
  await privacy().erase(erased.id)
  await privacy().finishErasure({ data: { userId: erased.id } } as never)
  for (const id of companys)
    expect((await staff.get(`/api/finance/orders/${id}/documents/invoice`)).status).toBe(200)
  const orders = [disputed, refunded, ...paid].map(({ orderId }) => orderId)
  const people = [disputed, refunded, ...paid].map(({ buyer }) => buyer.email)
  await eventually(async () => ((await mailStates(orders)).sent ?? 0) === 6, 30)
  await running.inbox.idle()
  await staff.post('/api/finance/books/fees')
  const then = {
    days: await days(staff),
    numbers: await numbers([...orders, ...companys]),
    seats: await seatsAndUses(companys, couponId),
  }
  expect(then.seats).toEqual({
    seats: [
      [2, 'open'],
      [2, 'paid'],
    ],
    uses: 1,
  })
  const sent = await messageIds(people)
  await running.site.stop()

  // Wiped, restored; the buyer who had not paid begins another order before anybody has compared.
  await onServer(first, (client) => client.query(`drop database ${first.database.name} with (force)`))
  await copyDatabase(first, backup, first.database.name)
  staff = await start()
  const kept = await messageIds(people)
  const returned = running.client()
  returned.setCookie('session', await running.sessionOf(undecided))
  const another = (await running.checkout({ ...undecided, http: returned })).body
  expect(another.order.id).not.toBe(unpaid.order.id)

  expect(await privacy().eraseAgain()).toBe(1)
  expect(await privacy().eraseAgain()).toBe(0)
  const ran = await cli(running, folder, 'reconcile', '--record', 'all', '--as', 'admin', '--json')
  const told = JSON.parse(ran.out)
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(told).toMatchObject({ ok: true, startedBy: 'admin', open: [], failures: [] })
  expect(told.settled).toHaveLength(7)

  const log = running.site.container.get(EventLog)
  const verdict = await verifyOrders(log)
  expect(verdict).toMatchObject({ ok: true, differences: [], numbers: { count: 0 } })
  expect(await numbers([...orders, ...companys])).toEqual(then.numbers)
  expect(await seatsAndUses(companys, couponId)).toEqual(then.seats)
  expect((await running.orders.load(byInvoice)).order.dues).toMatchObject({ 1: { amount: 400_000 } })
  await staff.post('/api/finance/books/fees')
  expect(await days(staff)).toEqual(then.days)
  // The payment that nobody will make is over at Stripe as well; the order that its buyer began since goes on.
  expect((await running.stripe.paymentIntents.retrieve(unpaid.paymentIntent.id)).status).toBe('canceled')
  const statuses = await running.sql.query('select id, status from commerce_order where buyer_id = $1', [
    undecided.id,
  ])
  expect(new Map(statuses.map(({ id, status }) => [id, status]))).toEqual(
    new Map([
      [unpaid.order.id, 'cancelled'],
      [another.order.id, 'pending'],
    ]),
  )
  // The mails of the lost day are owed anew and known to be sent.
  await eventually(async () => ((await mailStates(orders)).sent ?? 0) === 6, 30)
  const ofLostDay = sent.filter((id) => !kept.includes(id))
  expect((await messageIds(people)).filter((id) => ofLostDay.includes(id))).toEqual([])
}, 180_000)
