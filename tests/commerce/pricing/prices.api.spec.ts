import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Streams } from '#platform/event-log/streams.ts'
import { runWrites } from '#platform/event-log/writes.ts'
import { place as placeOrder } from '../../../src/modules/commerce/domain/decisions.ts'
import { plainLine } from '../../../src/modules/commerce/domain/order-lines.ts'
import { couponStream } from '../../../src/modules/commerce/pricing/coupon-rows.ts'
import { Prices } from '../../../src/modules/commerce/pricing/prices.ts'
import { plan } from '../../leadership/cohorts/program-log.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { openShop, productId } from '../support/shop.ts'

const shop = given(openShop)
let prices: Prices
const owner = given(() => shop.staff())
const log = given(() => shop.site.container.get(EventLog))
beforeAll(async () => {
  prices = shop.site.container.get(Prices)
})

const author = { actor: { kind: 'system', name: 'test' } } as const

interface Terms {
  id?: string
  percent?: number | null
  amount?: string | null
  productId?: string
  cohortId?: string
  validUntil?: string
  maxUses?: number
  maxSeats?: number
}

const couponBody = (code: string, terms: Terms = {}) => ({
  id: randomUUID(),
  code,
  percent: 20,
  amount: null,
  productId: null,
  cohortId: null,
  validUntil: null,
  maxUses: null,
  ...terms,
})

async function coupon(code: string, terms: Terms = {}): Promise<string> {
  const body = couponBody(code, terms)
  // A repeat changes nothing.
  for (let call = 0; call < 2; call += 1) {
    const answer = await owner.post('/api/admin/prices/coupons', body)
    expect(answer.status, answer.text).toBe(200)
  }
  return body.id
}
const preview = (seats: number, couponCode: string | null = null, further: object = {}) =>
  shop.client().post('/api/prices/preview', { productId, seats, couponCode, ...further })

/** Stores an order of one seat that uses a coupon, as placing does. */
async function place(orderId: string, couponId: string): Promise<void> {
  const placed = { type: 'OrderPlaced', schemaVersion: 1, data: {}, source: 'app', sourceId: 'placed' }
  const writes = prices.reserve(orderId, [{ kind: 'coupon', id: couponId, amount: 50_000 }], 'usd')
  const item = { stream: `test-order-${orderId}`, expectedVersion: 0, events: [placed], writes }
  await log.append({ ...item, metadata: { actor: 'system:test' } }).catch((error: unknown) => {
    throw prices.refusalOf(error) ?? error
  })
}
const giveBack = (orderId: string) =>
  runWrites(shop.sql, [
    { text: 'select commerce_give_back_discounts($1, $2, $3)', values: [orderId, 'cancelled', new Date()] },
  ])
const again = (orderId: string, id: string) =>
  runWrites(shop.sql, [
    {
      text: 'select commerce_take_discount($1, $2, $3, $4, $5, $6, $7)',
      values: [orderId, 'coupon', id, 50_000, 'usd', true, new Date()],
    },
  ])
const listed = async (id: string) =>
  (await owner.get('/api/admin/prices')).body.coupons.find((each: { id: string }) => each.id === id)
const users = async (id: string) =>
  (await shop.site.container.get(Streams).load(couponStream, id)).state.users

