import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Streams } from '#platform/event-log/streams.ts'
import { couponStream } from '../../../src/modules/commerce/pricing/coupon-rows.ts'
import { checkPrices } from '../../../src/modules/commerce/quotes/prices-of-log.ts'
import type { Answer } from '../../support/http-client.ts'
import { type Buyer, openShop, productId, type Shop } from '../support/shop.ts'

const buyers = process.env.LONG === '1' ? 500 : 60
const limit = 20

let one: Shop
let two: Shop
beforeAll(async () => {
  one = await openShop()
  two = await openShop({ beside: one })
})
afterAll(async () => {
  await two?.stop()
  await one?.stop()
})

/**
 * A person's order by card, or two seats of an organization by invoice, at either process. A caller that has to come back,
 * as when the provider is slow, does.
 */
async function checkout(buyer: Buyer, at: number, couponCode: string): Promise<Answer> {
  const shop = at % 2 === 0 ? one : two
  const http = shop.client()
  http.setCookie('session', buyer.http.cookies.get('session') ?? '')
  const organizationId = randomUUID()
  const isCompany = at % 4 > 1
  if (isCompany) await http.post('/api/organizations', { id: organizationId, name: 'Connexion & Co' })
  const body = { orderId: randomUUID(), organizationId, productId, seats: 2, couponCode, method: 'invoice' }
  for (let tries = 1; ; tries += 1) {
    const answer = isCompany
      ? await http.post('/api/company-orders', body)
      : await shop.checkout({ ...buyer, http }, { couponCode })
    if (answer.status !== 503 || tries === 20) return answer
  }
}

test('given 60 buyers (500 under LONG=1) who check out at once at two processes with a coupon of 20 uses, then exactly 20 orders have it, and the others are told at the field', async () => {
  const id = randomUUID()
  const none = { amount: null, productId: null, cohortId: null, validUntil: null }
  const terms = { id, code: 'TWENTY-ONLY', percent: 20, maxUses: limit, ...none }
  expect((await (await one.staff()).post('/api/admin/prices/coupons', terms)).status).toBe(200)
  const people = await Promise.all(Array.from({ length: buyers }, () => one.buyer()))
  const answers = await Promise.all(people.map((buyer, at) => checkout(buyer, at, terms.code)))
  const placed = answers.filter(({ status }) => status === 200)
  expect(placed.map(({ body }) => body.order.totalAmount).sort()).toEqual(
    placed.map(({ body }) => (body.order.organizationId ? '4000.00' : '2000.00')).sort(),
  )
  for (const { status, body } of answers.filter((answer) => !placed.includes(answer)))
    expect([status, body.code, body.fields?.[0]?.path]).toEqual([409, 'COUPON_USED_UP', 'couponCode'])
  expect(placed).toHaveLength(limit)

  const { users } = (await one.site.container.get(Streams).load(couponStream, id)).state
  expect(users).toEqual(new Set(placed.map(({ body }) => body.order.id)))
  const [row] = await one.sql.query<{ uses: number }>('select uses from commerce_coupon where id = $1', [id])
  expect(row?.uses).toBe(limit)
  // Nobody who was refused has an order, at whatever price.
  const [orders] = await one.sql.query<{ count: number }>('select count(*)::int from commerce_order', [])
  expect(orders?.count).toBe(limit)
  expect((await checkPrices(one.sql)).faults).toEqual([])
})
