import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Staff } from '../../../src/modules/identity/staff/staff.ts'
import { cli } from '../support/cli.ts'
import { lostOrder } from '../support/lost-orders.ts'
import { openShop, type Shop } from '../support/shop.ts'

let shop: Shop
let log: EventLog
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'veralead-reconcile-'))
  shop = await openShop()
  // What the product records by itself has tests of its own: here only the command does.
  await shop.reconciler.stop()
  log = shop.site.container.get(EventLog)
})
afterAll(async () => {
  await shop?.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => shop.lab('/lab/chaos', { webhooks: [{ fault: 'drop' }] }))

const reconcile = (...args: string[]) => cli(shop, folder, 'reconcile', ...args)
const actorsOf = async (orderId: string) =>
  (await log.read(`order-${orderId}`)).map(({ metadata }) => metadata.actor)

/** Paid at Stripe, and no webhook came. */
async function unheardOf() {
  const { body } = await shop.checkout(await shop.buyer())
  await shop.pay(body.paymentIntent.clientSecret)
  return { orderId: body.order.id as string, intentId: body.paymentIntent.id as string }
}

describe('npm run reconcile -- --record all', () => {
  test('given one difference that cannot be recorded, when all are, then the others are, and what is left is named with its order, its payment and the reason', async () => {
    const missed = [await unheardOf(), await unheardOf()]
    const lost = await lostOrder(shop, crypto.randomUUID(), 'pm_card_visa')
    const buyer = await shop.buyer()
    await shop.checkout(buyer)
    const unpaid = await lostOrder(shop, buyer.id)
    const waiting = await shop.buyer()
    await shop.checkout(waiting)
    const underWay = await lostOrder(shop, waiting.id)
    await shop.lab(`/lab/objects/${underWay.intentId}/pay`, { payment_method: 'pm_usBankAccount_processing' })
    const ran = await reconcile('--record', 'all')
    expect(ran.code, ran.out + ran.err).toBe(1)
    for (const { intentId, orderId } of [...missed, lost, unpaid])
      expect(ran.out).toContain(`Dealt with (recorded): ${intentId} order ${orderId}`)
    expect(ran.out).toContain(
      `Left: payment ${underWay.intentId} of order ${underWay.orderId}: This order's payment is under way, and its buyer has begun another one since.`,
    )
    const me = `system:command-line:${userInfo().username}`
    expect(new Set(await actorsOf(lost.orderId))).toEqual(new Set([me]))
    for (const { orderId } of missed) expect((await actorsOf(orderId)).at(-1)).toBe(me)
    const told = JSON.parse((await reconcile('--record', 'all', '--json')).out)
    expect(told).toMatchObject({
      ok: false,
      startedBy: me,
      settled: [],
      failures: [{ intentId: underWay.intentId, orderId: underWay.orderId, code: 'BUYER_HAS_OPEN_ORDER' }],
      open: [{ intentId: underWay.intentId }],
    })
    await shop.lab(`/lab/objects/${underWay.intentId}/settle`, { outcome: 'succeed' })
    expect(await reconcile('--record', 'all')).toMatchObject({ code: 0, err: '' })
  }, 120_000)

  test('given a member of staff, when all is recorded as them, then the events carry their account; and somebody unknown records nothing', async () => {
    const member = { username: 'maria', password: 'A-long-password-1A', role: 'finance' } as const
    const { id } = await shop.site.container.get(Staff).create(member)
    const { orderId, intentId } = await unheardOf()
    const before = await actorsOf(orderId)
    const stranger = await reconcile('--record', 'all', '--as', 'nobody-here')
    expect(stranger).toMatchObject({
      code: 2,
      err: '--as: there is no member of staff with the username "nobody-here"\n',
    })
    expect(await actorsOf(orderId)).toEqual(before)
    const ran = await reconcile('--record', 'all', '--as', 'Maria', '--json')
    expect(ran.code, ran.out + ran.err).toBe(0)
    expect(JSON.parse(ran.out)).toMatchObject({
      startedBy: 'maria',
      settled: [{ intentId, settledBy: 'maria' }],
    })
    const last = (await log.read(`order-${orderId}`)).at(-1)
    expect(last?.metadata).toMatchObject({
      actor: `staff:${id}`,
      requestId: `command-line:${userInfo().username}`,
    })
  }, 120_000)

  test('given more than 500 open differences, when all are recorded, then none is left out', async () => {
    await shop.sql.query(
      `insert into commerce_difference (id, intent_id, order_id, kind, log_says, stripe_says, cause, state, found_at)
       select gen_random_uuid(), 'pi_old_' || n, gen_random_uuid(), 'unknown-order', 'No such order', '7.00 USD received',
         'Another installation.', 'open', '2026-01-01' from generate_series(1, 501) n`,
    )
    const { intentId } = await unheardOf()
    const ran = await reconcile('--record', 'all', '--json')
    const told = JSON.parse(ran.out)
    expect(ran.code).toBe(1)
    expect(told.settled).toMatchObject([{ intentId, state: 'recorded' }])
    expect(told.open).toHaveLength(501)
    await shop.sql.query(`delete from commerce_difference where intent_id like 'pi_old_%'`)
  }, 120_000)
})
