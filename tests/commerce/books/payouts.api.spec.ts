import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { Payouts } from '../../../src/modules/commerce/finance/payouts/payouts.ts'
import { UndeliveredEvents } from '../../../src/modules/commerce/finance/reconciliation/undelivered-events.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { openShop } from '../support/shop.ts'

const shop = given(openShop)
const staff = given(() => shop.staff())
afterEach(async () => {
  await shop.lab('/lab/chaos', {})
})

interface LabPayout {
  id: string
  amount: number
}
interface Item {
  id: string
  category: string
  orderId: string | null
  amount: string
  fee: string
  net: string
}
const send = async (body: object = {}) =>
  ((await shop.lab('/lab/payouts', body)) as { payout: LabPayout | null }).payout!
const move = (body: object) => shop.lab('/lab/movements', body)
const act = (id: string, action: string) => shop.lab(`/lab/objects/${id}/${action}`)
const listed = async (q: string) =>
  (await staff.get(`/api/finance/payouts?q=${encodeURIComponent(q)}`)).body.payouts
const one = (id: string, expected: object) =>
  eventually(async () => {
    const [payout] = await listed(id)
    if (payout === undefined) return null
    return Object.entries(expected).every(([key, value]) => payout[key] === value) ? payout : null
  }, 30)
const itemsOf = async (id: string): Promise<Item[]> =>
  (await staff.get(`/api/finance/payouts/${id}/items`)).body.items
const cents = (amount: string) => Math.round(Number(amount) * 100)
const sum = (items: readonly Item[]) => items.reduce((total, { net }) => total + cents(net), 0)
const refund = (orderId: string, amount: string) =>
  staff.post(`/api/finance/orders/${orderId}/refunds`, { requestId: randomUUID(), reason: 'agreed', amount })
/** Everything that earlier tests left in the balance. */
const emptied = async () => {
  await shop.lab('/lab/payouts', {})
  await shop.lab('/lab/payouts', { currency: 'eur' })
}

test('given 40 orders with refunds, a dispute and an adjustment in one currency, and orders in a second one, when each is paid out, then the items are the payout to the cent and name their orders', async () => {
  await emptied()
  const orders = []
  for (let n = 0; n < 40; n += 1) orders.push(await shop.paidOrder())
  for (const [at, { orderId }] of orders.slice(0, 5).entries())
    expect((await refund(orderId, `${100 + at}.37`)).status).toBe(200)
  await shop.lab(`/lab/objects/${orders[7]!.intentId}/dispute`)
  await move({ type: 'adjustment', amount: -1_234, description: 'Correction of a fee' })
  await move({ type: 'stripe_fee', amount: -500, description: 'Radar' })
  await shop.sql.query(`update commerce_product set currency = 'eur'`)
  const inEuro = [await shop.paidOrder(), await shop.paidOrder()]
  await shop.sql.query(`update commerce_product set currency = 'usd'`)

  const [dollars, euros] = [await send(), await send({ currency: 'eur' })]
  const payout = await one(dollars.id, { status: 'paid', itemised: true })
  expect(payout).toMatchObject({ automatic: true, rest: '0.00', orders: 40, items: 48 })
  const items = await itemsOf(dollars.id)
  expect(sum(items)).toBe(dollars.amount)
  expect(cents(payout.amount)).toBe(dollars.amount)
  const count = (category: string) => items.filter((item) => item.category === category).length
  expect(['charge', 'refund', 'dispute', 'other_adjustment', 'fee'].map(count)).toEqual([40, 5, 1, 1, 1])
  expect(new Set(items.map(({ orderId }) => orderId).filter(Boolean))).toEqual(
    new Set(orders.map(({ orderId }) => orderId)),
  )
  expect(
    items
      .filter(({ orderId }) => orderId === null)
      .map(({ category }) => category)
      .sort(),
  ).toEqual(['fee', 'other_adjustment'])
  expect(items.find(({ category }) => category === 'dispute')?.orderId).toBe(orders[7]!.orderId)

  expect(await one(euros.id, { itemised: true })).toMatchObject({ currency: 'eur', rest: '0.00', orders: 2 })
  const inEuroItems = await itemsOf(euros.id)
  expect(sum(inEuroItems)).toBe(euros.amount)
  expect(new Set(inEuroItems.map(({ orderId }) => orderId))).toEqual(
    new Set(inEuro.map(({ orderId }) => orderId)),
  )

  // The amount of the bank line, as the bank writes it.
  expect((await listed(payout.amount)).map(({ id }: LabPayout) => id)).toEqual([dollars.id])
  const { groups } = (await staff.get(`/api/admin/search?q=${payout.amount}`)).body
  const found = groups.find(({ group }: { group: string }) => group === 'payouts')
  expect(found.hits).toMatchObject([
    { id: dollars.id, amount: payout.amount, details: ['paid', '40 orders'] },
  ])

  const csv = (await staff.get('/api/finance/payouts.csv')).text.trim().split('\r\n')
  const lines = csv.filter((line) => line.includes(dollars.id))
  expect(lines).toHaveLength(48)
  const nets = lines.map((line) => cents(line.split(',').at(-2)!.replaceAll('"', '')))
  expect(nets.reduce((total, net) => total + net, 0)).toBe(dollars.amount)
})

