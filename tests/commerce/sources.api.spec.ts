import { beforeAll, describe, expect, test } from 'vitest'
import { Database } from '#platform/database/database.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { fromDecimal } from '#platform/kernel/money.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'
import { type Buyer, openShop } from './support/shop.ts'
import { makeWorld } from './support/world.ts'

const visit = (first: string, last?: string) => ({
  first: {
    source: first,
    medium: 'cpc',
    campaign: 'Spring Cohort',
    referrer: 'https://www.search.example/?q=x',
  },
  last: last === undefined ? {} : { source: last },
})
type Line = Record<'source' | 'currency' | 'received' | 'refunded' | 'other' | 'net', string> &
  Record<'leads' | 'orders', number>

describe('what each source brought', () => {
  const shop = given(openShop)
  let finance: HttpClient
  beforeAll(async () => {
    finance = await shop.staff()
  })
  const touchesOf = (orderId: string) =>
    shop.sql.query<{ user_id: string; first_source: string; last_source: string; touches: unknown }>(
      'select user_id, first_source, last_source, touches from commerce_order_touch where order_id = $1',
      [orderId],
    )
  const sources = async (query = ''): Promise<{ lines: Line[]; sums: Line[] }> => {
    const answer = await finance.get(`/api/finance/sources${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.body
  }
  const lead = async (email: string, attribution: object): Promise<void> => {
    await shop.advance(120_000)
    const answer = await shop.client().post('/api/leads', {
      ...{ name: 'Ada Lovelace', phone_number: '+44 20 7946 0000', company_name: 'Engines', email },
      ...{ additional_message: '', lead_type: 'normal_lead', attribution },
    })
    expect(answer.status, answer.text).toBe(200)
  }
  const order = async (buyer: Buyer, attribution?: object): Promise<string> => {
    const { body, status, text } = await shop.checkout(buyer, attribution ? { attribution } : {})
    expect(status, text).toBe(200)
    return body.order.id
  }

  test('given people who did not agree, when they leave a lead and order, then no touch is stored', async () => {
    const before = await shop.sql.query('select from commerce_order_touch')
    for (let number = 0; number < 5; number += 1) {
      const buyer = await shop.buyer()
      await lead(buyer.email, visit('google'))
      await order(buyer, number % 2 === 0 ? visit('linkedin') : { ...visit('linkedin'), agreed: false })
    }
    expect(await shop.sql.query('select from commerce_order_touch')).toHaveLength(before.length)
  })

  test('given a lead in another browser months before, when its address orders, then first touch is the lead and last the visit', async () => {
    const buyer = await shop.buyer()
    await lead(buyer.email.toUpperCase(), { ...visit('Partner Site'), agreed: true })
    await lead(buyer.email, { ...visit('later'), agreed: true })
    const [touch] = await touchesOf(await order(buyer, { ...visit('linkedin', 'newsletter'), agreed: true }))
    expect(touch).toMatchObject({
      first_source: 'partner-site',
      last_source: 'newsletter',
      user_id: buyer.id,
    })
    expect(touch?.touches).toMatchObject({
      lead: { first: { source: 'partner-site', campaign: 'spring-cohort', referrer: 'search.example' } },
      visit: { first: { source: 'linkedin' }, last: { source: 'newsletter' } },
    })
  })

  test('given an order that is continued, then its first touches stay', async () => {
    const buyer = await shop.buyer()
    const id = await order(buyer, { ...visit('podcast'), agreed: true })
    expect(await order(buyer, { ...visit('google'), agreed: true })).toBe(id)
    expect((await touchesOf(id))[0]?.first_source).toBe('podcast')
  })

  test('given an erased person, then nothing is left of where the orders came from; the export had it', async () => {
    const { buyer } = await shop.paidOrder()
    await shop.sql.query(
      `insert into commerce_order_touch select id, buyer_id, 'secret-campaign', 'secret-campaign', '{"visit":null,"lead":null}'
       from commerce_order where buyer_id = $1`,
      [buyer.id],
    )
    const { data } = (await buyer.http.get('/api/users/me/export')).body
    expect(data.orders[0].cameFrom).toEqual({ visit: null, lead: null })
    for (const part of shop.site.container.getAll(PersonalData))
      await part.erase({ userId: buyer.id, email: buyer.email } as never)
    const [left] = await shop.sql.query<{ count: number }>(
      `select count(*)::int as count from commerce_order_touch t where t::text like '%secret-campaign%' or user_id = $1`,
      [buyer.id],
    )
    expect(left?.count).toBe(0)
    expect((await sources()).lines.map(({ source }) => source)).not.toContain('secret-campaign')
  })

  test('given a world of orders in every state, then the sources add up to the books to the cent, and each figure opens what it counts', async () => {
    const database = shop.site.container.get(Database)
    await makeWorld({ orders: shop.orders, database }, 200)
    await shop.sql.query(
      `insert into commerce_order_touch
       select id, buyer_id, (array['google', 'linkedin'])[1 + n % 2], (array['podcast', 'google'])[1 + n / 2 % 2], '{}'
       from (select id, buyer_id, row_number() over (order by id) as n from commerce_order) o where n % 4 > 0
       on conflict do nothing`,
    )
    // A bank transfer that is applied: the unassigned money and its end are one amount, of no source.
    await shop.sql.query(
      `insert into commerce_book_entry
       select 1000000000 + n, kind, 'usd', amount, case when own then id end, booked, booked
       from (select order_id as id from commerce_order_touch where first_source = 'google' limit 1) o,
         (values (1, 'unassigned', 250000, false), (2, 'unassigned', -250000, true), (2, 'received', 250000, true)) m (n, kind, amount, own),
         (select now() as booked) b`,
    )
    const [book] = (await finance.get('/api/finance/books?by=month')).body.sums
    for (const touch of ['first', 'last']) {
      const { lines, sums } = await sources(`?touch=${touch}`)
      expect(sums).toHaveLength(1)
      expect(sums[0]).toMatchObject({ received: book.received, refunded: book.refunded, net: book.net })
      for (const name of ['received', 'refunded', 'other', 'net'] as const) {
        const total = lines.reduce((sum, line) => sum + fromDecimal(line[name], 'usd'), 0)
        expect(total, name).toBe(fromDecimal(sums[0]?.[name] ?? '', 'usd'))
      }
      expect(lines.map(({ source }) => source)).toContain('unknown')
      expect(lines.length).toBeGreaterThan(2)
      const [own] = await shop.sql.query<{ disputed: string }>(
        `select coalesce(-sum(b.amount_minor), 0)::text as disputed from commerce_book_entry b
         join commerce_order_touch t using (order_id) where ${touch}_source = 'google' and kind in ('disputed', 'fees')`,
      )
      const google = lines.find(({ source }) => source === 'google')
      expect(fromDecimal(google?.other ?? '', 'usd')).toBe(Number(own?.disputed))
      for (const { source, ...line } of lines) {
        const asked = encodeURIComponent(`${touch}:${source}`)
        const orders = await finance.get(`/api/finance/orders?q=${asked}`)
        expect(orders.body.total, source).toBe(line.orders)
        const leads = await finance.get(`/api/admin/leads?quarantine=without&search=${asked}`)
        expect(leads.body.total, source).toBe(line.leads)
      }
    }
    const early = await sources('?to=2020-01-01')
    expect(early).toMatchObject({ lines: [], sums: [] })
  })

  test('given a period, then leads and orders are those of its days', async () => {
    const day = shop.site.container.get(Clock).now().toISOString().slice(0, 10)
    const buyer = await shop.buyer()
    await lead(buyer.email, { ...visit('of-today'), agreed: true })
    await order(buyer)
    const lineOf = async (query: string) =>
      (await sources(query)).lines.find(({ source }) => source === 'of-today')
    expect(await lineOf(`?from=${day}`)).toMatchObject({ leads: 1 })
    expect(await lineOf(`?to=2020-01-01`)).toBeUndefined()
  })

  test('the file has the same lines', async () => {
    const { lines } = await sources()
    const { text } = await finance.get('/api/finance/sources.csv')
    const rows = text.replace('\ufeff', '').trim().split('\r\n')
    expect(rows[0]).toBe('source,currency,leads,orders,received,refunded,other,net')
    expect(rows).toHaveLength(lines.length + 1)
    const [first] = lines
    expect(rows[1]).toContain(`${first?.source},usd,${first?.leads},${first?.orders},${first?.received}`)
  })
})
