import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { JobHandlers } from '#platform/jobs/jobs.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { ExpiredQuotes } from '../../../src/modules/commerce/quotes/expired-quotes.ts'
import { Staff } from '../../../src/modules/identity/staff/staff.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { type Buyer, openShop, productId } from '../support/shop.ts'

const shop = given(openShop)
let owner: HttpClient
beforeAll(async () => {
  owner = await shop.staff()
})

const day = 24 * 3_600_000

interface Asker {
  buyer: Buyer
  organizationId: string
}

async function asker(): Promise<Asker> {
  const buyer = await shop.buyer()
  const id = randomUUID()
  const details = { name: 'Connexion & Co', addressLine1: '1 Main Street', city: 'Boston', country: 'USA' }
  const saved = await buyer.http.post('/api/organizations', { id, ...details })
  expect(saved.status, saved.text).toBe(200)
  return { buyer, organizationId: id }
}
const ask = ({ buyer, organizationId }: Asker, further: object = {}) =>
  buyer.http.post('/api/quotes', { id: randomUUID(), organizationId, productId, seats: 25, ...further })
const read = async (token: string, by: HttpClient = shop.client()) =>
  (await by.get(`/api/quotes/${token}`)).body.quote
const accept = (token: string, reference = 'PO-4711') =>
  shop.client().post(`/api/quotes/${token}/accept`, { name: 'Mary Somerville', reference })
const coupon = async (code: string, maxUses: number): Promise<string> => {
  const id = randomUUID()
  const none = { amount: null, productId: null, cohortId: null, validUntil: null }
  const answer = await owner.post('/api/admin/prices/coupons', { id, code, percent: 20, maxUses, ...none })
  expect(answer.status, answer.text).toBe(200)
  return id
}
const usesOf = async (id: string): Promise<number> =>
  (await owner.get('/api/admin/prices')).body.coupons.find((each: { id: string }) => each.id === id).uses
const expiredQuotes = () =>
  shop.site.container.getAll(JobHandlers).find((each) => each instanceof ExpiredQuotes) as ExpiredQuotes
const expired = () => expiredQuotes().expire()

