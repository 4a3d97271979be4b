import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '#platform/database/sql.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { ExpiredQuotes } from '../../../src/modules/commerce/quotes/expired-quotes.ts'
import { checkPrices, rebuildPrices } from '../../../src/modules/commerce/quotes/prices-of-log.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { type Buyer, openShop, productId, type Shop } from '../support/shop.ts'

let shop: Shop
let superuser: Client
let owner: HttpClient
let buyer: Buyer
const organizationId = randomUUID()
const couponId = randomUUID()
const code = 'COUNTED'
const day = 86_400_000

/** An order by a coupon that came back with it, one by a coupon and a step, a quote that became an order, one that ended, one that is open. */
beforeAll(async () => {
  shop = await openShop()
  superuser = new Client({ connectionString: shop.database.adminUrl })
  await superuser.connect()
  owner = await shop.staff()
  buyer = await shop.buyer()
  const settings = (await owner.get('/api/settings')).body.sections as {
    key: string
    values: object
    revision: string
  }[]
  const { values, revision } = settings.find(({ key }) => key === 'prices')!
  const volumeSteps = [{ from: 5, percent: 10 }]
  await owner.put('/api/settings/prices', { values: { ...values, volumeSteps }, revision })
  const none = { amount: null, productId: null, cohortId: null }
  const terms = { ...none, percent: 20, validUntil: '2040-01-01T00:00:00Z', maxUses: 5, maxSeats: 10 }
  const defined = await owner.post('/api/admin/prices/coupons', { id: couponId, code, ...terms })
  expect(defined.status, defined.text).toBe(200)
  const address = { addressLine1: '1 Main Street', city: 'Boston', country: 'US' }
  await buyer.http.post('/api/organizations', { id: organizationId, name: 'Connexion & Co', ...address })
  const ended = await quoted(5)
  await shop.advance(31 * day)
  await expired()
  buyer.http.setCookie('session', await shop.sessionOf(buyer))
  owner = await shop.staff()
  expect(ended).toMatch(/^\S+$/)
  const accepted = await shop.client().post(`/api/quotes/${await quoted(6)}/accept`, { name: 'Mary' })
  expect(accepted.status, accepted.text).toBe(200)
  await quoted(7)
  const [given] = [await ordered(8), await ordered(9)]
  const cancelled = await owner.post(`/api/finance/orders/${given}/cancel`, { reason: 'not wanted' })
  expect(cancelled.status, cancelled.text).toBe(200)
})
afterAll(async () => {
  await superuser?.end()
  await shop?.stop()
})