describe('coupons', () => {
  test('given 500 checkouts at once for a coupon of 20 uses, then exactly 20 use it, and the others are told at the field', async () => {
    const id = await coupon('TWENTY', { maxUses: 20 })
    const orders = Array.from({ length: 500 }, () => randomUUID())
    const placed = await Promise.allSettled(orders.map((order) => place(order, id)))
    const refused = placed.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toHaveLength(480)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['COUPON_USED_UP']))
    expect(refused[0].detail.fields).toMatchObject([{ path: 'couponCode' }])
    expect((await users(id)).size).toBe(20)
    expect(await listed(id)).toMatchObject({ uses: 20, maxUses: 20 })
    expect(await preview(1, 'twenty')).toMatchObject({ status: 409, body: { code: 'COUPON_USED_UP' } })

    // One comes back, and one is used again; of the order that counts again no use is left.
    const holder = orders[placed.findIndex(({ status }) => status === 'fulfilled')]!
    await giveBack(holder)
    await giveBack(holder)
    expect(await listed(id)).toMatchObject({ uses: 19 })
    const next = randomUUID()
    await place(next, id)
    await again(holder, id)
    expect(await listed(id)).toMatchObject({ uses: 20 })
    await giveBack(next)
    await again(holder, id)
    expect([...(await users(id))]).toContain(holder)
    const uses = (await owner.get(`/api/admin/prices/uses?kind=coupon&id=${id}`)).body.uses
    expect(uses.filter(({ releasedAt }: { releasedAt: string | null }) => releasedAt === null)).toHaveLength(
      20,
    )
    expect(uses.find(({ orderId }: { orderId: string }) => orderId === next)).toMatchObject({
      reason: 'cancelled',
      amount: '500.00',
      currency: 'usd',
    })
    expect(await log.verify()).toMatchObject({ ok: true })
  })

  test('given what a coupon is meant for, then it is refused elsewhere, and after its end', async () => {
    const cohortId = randomUUID()
    await coupon('DATED-CODE', { cohortId })
    expect((await preview(1, 'dated-code')).body.code).toBe('COUPON_OTHER_DATE')
    expect((await preview(1, ' d ated-code', { cohortId })).body.price.total).toBe('2000.00')
    // The dash of a mail program, and full-width letters.
    for (const typed of ['DATED\u2013CODE', 'dated\u2011code\u200b', 'ＤＡＴＥＤ－ＣＯＤＥ'])
      expect((await preview(1, typed, { cohortId })).body.price?.total, typed).toBe('2000.00')
    const id = await coupon('FIFTY-CODE', { percent: null, amount: '50.00', productId })
    expect((await preview(1, 'FIFTY-CODE')).body.price).toMatchObject({
      total: '2450.00',
      discounts: [{ reason: 'Code FIFTY-CODE: $50.00 less', amount: '50.00' }],
    })
    await coupon('OVER-CODE', { validUntil: new Date(Date.now() - 1_000).toISOString() })
    expect((await preview(1, 'OVER-CODE')).body.code).toBe('COUPON_ENDED')
    expect((await preview(1, 'never-was')).body).toMatchObject({
      code: 'COUPON_UNKNOWN',
      fields: [{ path: 'couponCode' }],
    })
    for (let call = 0; call < 2; call += 1)
      expect((await owner.post(`/api/admin/prices/coupons/${id}/end`, {})).status).toBe(200)
    expect((await preview(1, 'FIFTY-CODE')).body.code).toBe('COUPON_ENDED')
    await expect(place(randomUUID(), id)).rejects.toMatchObject({ code: 'COUPON_ENDED' })
    // The code is free for another coupon.
    await coupon('FIFTY-CODE', { percent: 50 })
    expect((await preview(1, 'FIFTY-CODE')).body.price.total).toBe('1250.00')
  })

  test('given two coupons of one code, or no amount, then staff is told at the field; what staff does is in the audit', async () => {
    await coupon('ONCE-CODE')
    const post = (body: object) => owner.post('/api/admin/prices/coupons', body)
    expect(await post(couponBody('once-code'))).toMatchObject({
      status: 400,
      body: { code: 'COUPON_CODE_TAKEN', fields: [{ path: 'code' }] },
    })
    expect((await post(couponBody('NONE-CODE', { percent: null }))).body.fields).toMatchObject([
      { path: 'percent' },
    ])
    const free = couponBody('ZERO-CODE', { percent: null, amount: '0.00' })
    expect((await post(free)).body.fields).toMatchObject([{ path: 'amount' }])
    expect((await post(couponBody('SHORT'))).body.fields).toMatchObject([{ path: 'code' }])
    const { entries } = (await owner.get('/api/audit')).body
    expect(entries[0]).toMatchObject({ action: 'Defined a coupon', subject: 'Coupon ONCE-CODE' })
  })
})

const orderOf = async (orderId: string) =>
  (await owner.get(`/api/finance/orders/${orderId}/state`)).body.order

test('given guesses of codes from everywhere, when 300 were wrong within an hour, then every code is refused until it ends', async () => {
  await coupon('GUESSED-20')
  const codes = new Set<string>()
  for (let call = 0; call < 320; call += 1) codes.add((await preview(1, `GUESS-${call}`)).body.code)
  expect(codes).toEqual(new Set(['COUPON_UNKNOWN', 'TOO_MANY_CODES']))
  expect(await preview(1, 'GUESSED-20')).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CODES' } })
  expect((await preview(1, '')).status).toBe(200)
  await shop.advance(3_600_000)
  expect((await preview(1, 'GUESSED-20')).body.price.total).toBe('2000.00')
})