const mailsTo = async (email: string) =>
  (await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(email)}`)).body.mails as {
    subject: string
    text: string
  }[]

describe('quotes', () => {
  test('given ten asked for at once, then their numbers have no gap, a repeat is the same one, and its price stays when the price changes', async () => {
    const who = await asker()
    const id = randomUUID()
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => ask(who)),
      ask(who, { id }),
      ask(who, { id }),
    ])
    for (const { status, text } of answers) expect(status, text).toBe(200)
    const numbers = new Set(answers.map(({ body }) => body.number))
    expect([...numbers].sort()).toEqual(Array.from({ length: 9 }, (_, at) => `Q-00000${at + 1}`))
    const { token } = answers.at(-1)!.body
    await shop.sql.query('update commerce_product set price_minor = 300000')
    expect(await read(token)).toMatchObject({
      status: 'open',
      recipient: expect.arrayContaining(['Connexion & Co', 'Ada Lovelace']),
      price: { seats: 25, unitPrice: '2500.00', total: '62500.00' },
      isOwn: false,
      id: null,
    })
    expect(await read(token, who.buyer.http)).toMatchObject({ isOwn: true })
    const stranger = await asker()
    expect((await ask({ ...stranger, organizationId: who.organizationId })).body.code).toBe(
      'ORGANIZATION_NOT_FOUND',
    )
    // An id is one's own: nobody reads, or takes, the quote of another by it.
    expect((await ask(stranger, { id })).body.number).toBe('Q-000010')

    const pdf = await shop.client().get(`/api/quotes/${token}/pdf`)
    expect(pdf.status).toBe(200)
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    const accepted = await accept(token)
    expect(accepted.status, accepted.text).toBe(200)
    const order = (await who.buyer.http.get(`/api/orders/${accepted.body.orderId}`)).body.order
    expect(order).toMatchObject({ totalAmount: '62500.00', status: 'pending', items: [{ quantity: 25 }] })
    await shop.sql.query('update commerce_product set price_minor = 250000')
  })

  test('given an open quote, when its link is opened and it is accepted ten times at once, then only the press orders, and once; its coupon is used once', async () => {
    const couponId = await coupon('QUOTED', 1)
    const who = await asker()
    const { token } = (await ask(who, { couponCode: 'QUOTED' })).body
    expect(await usesOf(couponId)).toBe(1)
    expect((await ask(who, { couponCode: 'QUOTED' })).body.code).toBe('COUPON_USED_UP')
    await owner.post(`/api/admin/prices/coupons/${couponId}/end`, {})
    for (let look = 0; look < 3; look += 1) await read(token)
    expect((await who.buyer.http.get('/api/orders')).body.orders).toEqual([])
    expect((await shop.client().post(`/api/quotes/${token}/accept`, { name: '' })).body.fields).toMatchObject(
      [{ path: 'name' }],
    )

    const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => accept(token, `PO-${at}`)))
    for (const { status, text } of answers) expect(status, text).toBe(200)
    const [orderId] = new Set(answers.map(({ body }) => body.orderId))
    const { orders } = (await who.buyer.http.get('/api/orders')).body
    expect(orders).toMatchObject([{ id: orderId, totalAmount: '50000.00' }])
    expect(orders[0].invoiceNumber).toMatch(/^INV-/)
    expect(await usesOf(couponId)).toBe(1)
    const quote = await read(token)
    expect(quote).toMatchObject({ status: 'accepted', reference: expect.stringMatching(/^PO-\d$/) })
    // Whichever was first: the quote and the invoice have the same purchase order number.
    expect(
      await shop.sql.query('select reference from commerce_order_customer where order_id = $1', [orderId]),
    ).toEqual([{ reference: quote.reference }])
    const facts = await shop.site.container.get(EventLog).factsOf(`quote-${orderId}`)
    expect(facts.map(({ type }) => type)).toEqual(['QuoteIssued', 'QuoteAccepted'])
    expect(JSON.stringify(facts)).not.toMatch(/Somerville|Connexion|PO-/)
  })

  test('given six quotes of one person, and a product that changes its currency, then each is accepted in the currency that was quoted', async () => {
    const who = await asker()
    const tokens: string[] = []
    for (let at = 0; at < 6; at += 1) tokens.push((await ask(who, { seats: 2 })).body.token)
    await shop.sql.query(`update commerce_product set currency = 'jpy'`)
    for (const token of tokens) {
      const accepted = await accept(token)
      expect(accepted.status, accepted.text).toBe(200)
      const { order } = (await who.buyer.http.get(`/api/orders/${accepted.body.orderId}`)).body
      expect(order).toMatchObject({ currency: 'usd', totalAmount: '5000.00' })
    }
    await shop.sql.query(`update commerce_product set currency = 'usd'`)
  })

  test('given a quote whose owner manages the organization no more, then its link binds the organization to nothing', async () => {
    const [who, boss] = [await asker(), await shop.buyer()]
    const path = `/api/organizations/${who.organizationId}`
    await who.buyer.http.post(`${path}/managers`, { email: boss.email })
    await boss.http.post(`${path}/invitation`, { accept: true })
    const { token } = (await ask(who)).body
    await boss.http.post(`${path}/managers/remove`, { userId: who.buyer.id })
    expect((await accept(token)).body.code).toBe('QUOTE_EXPIRED')
    expect((await boss.http.get(`${path}/orders`)).body.orders).toEqual([])
  })

  test('given a quote, then its link is mailed to who asked, with the file; every manager finds it, its order, and nobody else does', async () => {
    const [who, boss, stranger] = [await asker(), await shop.buyer(), await shop.buyer()]
    const path = `/api/organizations/${who.organizationId}`
    await who.buyer.http.post(`${path}/managers`, { email: boss.email })
    await boss.http.post(`${path}/invitation`, { accept: true })
    const { token, number } = (await ask(who)).body
    const mail = await eventually(async () =>
      (await mailsTo(who.buyer.email)).find(({ text }) => text.includes(`/quotes/${token}`)),
    )
    expect(mail?.subject).toBe(`Your quote ${number}: 25 seats, $62,500.00`)
    expect(mail?.text).toContain('each seat gets its place with the date that is chosen for it later')
    for (const other of [boss, stranger])
      expect((await mailsTo(other.email)).filter(({ text }) => text.includes(token))).toEqual([])

    const listed = async (by: Buyer) => (await by.http.get('/api/quotes')).body.quotes
    const shown = { number, token, seats: 25, total: '62500.00', status: 'open', askedBy: 'Ada Lovelace' }
    expect(await listed(who.buyer)).toMatchObject([{ ...shown, isOwn: true }])
    expect(await listed(boss)).toMatchObject([{ ...shown, isOwn: false }])
    expect(await listed(stranger)).toEqual([])
    const { orderId } = (await accept(token)).body
    expect(await listed(boss)).toMatchObject([{ id: orderId, status: 'accepted' }])
    expect(await read(token, boss.http)).toMatchObject({ id: orderId, isOwn: false })
    expect((await boss.http.get(`/api/orders/${orderId}`)).status).toBe(200)
    expect(await read(token, stranger.http)).toMatchObject({ id: null })
    expect((await shop.client().get('/api/quotes')).status).toBe(401)

    // Who accepted it is named until 30 days after the order has ended.
    const accepter = async () => {
      const sql = 'select accepted_by, reference from commerce_quote_person where quote_id = $1'
      return (await shop.sql.query(sql, [orderId]))[0]
    }
    const end = async (status: string, days: number) => {
      const at = new Date(shop.clock.now().getTime() - days * day)
      await shop.sql.query('update commerce_order set status = $2, updated_at = $3 where id = $1', [
        orderId,
        status,
        at,
      ])
      await expiredQuotes().forgetAccepters()
    }
    await end('pending', 31)
    await end('completed', 29)
    expect(await accepter()).toMatchObject({ accepted_by: expect.any(String) })
    await end('completed', 31)
    expect(await accepter()).toEqual({ accepted_by: null, reference: null })
  })

  test('given a quote whose time is over, then it says so, its coupon is free again, and its owner renews it; erased, its link leads nowhere', async () => {
    const couponId = await coupon('BRIEF-CODE', 1)
    const who = await asker()
    const { token } = (await ask(who, { couponCode: 'BRIEF-CODE' })).body
    await shop.advance(31 * day)
    who.buyer.http.setCookie('session', await shop.sessionOf(who.buyer))
    owner = await shop.staff()
    expect(await read(token)).toMatchObject({ status: 'expired' })
    expect((await accept(token)).body.code).toBe('QUOTE_EXPIRED')
    await expired()
    await expired()
    expect(await usesOf(couponId)).toBe(0)
    const id = randomUUID()
    const renew = (by: HttpClient) => by.post(`/api/quotes/${token}/renew`, { id })
    expect((await renew((await shop.buyer()).http)).status).toBe(404)
    const renewed = await renew(who.buyer.http)
    expect(renewed.body.number).not.toBe((await read(token)).number)
    expect((await renew(who.buyer.http)).body).toEqual(renewed.body)
    expect(await read(renewed.body.token)).toMatchObject({ status: 'open', price: { total: '62500.00' } })

    const listed = async (query = '', by = owner) => (await by.get(`/api/finance/quotes${query}`)).body
    const { quotes, total } = await listed('?pageSize=100')
    expect(quotes[0]).toMatchObject({ company: 'Connexion & Co', status: 'open', seats: 25 })
    expect(quotes).toHaveLength(total)
    // Who sees people in the list has left a trace.
    const { entries } = (await owner.get('/api/audit')).body
    expect(entries).toContainEqual(expect.objectContaining({ action: 'Read quotes', subject: 'Quotes' }))

    const { number } = renewed.body
    const numbers = async (query: string, by = owner) =>
      (await listed(query, by)).quotes.map((each: { number: string }) => each.number)
    expect(await numbers(`?q=${number}`)).toEqual([number])
    expect(await numbers(`?q=${number.replace('Q-0000', 'q-')}`)).toEqual([number])
    expect(await numbers(`?q=${quotes[0].id}`)).toEqual([number])
    expect(await numbers(`?q=${encodeURIComponent(who.buyer.email.toUpperCase())}`)).toEqual([
      number,
      (await read(token)).number,
    ])
    expect((await listed('?q=connexion&pageSize=100')).total).toBe(total)
    expect((await listed('?q=lovelace&pageSize=100')).total).toBe(total)
    expect(await numbers('?q=%25')).toEqual([])
    for (const amount of ['62500', '$62,500.00', '62.500,00 eur'])
      expect(await numbers(`?q=${encodeURIComponent(amount)}`), amount).toContain(number)
    expect(await numbers('?q=62500.01')).toEqual([])
    for (const status of ['open', 'accepted', 'expired'])
      expect(await numbers(`?status=${status}&pageSize=100`), status).toEqual(
        quotes
          .filter((each: { status: string }) => each.status === status)
          .map((each: { number: string }) => each.number),
      )
    expect(await numbers('?pageSize=2&page=2')).toEqual(
      quotes.slice(2, 4).map((each: { number: string }) => each.number),
    )
    const form = { username: 'viewer-of-quotes', password: 'A-long-password-1A' }
    await shop.site.container.get(Staff).create({ ...form, role: 'viewer' })
    const viewer = shop.client()
    expect((await viewer.post('/api/auth/login', form)).status).toBe(200)
    expect(await numbers(`?q=${number}`, viewer)).toEqual([number])
    expect(await numbers('?q=62500', viewer)).toContain(number)
    expect(await numbers('?q=connexion', viewer)).toEqual([])
    expect(await numbers(`?q=${encodeURIComponent(who.buyer.email)}`, viewer)).toEqual([])

    const kept = shop.site.container.getAll(PersonalData).find(({ name }) => name === 'quotes')!
    const person = { userId: who.buyer.id, email: who.buyer.email }
    expect(await kept.export(person)).toHaveLength(2)
    await kept.erase(person)
    expect((await shop.client().get(`/api/quotes/${renewed.body.token}`)).status).toBe(404)
    expect((await owner.get('/api/finance/quotes')).body.quotes[0].company).toBeNull()
  })
})