const wanted = (seats: number) => ({ organizationId, productId, seats, couponCode: code })
async function quoted(seats: number): Promise<string> {
  const answer = await buyer.http.post('/api/quotes', { id: randomUUID(), ...wanted(seats) })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.token
}
async function ordered(seats: number): Promise<string> {
  const body = { orderId: randomUUID(), method: 'invoice', ...wanted(seats) }
  const answer = await buyer.http.post('/api/company-orders', body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.order.id
}
const expired = () =>
  (
    shop.site.container.getAll(JobHandlers).find((each) => each instanceof ExpiredQuotes) as ExpiredQuotes
  ).expire()
const verified = () => verifyOrders(shop.site.container.get(EventLog))
const sql: Sql = {
  query: async <Row>(text: string, values: readonly unknown[]) =>
    (await superuser.query(text, [...values])).rows as Row[],
}

const planted: [what: string, statement: string, fault: RegExp][] = [
  [
    'a use too many counted',
    'update commerce_coupon set uses = uses + 1',
    /^commerce_coupon \S+: uses is 4, by the log 3$/,
  ],
  [
    'a coupon of other terms',
    'update commerce_coupon set percent = 21, max_seats = null',
    /percent is 21, by the log 20; max_seats is nothing, by the log 10$/,
  ],
  [
    'a coupon that ended',
    'update commerce_coupon set ended_at = now()',
    /ended_at is \S+, by the log nothing$/,
  ],
  [
    'a coupon gone',
    'delete from commerce_coupon',
    /^commerce_coupon does not have the row \S+ that the log gives$/,
  ],
  [
    'a use given back that counts',
    `update commerce_discount set released_at = now(), reason = 'cancelled' where kind = 'coupon' and released_at is null`,
    /^commerce_discount \S+ coupon \S+: released is true, by the log false$/,
  ],
  [
    'a use that counts and was given back',
    `update commerce_discount set released_at = null, reason = null where kind = 'volume' and reason = 'quote-ended'`,
    /^commerce_discount \S+ volume from-5: released is false, by the log true$/,
  ],
  [
    'a discount of another amount',
    `update commerce_discount set amount_minor = 1 where kind = 'volume'`,
    /volume from-5: amount_minor is 1, by the log \d+$/,
  ],
  [
    'discounts gone',
    `delete from commerce_discount where kind = 'coupon'`,
    /^commerce_discount does not have the row \S+ coupon \S+ that the log gives$/,
  ],
  [
    'a discount of nobody',
    `insert into commerce_discount (order_id, kind, discount_id, amount_minor, currency, taken_at)
     values (gen_random_uuid(), 'volume', 'from-5', 1, 'usd', now())`,
    /^commerce_discount has a row \S+ volume from-5 that the log does not give$/,
  ],
  [
    'a quote open again',
    `update commerce_quote set status = 'open', ended_at = null where status <> 'open'`,
    /^commerce_quote \S+: status is open, by the log (accepted|expired); ended_at is nothing, by the log \S+$/,
  ],
  [
    'a quote at another price',
    'update commerce_quote set total_minor = 1, seats = 2, number = number + 10',
    /number is \d+, by the log \d+; seats is 2, by the log \d+; total_minor is 1, by the log \d+$/,
  ],
  [
    'quotes gone',
    'delete from commerce_quote',
    /^commerce_quote does not have the row \S+ that the log gives$/,
  ],
]

describe('coupons, discounts and quotes beside the log', () => {
  test('given orders and quotes of every kind, then nothing is wrong, the rebuild changes nothing, and finance is told of what was checked', async () => {
    const { prices, differing } = await verified()
    expect(prices.faults).toEqual([])
    expect(differing).toBe(0)
    // A coupon, five of its discounts, five of the step, and three quotes.
    expect(prices.checked).toBe(1 + 10 + 3)
    expect(await rebuildPrices(shop.database.adminUrl)).toBe(0)
    const { coupons } = (await owner.get('/api/admin/prices')).body
    expect(coupons).toMatchObject([{ code, uses: 3, maxSeats: 10 }])
    // The check of the night that has passed may still run: the first question joins it, and the second is of now.
    await owner.get('/api/finance/integrity')
    const { parts } = (await owner.get('/api/finance/integrity')).body
    expect(parts.find(({ name }: { name: string }) => name === 'prices')).toMatchObject({
      checked: 14,
      count: 0,
    })
  })

  test.each(planted)(
    'given %s, then it is named, and the rebuild makes the rows what they were',
    async (_, statement, fault) => {
      const rows = async () => [
        (await superuser.query('select * from commerce_coupon order by id')).rows,
        (await superuser.query('select * from commerce_discount order by order_id, kind, discount_id')).rows,
        (await superuser.query('select * from commerce_quote order by number')).rows,
      ]
      const before = await rows()
      const { rowCount } = await superuser.query(statement)
      expect(rowCount, 'rows that were changed').toBeGreaterThan(0)
      const { prices, ok } = await verified()
      expect(ok).toBe(false)
      expect(prices.faults).toContainEqual(expect.stringMatching(fault))
      expect(await rebuildPrices(shop.database.adminUrl)).toBeGreaterThan(0)
      expect((await checkPrices(sql)).faults).toEqual([])
      // Times of a step's discounts are in no event: those of rows that were there stay, others are the order's.
      if (/^(update|insert)/.test(statement) && !statement.includes('released_at'))
        expect(await rows()).toEqual(before)
    },
  )

  test.each([
    ['lines', `data = jsonb_set(data, '{lines,0,unitPrice}', '1')`, /has other lines or amounts$/],
    [
      'payer',
      `data = jsonb_set(data, '{organizationId}', to_jsonb(gen_random_uuid()))`,
      /is somebody else's$/,
    ],
    ['order', `stream_id = 'order-' || gen_random_uuid()`, /is accepted, and there is no order of its id$/],
  ])('given an accepted quote whose order has another %s, then it is named', async (_, change, fault) => {
    await superuser.query('begin')
    try {
      await superuser.query('alter table es.events disable trigger user')
      const { rowCount } = await superuser.query(
        `update es.events set ${change} where type = 'OrderPlaced' and substring(stream_id from 7) in
           (select substring(stream_id from 7) from es.events where type = 'QuoteAccepted')`,
      )
      expect(rowCount).toBe(1)
      expect((await checkPrices(sql)).faults).toContainEqual(expect.stringMatching(fault))
    } finally {
      await superuser.query('rollback')
    }
  })
})