test('given webhooks that come twice, out of order, or never, when the payout is read again, then it stands as at Stripe and has each item once', async () => {
  await emptied()
  const { orderId } = await shop.paidOrder()
  const payouts = shop.site.container.get(Payouts)
  await shop.lab('/lab/chaos', { webhooks: [{ match: { type: '*' }, fault: 'drop', attempts: 9 }] })
  const { id } = await send({ until: 'sent' })
  await payouts.follow(id)
  expect(await listed(id)).toMatchObject([{ status: 'in_transit', itemised: false, items: 0, rest: '0.00' }])
  await act(id, 'arrive')
  await act(id, 'reconcile')
  await Promise.all([payouts.follow(id), payouts.follow(id), payouts.follow(id)])
  await payouts.follow(id)
  expect(await listed(id)).toMatchObject([{ status: 'paid', itemised: true, items: 1, orders: 1 }])
  expect(await itemsOf(id)).toMatchObject([{ orderId, category: 'charge' }])

  // Nobody tells of this one: the reconciliation of the hour finds it.
  await shop.paidOrder()
  const silent = await send()
  expect(await listed(silent.id)).toEqual([])
  await shop.sql.query(`update commerce_undelivered_mark set asked_at = now() - interval '1 day'`)
  const author = { actor: { kind: 'system', name: 'reconciler' } as const }
  await shop.site.container.get(UndeliveredEvents).catchUp(author, () => false)
  expect(await listed(silent.id)).toMatchObject([{ status: 'paid', itemised: true, items: 1, rest: '0.00' }])
})

test('given an answer of Stripe that is older than what is recorded, when it arrives last, then what is recorded stands', async () => {
  const at = new Date('2026-11-20T00:00:00Z')
  const payout = {
    id: 'po_late',
    amount: 100,
    currency: 'usd',
    automatic: true,
    failure: null,
    arrivesAt: at,
    createdAt: at,
  }
  const item = { category: 'charge', description: null, amount: 103, fee: 3, intentId: null, createdAt: at }
  const answering = (status: string, isReconciled: boolean) => {
    const items = isReconciled ? [{ ...item, id: 'txn_late', subject: 'ch_late' }] : []
    const stripe = { ask: async () => ({ payout: { ...payout, status, isReconciled }, items }) }
    const { container } = shop.site
    return new Payouts({
      database: container.get(Database),
      clock: container.get(Clock),
      stripe: stripe as never,
    })
  }
  await answering('paid', true).follow('po_late')
  await answering('in_transit', false).follow('po_late')
  expect(await listed('po_late')).toMatchObject([{ status: 'paid', itemised: true, items: 1, rest: '0.00' }])
  await answering('failed', true).follow('po_late')
  await answering('paid', true).follow('po_late')
  expect(await listed('po_late')).toMatchObject([{ status: 'failed', itemised: true, items: 1 }])
})

test('given a payout whose record was cut off before its items, when it is followed again, then it is whole', async () => {
  await emptied()
  await shop.paidOrder()
  const admin = new Client({ connectionString: shop.database.adminUrl })
  await admin.connect()
  await admin.query(
    `create function refuse_item() returns trigger language plpgsql as 'begin raise exception ''cut off''; end'`,
  )
  await admin.query(
    'create trigger cut_off before insert on commerce_payout_item execute function refuse_item()',
  )
  const { id } = await send()
  const payouts = shop.site.container.get(Payouts)
  await expect(payouts.follow(id)).rejects.toThrow('cut off')
  expect(await listed(id)).toEqual([])
  await admin.query('drop trigger cut_off on commerce_payout_item')
  await admin.end()
  await payouts.follow(id)
  await payouts.follow(id)
  expect(await listed(id)).toMatchObject([{ itemised: true, items: 1, rest: '0.00' }])
})

test('given a payout that the bank returns, then it is shown as failed, and the next payout has its money as an item', async () => {
  await emptied()
  const { orderId } = await shop.paidOrder()
  const returned = await send()
  await one(returned.id, { status: 'paid', itemised: true })
  await act(returned.id, 'fail')
  expect(await one(returned.id, { status: 'failed' })).toMatchObject({
    failure: 'The bank account has been closed.',
    items: 1,
  })
  const next = await send()
  await one(next.id, { itemised: true })
  const items = await itemsOf(next.id)
  expect(items).toMatchObject([{ category: 'payout_reversal', orderId: null }])
  expect(sum(items)).toBe(next.amount)
  expect((await itemsOf(returned.id))[0]?.orderId).toBe(orderId)
})

test('given a manual payout, then it is listed without items, and nothing is asked that Stripe refuses', async () => {
  const { id } = await send({ automatic: false, amount: 12_345 })
  expect(await one(id, { status: 'paid' })).toMatchObject({ automatic: false, itemised: false, rest: '0.00' })
  expect(await itemsOf(id)).toEqual([])
  await expect(shop.stripe.balanceTransactions.list({ payout: id })).rejects.toThrow(
    /only be filtered on automatic/,
  )
  expect((await staff.get('/api/finance/payouts.csv')).text).toContain('manual: Stripe cannot itemise it')
})

test('given a fee of the account, which no payment has, when fees are collected, then it is kept, and the log and the books agree', async () => {
  const fees = async () =>
    Number(
      (await staff.get('/api/finance/books?by=month')).body.sums.find(
        ({ currency }: { currency: string }) => currency === 'usd',
      )?.fees ?? 0,
    )
  await shop.paidOrder()
  await staff.post('/api/finance/books/fees')
  const before = await fees()
  await move({ type: 'stripe_fee', amount: -777, description: 'Billing' })
  await staff.post('/api/finance/books/fees')
  await staff.post('/api/finance/books/fees')
  expect(await fees()).toBeCloseTo(before + 7.77, 2)
  expect(await verifyOrders(shop.site.container.get(EventLog))).toMatchObject({ ok: true })
})