describe('the coupon of a person', () => {
  test('given a code, then the open order has its price, with the reason, until another one is typed', async () => {
    const [twenty, half] = [await coupon('PERSON-20'), await coupon('PERSON-50', { percent: 50 })]
    const buyer = await shop.buyer()
    const plain = (await shop.checkout(buyer)).body
    expect(plain.order).toMatchObject({ totalAmount: '2500.00', discounts: [] })
    const wrong = await shop.checkout(buyer, { couponCode: 'PERSON-99' })
    expect(wrong).toMatchObject({
      status: 409,
      body: { code: 'COUPON_UNKNOWN', fields: [{ path: 'couponCode' }] },
    })

    const less = (await shop.checkout(buyer, { couponCode: 'person-20' })).body
    expect(less).toMatchObject({
      paymentIntent: { amount: '2000.00' },
      order: { totalAmount: '2000.00', discounts: [{ reason: 'Code PERSON-20', amount: '500.00' }] },
    })
    expect((await orderOf(plain.order.id)).status).toBe('cancelled')
    // A reload, or the same code again, goes on with the same payment.
    for (const further of [{}, { couponCode: 'PERSON-20' }]) {
      const again = (await shop.checkout(buyer, further)).body
      expect(again).toMatchObject({ resumed: true, paymentIntent: { id: less.paymentIntent.id } })
    }
    const other = (await shop.checkout(buyer, { couponCode: 'PERSON-50' })).body
    expect(other.order.totalAmount).toBe('1250.00')
    expect([(await listed(twenty)).uses, (await listed(half)).uses]).toEqual([0, 1])
    expect((await shop.checkout(buyer, { couponCode: '' })).body.order).toMatchObject({
      totalAmount: '2500.00',
    })
    expect((await listed(half)).uses).toBe(0)
  })

  test('given the last use, when its order is refunded in full, then it comes back, and counts again when the refund fails', async () => {
    const id = await coupon('LAST-CODE', { maxUses: 1 })
    const buyer = await shop.buyer()
    const { paymentIntent, order } = (await shop.checkout(buyer, { couponCode: 'LAST-CODE' })).body
    await shop.pay(paymentIntent.clientSecret)
    await shop.observations.observe(paymentIntent.id, author)
    const late = await shop.checkout(await shop.buyer(), { couponCode: 'LAST-CODE' })
    expect(late.body.code).toBe('COUPON_USED_UP')
    const made = (await shop.lab(`/lab/objects/${paymentIntent.id}/refund`, {})) as { id: string }
    await shop.observations.observe(paymentIntent.id, author)
    expect(await orderOf(order.id)).toMatchObject({ status: 'refunded' })
    expect((await listed(id)).uses).toBe(0)
    await shop.lab(`/lab/objects/${made.id}/fail`, {})
    await shop.observations.observe(paymentIntent.id, author)
    expect((await listed(id)).uses).toBe(1)

    const dispute = (await shop.lab(`/lab/objects/${paymentIntent.id}/dispute`, {})) as { id: string }
    await shop.lab(`/lab/objects/${dispute.id}/lose`, {})
    await shop.observations.observe(paymentIntent.id, author)
    expect((await listed(id)).uses).toBe(1)
    expect([...(await users(id))]).toEqual([order.id])
  })

  test('given a code that takes everything off, when it is used five times at once, then one order is complete without Stripe, with an invoice of 0', async () => {
    const id = await coupon('FREE-CODE', { percent: 100 })
    const buyer = await shop.buyer()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => shop.checkout(buyer, { couponCode: 'FREE-CODE' })),
    )
    const bodies = answers.filter(({ status }) => status === 200).map(({ body }) => body)
    expect(bodies.length).toBeGreaterThan(0)
    for (const body of bodies)
      expect(body).toMatchObject({ paymentIntent: null, order: { status: 'completed', totalAmount: '0.00' } })
    // A later caller is refused with the order that is there.
    for (const { status, body } of answers) expect([200, 409], body.code).toContain(status)
    const { orders } = (await buyer.http.get('/api/orders')).body
    expect(orders).toMatchObject([{ status: 'completed', totalAmount: '0.00', holdsPlace: true }])
    expect(orders[0].invoiceNumber).toMatch(/^INV-/)
    expect((await listed(id)).uses).toBe(1)
    const invoice = await buyer.http.get(`/api/orders/${orders[0].id}/download-invoice`)
    expect(invoice.status, invoice.text).toBe(200)
    const told = await eventually(async () => {
      const { mails } = (await shop.client().get(`/api/dev/mail?to=${buyer.email}`)).body
      return mails.length > 0 ? mails : null
    }, 20)
    expect(told[0].text).toContain('INV-')
  })
})

describe('what a coupon must not do', () => {
  test('given a code for one date, then the open order keeps that date', async () => {
    const [cohortId, other] = [randomUUID(), randomUUID()]
    for (const [id, startsOn] of [
      [cohortId, '2033-03-01'],
      [other, '2033-04-05'],
    ] as const) {
      const opened = await owner.post('/api/admin/cohorts', { id, ...plan(startsOn), capacity: 5 })
      expect(opened.status, opened.text).toBe(200)
    }
    await coupon('MARCH-ONLY', { cohortId })
    const buyer = await shop.buyer()
    const placed = await shop.checkout(buyer, { couponCode: 'MARCH-ONLY', cohortId })
    expect(placed.body.order?.totalAmount, placed.text).toBe('2000.00')
    const { id } = placed.body.order
    expect((await shop.checkout(buyer, { cohortId: other })).body.code).toBe('COUPON_OTHER_DATE')
    const chosen = await buyer.http.post(`/api/orders/${id}/cohort`, { cohortId: other })
    expect(chosen.body.code).toBe('COUPON_OTHER_DATE')
    expect((await buyer.http.post(`/api/orders/${id}/cohort`, { cohortId })).status).toBe(200)
  })

  test('given a code that leaves less than Stripe charges, then it is refused at its field, and an order of before is in nobody’s way', async () => {
    const id = await coupon('NEARLY-ALL', { percent: null, amount: '2499.60' })
    expect((await preview(1, 'NEARLY-ALL')).body).toMatchObject({
      code: 'COUPON_TOO_LITTLE_LEFT',
      fields: [{ path: 'couponCode' }],
    })
    const buyer = await shop.buyer()
    expect((await shop.checkout(buyer, { couponCode: 'NEARLY-ALL' })).body.code).toBe(
      'COUPON_TOO_LITTLE_LEFT',
    )
    // As the release before stored it.
    const line = plainLine({ id: productId, name: 'P', price: 250_000 }, 1, null)
    const discounts = [{ kind: 'coupon' as const, id, amount: 249_960 }]
    const orderId = randomUUID()
    await shop.orders.change(orderId, author, ({ order }) =>
      placeOrder(order, {
        ...{ buyerId: buyer.id, organizationId: null, lines: [{ ...line, discounts }], currency: 'usd' },
        ...{ answers: {}, termsVersion: null, payment: { method: 'card', idempotencyKey: randomUUID() } },
      }),
    )
    const next = await shop.checkout(buyer, { couponCode: '' })
    expect(next.body.order?.totalAmount, next.text).toBe('2500.00')
    expect(await orderOf(orderId)).toMatchObject({ status: 'cancelled' })
  })
})

describe('a coupon for few seats', () => {
  test('given the most seats of an order, then more are refused at the field with the reason, and so many are not', async () => {
    await coupon('FIVE-SEATS', { maxSeats: 5 })
    const refused = await preview(6, 'five-seats')
    expect([refused.status, refused.body.code]).toEqual([409, 'COUPON_TOO_MANY_SEATS'])
    const message = 'This code is for at most 5 seats an order. Take fewer seats, or remove the code.'
    expect(refused.body.fields).toEqual([{ path: 'couponCode', message }])
    expect((await preview(5, 'five-seats')).body.price.total).toBe('10000.00')
    const { coupons } = (await owner.get('/api/admin/prices')).body
    expect(coupons.find((each: { code: string }) => each.code === 'FIVE-SEATS').maxSeats).toBe(5)
    const wrong = await owner.post('/api/admin/prices/coupons', { ...couponBody('WRONG-SEATS'), maxSeats: 0 })
    expect(wrong.body.fields).toMatchObject([{ path: 'maxSeats' }])
  })
})

describe('volume steps', () => {
  test('given steps that the owner has set, then the price of several seats says what it is less, and why', async () => {
    expect((await preview(25)).body.price).toMatchObject({ total: '62500.00', discounts: [] })
    const { sections } = (await owner.get('/api/settings')).body
    const { values, revision } = sections.find(({ key }: { key: string }) => key === 'prices')
    const volumeSteps = [
      { from: 25, percent: 15 },
      { from: 10, percent: 10 },
    ]
    const saved = await owner.put('/api/settings/prices', { values: { ...values, volumeSteps }, revision })
    expect(saved.status, saved.text).toBe(200)
    const { body } = await preview(25, 'ONCE-CODE')
    expect(body.steps).toEqual([...volumeSteps].reverse())
    expect(body.price).toMatchObject({
      listPrice: '62500.00',
      discounts: [
        { reason: '15% less from 25 seats on', amount: '9375.00' },
        { reason: 'Code ONCE-CODE: 20% less', amount: '10625.00' },
      ],
      total: '42500.00',
    })
    // The page of the program says what each of so many seats costs, by the same steps.
    const listed = await shop.client().get('/api/products/type/certification_program')
    expect(listed.body.products[0].seatPrices).toEqual([
      { from: 10, each: '2250.00' },
      { from: 25, each: '2125.00' },
    ])
    const orderId = randomUUID()
    await runWrites(
      shop.sql,
      prices.reserve(orderId, [{ kind: 'volume', id: 'from-25', amount: 937_500 }], 'usd'),
    )
    const { steps } = (await owner.get('/api/admin/prices')).body
    expect(steps).toEqual([
      { from: 10, percent: 10, uses: 0 },
      { from: 25, percent: 15, uses: 1 },
    ])
    expect((await owner.get('/api/admin/prices/uses?kind=volume&id=from-25')).body.uses).toMatchObject([
      { orderId },
    ])
  })
})
