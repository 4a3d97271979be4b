import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { observeCreated, place } from '../../src/modules/commerce/domain/decisions.ts'
import { verifyOrders } from '../../src/modules/commerce/finance/verification/verify-orders.ts'
import { rebuildOrders } from '../../src/modules/commerce/orders/rebuild.ts'
import { Staff } from '../../src/modules/identity/staff/staff.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import type { HttpClient } from '../support/http-client.ts'
import { placedData } from './support/placed.ts'
import { openShop, productId } from './support/shop.ts'

const shop = given(openShop)
const log = given(() => shop.site.container.get(EventLog))
const staff = given(() => shop.staff())

async function asOwner<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: shop.database.adminUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const rebuild = () => rebuildOrders(shop.database.adminUrl)

describe('what finance sees', () => {
  test('given an order, when it is searched by id, short id, intent, mail address, amount, card, status and date, then it is found', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    const today = shop.clock.now().toISOString().slice(0, 10)
    for (const query of [
      `q=${orderId}`,
      `q=${orderId.slice(-8).toUpperCase()}`,
      `q=${intentId}`,
      `q=${encodeURIComponent(buyer.email)}`,
      ...[
        '2500',
        '2,500.00',
        '$2,500.00',
        'USD 2,500',
        '2.500,00 $',
        'INV-000001',
        'inv 1',
        '#1',
        '000001',
      ].map((amount) => `q=${encodeURIComponent(amount)}`),
      ...['4242', 'Visa 4242', '•••• 4242'].map((card) => `q=${encodeURIComponent(card)}`),
      `q=${orderId}&status=completed&from=${today}&to=${today}`,
    ]) {
      const { body } = await staff.get(`/api/finance/orders?${query}`)
      expect(body.orders, query).toMatchObject([
        { id: orderId, email: buyer.email, receivedAmount: '2500.00' },
      ])
    }
    const { body } = await staff.get(`/api/finance/orders/${orderId}/state`)
    expect(body.order.intents).toMatchObject([{ card: { brand: 'visa', last4: '4242' }, page: null }])
    expect((await staff.get('/api/finance/orders?q=4243')).body.total).toBe(0)
    expect((await staff.get(`/api/finance/orders?q=${orderId}&status=refunded`)).body.total).toBe(0)
    expect((await staff.get('/api/finance/orders?q=%25')).body.total).toBe(0)
    expect((await staff.get('/api/finance/orders?q=_')).body.total).toBe(0)
    expect((await staff.get('/api/finance/orders?page=0')).status).toBe(400)
  })

  test('given an order with a remark, when its events are read, then each member of staff who acted has a name', async () => {
    const { orderId } = await shop.paidOrder()
    await staff.post(`/api/finance/orders/${orderId}/notes`, { text: 'asked twice' })
    const { body } = await staff.get(`/api/finance/orders/${orderId}/events`)
    const { type, actor } = body.events.at(-1)
    expect(type).toBe('NoteAdded')
    const { user } = (await staff.get('/api/auth/verify')).body
    expect(body.staff).toEqual([{ id: actor.slice('staff:'.length), username: user.username }])
  })

  test('given sums that were read, when an order is sold, refunded in part, or its row made again, then they follow, and its status stays; a dispute is shown beside it (M-337)', async () => {
    const sums = async () => {
      const { body } = await staff.get('/api/finance/orders?pageSize=1')
      const [{ receivedAmount, refundedAmount }] = body.sums
      return { orders: body.total, received: Number(receivedAmount), refunded: Number(refundedAmount) }
    }
    const { orderId, intentId } = await shop.paidOrder()
    const before = await sums()
    await shop.paidOrder()
    const sold = { ...before, orders: before.orders + 1, received: before.received + 2500 }
    expect(await sums()).toEqual(sold)
    const refund = { amount: '100.00', reason: 'goodwill', requestId: randomUUID() }
    expect((await staff.post(`/api/finance/orders/${orderId}/refunds`, refund)).status).toBe(200)
    const repaid = { ...sold, refunded: sold.refunded + 100 }
    await eventually(async () => isDeepStrictEqual(await sums(), repaid))

    await asOwner((owner) =>
      owner.query('update commerce_order set received_minor = 1 where id = $1', [orderId]),
    )
    expect((await rebuild()).differing).toBe(1)
    expect(await sums()).toEqual(repaid)
    const listed = async () => (await staff.get(`/api/finance/orders?q=${orderId}`)).body.orders[0]
    const partly = { status: 'completed', receivedAmount: '2500.00', refundedAmount: '100.00' }
    expect(await listed()).toMatchObject({ ...partly, disputed: false })
    await shop.lab(`/lab/objects/${intentId}/dispute`, {})
    await eventually(async () => (await listed()).disputed)
    expect(await listed()).toMatchObject({ ...partly, disputed: true })
  })

  test('given an order, when its events and its states are read, then each figure is explained by the log (M-009)', async () => {
    const { orderId, buyer } = await shop.paidOrder()
    const { body } = await staff.get(`/api/finance/orders/${orderId}/events`)
    const types = body.events.map((event: { type: string }) => event.type)
    // No note of having made the intent is taken when the provider's own word of it was quicker.
    expect(types.slice(0, 2)).toEqual(['OrderPlaced', 'PaymentRequested'])
    expect(types).toContain('PaymentIntentObserved')
    expect(types).toContain('InvoiceIssued')
    expect(body.events[0]).toMatchObject({ version: 1, actor: `customer:${buyer.id}`, source: 'app' })
    // The buyer's browser asked; the site looked at the provider and issued the invoice.
    for (const { type, actor } of body.events.slice(2))
      expect([type, actor]).not.toContain(`customer:${buyer.id}`)
    expect(JSON.stringify(body.events)).not.toContain(buyer.email)
    const at = async (query: string) =>
      (await staff.get(`/api/finance/orders/${orderId}/state?${query}`)).body
    expect(await at('version=2')).toMatchObject({
      version: 2,
      order: { status: 'pending', receivedAmount: '0.00' },
    })
    expect(await at('')).toMatchObject({ order: { status: 'completed', receivedAmount: '2500.00' } })
    expect(await at(`at=${body.events[0].occurredAt}`)).toMatchObject({ order: { status: 'pending' } })
    expect((await staff.get(`/api/finance/orders/${orderId}/state?at=2020-01-01T00:00:00Z`)).status).toBe(404)
    const beyond = await staff.get(`/api/finance/orders/${orderId}/state?version=${types.length + 1}`)
    expect(beyond).toMatchObject({ status: 404, body: { code: 'VERSION_NOT_FOUND' } })
    expect((await staff.get('/api/finance/orders/nothing/events')).status).toBe(404)
  })

  test('given a note, when it is added, then it is in the log, and never with a name', async () => {
    const { orderId } = await shop.paidOrder()
    const path = `/api/finance/orders/${orderId}/notes`
    expect(
      (await staff.post(path, { text: 'Called back, wants the May cohort' })).body.order.notes,
    ).toHaveLength(1)
    expect((await staff.post(path, { text: 'Ada called' })).body.code).toBe('NAMES_A_PERSON')
  })

  test('given exports, when they are read by a spreadsheet, then every line is there and no cell is a formula', async () => {
    const { orderId } = await shop.paidOrder()
    const buyer = await shop.buyer()
    const answers = { currentLevel: 'go-to-guide', certificationType: 'organization' }
    const { id } = (await shop.checkout(buyer, { answers })).body.order
    const orders = await staff.get('/api/finance/orders.csv')
    // M-268: what was answered, in words.
    expect(orders.text).toContain('Current level: Go to guide; Certification type: Organization')
    expect((await staff.get(`/api/finance/orders/${id}/state`)).body.order.answersInWords).toEqual([
      { question: 'Current level', answer: 'Go to guide' },
      { question: 'Certification type', answer: 'Organization' },
    ])
    expect(orders.headers.get('content-type')).toContain('text/csv')
    expect(orders.text).toContain(orderId)
    const events = await staff.get('/api/finance/events.csv')
    const lines = events.text.trim().split('\r\n')
    expect(lines.length).toBe(1 + (await log.head()).position)
    for (const line of lines) expect(line).not.toMatch(/(^|,)"?[=+@]/)
    expect((await staff.get('/api/finance/orders.csv?to=2020-01-01')).text.trim().split('\r\n')).toHaveLength(
      1,
    )
    expect((await staff.get('/api/finance/orders.csv?from=yesterday')).status).toBe(400)
  })

  test('given customers and guests, when they ask for finance, then they are refused', async () => {
    const buyer = await shop.buyer()
    for (const path of ['orders', 'events.csv', 'orders.csv', 'integrity', 'reconciliation', 'inbox']) {
      expect((await buyer.http.get(`/api/finance/${path}`)).status, path).toBe(401)
      expect((await shop.client().get(`/api/finance/${path}`)).status, path).toBe(401)
    }
  })
})

describe('a buyer by name and company', () => {
  test('given a company on the account, when part of either is searched, then the order is found and says both; it is gone once the buyer is erased', async () => {
    const buyer = await shop.buyer({ firstName: 'Petra', lastName: 'Söderberg' })
    await shop.sql.query(`update identity_customer set company = 'Northwind Traders' where id = $1`, [
      buyer.id,
    ])
    const { order } = (await shop.checkout(buyer)).body
    const found = async (q: string) =>
      (await staff.get(`/api/finance/orders?q=${encodeURIComponent(q)}`)).body.orders
    await shop.sql.query(`update commerce_order_customer set last_name = 'O’Söderberg' where order_id = $1`, [
      order.id,
    ])
    expect(await found(`o'söderberg petra`)).toMatchObject([{ id: order.id }])
    await shop.sql.query(
      `update commerce_order_customer set last_name = 'Söderberg', reference = 'PO-1156' where order_id = $1`,
      [order.id],
    )
    await shop.sql.query(
      `update commerce_order_customer set address_line1 = 'Łódzka Straße 7', tax_id = 'DE123456789' where order_id = $1`,
      [order.id],
    )
    for (const q of [
      ...['petra söder', 'Söderberg', 'northwind', 'Söderberg Petra', 'SODERBERG', 'PO-1156', 'po 1156'],
      ...['lodzka strasse', 'Straße 7', 'DE123456789', buyer.email.toUpperCase()],
    ])
      expect(await found(q), q).toMatchObject([
        { id: order.id, buyerName: 'Petra Söderberg', company: 'Northwind Traders' },
      ])
    await shop.sql.query('delete from commerce_order_customer where order_id = $1', [order.id])
    await shop.sql.query('delete from identity_customer where id = $1', [buyer.id])
    expect(await found('northwind')).toEqual([])
    expect(await found(order.id)).toMatchObject([{ buyerName: null, company: null }])
  })
})

describe('the search of staff', () => {
  test('given an order and a lead of one person, when each role searches, then it finds what it may read, by list', async () => {
    const buyer = await shop.buyer({ firstName: 'Zlata', lastName: "O'Castellanos" })
    const { order } = (await shop.checkout(buyer)).body
    const lead = {
      name: 'Zlata O’Castellanos',
      email: 'zlata@found.example',
      phone_number: '+1 555 0164 017',
    }
    const sent = { ...lead, company_name: 'Found', additional_message: '', lead_type: 'normal_lead' }
    expect((await shop.client().post('/api/leads', sent)).status).toBe(200)
    const found = async (client: HttpClient, q: string) =>
      Object.fromEntries(
        (await client.get(`/api/admin/search?q=${encodeURIComponent(q)}`)).body.groups.map(
          ({ group, hits }: { group: string; hits: { title: string; id: string }[] }) => [group, hits],
        ),
      )
    const clientOf = async (role: 'editor' | 'finance' | 'viewer') => {
      const password = 'A-searching-password-1A'
      const member = { username: `searching-${role}`, password, role }
      await shop.site.container.get(Staff).create(member, { replace: true })
      const client = shop.client()
      expect((await client.post('/api/auth/login', member)).status).toBe(200)
      return client
    }
    const [editor, finance, viewer] = await Promise.all([
      clientOf('editor'),
      clientOf('finance'),
      clientOf('viewer'),
    ])
    const byName = 'o`castellanos zlata'
    expect(await found(staff, byName)).toMatchObject({
      orders: [
        {
          id: order.id,
          amount: '2500.00',
          currency: 'usd',
          details: ["Zlata O'Castellanos", expect.any(String)],
        },
      ],
      leads: [{ title: "Zlata O'Castellanos", details: ['Found', 'zlata@found.example'] }],
    })
    expect(Object.keys(await found(finance, byName))).toEqual(['orders'])
    expect(Object.keys(await found(editor, byName))).toEqual(['leads'])
    expect(await found(viewer, byName)).toMatchObject({ leads: [{ details: ['Found'] }] })
    expect(Object.keys(await found(viewer, byName))).toEqual(['leads'])
    expect(await found(viewer, order.id)).toMatchObject({ orders: [{ id: order.id }] })
    expect(await found(viewer, 'zlata@found.example')).toEqual({})
    expect(Object.keys(await found(editor, '0164017'))).toEqual(['leads'])
    expect(await found(staff, 'INV-000001')).toMatchObject({
      orders: [{ title: 'INV-000001' }],
      documents: [{ title: 'INV-000001', details: expect.arrayContaining(['Invoice']) }],
    })
    expect((await staff.get('/api/admin/search?q=z')).status).toBe(400)
    // However many words are searched, each list records its read once an hour.
    for (const action of ['Read leads', 'Read companies', 'Read quotes', 'Read bank transfers']) {
      const { entries } = (await staff.get(`/api/audit?action=${encodeURIComponent(action)}`)).body
      const own = entries.filter(({ subject }: { subject: string }) => !subject.includes('person behind'))
      expect(new Set(own.map(({ by }: { by: string }) => by)).size, action).toBe(own.length)
    }
  })
})

describe('a viewer', () => {
  test('given a viewer, when finance is read, then lists are shown without addresses, and nothing else is', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    const password = 'A-viewers-password-1A'
    await shop.site.container
      .get(Staff)
      .create({ username: 'viewer', password, role: 'viewer' }, { replace: true })
    const viewer = shop.client()
    expect((await viewer.post('/api/auth/login', { username: 'viewer', password })).status).toBe(200)
    const list = await viewer.get(`/api/finance/orders?q=${orderId}`)
    expect(list.body.orders).toMatchObject([{ id: orderId, email: null, buyerName: null, company: null }])
    expect(list.text).not.toContain(buyer.email)
    expect((await viewer.get('/api/finance/orders?q=Lovelace')).body.total).toBe(0)
    expect((await viewer.get(`/api/finance/orders?q=${encodeURIComponent(buyer.email)}`)).body.total).toBe(0)
    expect((await viewer.get('/api/finance/inbox')).status).toBe(200)
    expect((await viewer.get('/api/finance/reconciliation')).status).toBe(200)
    for (const path of [
      `orders/${orderId}/events`,
      `orders/${orderId}/state`,
      'events.csv',
      'orders.csv',
      'integrity',
    ]) {
      expect((await viewer.get(`/api/finance/${path}`)).status, path).toBe(403)
    }
    expect((await viewer.post(`/api/finance/orders/${orderId}/refunds`, { reason: 'not mine' })).status).toBe(
      403,
    )
  })
})

describe('proof', () => {
  test('given an untouched log, when it is verified, then it is whole; given a changed amount, then the position is named', async () => {
    await shop.paidOrder()
    const untouched = (await staff.get('/api/finance/integrity')).body
    expect(untouched, JSON.stringify(untouched.parts)).toMatchObject({ ok: true, firstBreak: null })
    const superuser = new Client({ connectionString: shop.database.superUrl })
    await superuser.connect()
    try {
      await superuser.query('set session_replication_role = replica')
      await superuser.query(
        `update es.events set data = jsonb_set(data, '{lines,0,unitPrice}', '1') where type = 'OrderPlaced' and position = 1`,
      )
      expect((await staff.get('/api/finance/integrity')).body).toMatchObject({
        ok: false,
        firstBreak: { position: 1 },
      })
      await superuser.query(
        `update es.events set data = jsonb_set(data, '{lines,0,unitPrice}', '250000') where position = 1`,
      )
    } finally {
      await superuser.end()
    }
    expect((await staff.get('/api/finance/integrity')).body.ok).toBe(true)
  })

  test('given a row that lies, when orders are verified, then it is named; when they are rebuilt, then it is right again', async () => {
    const { orderId } = await shop.paidOrder()
    await shop.sql.query("update commerce_order set status = 'refunded', received_minor = 1 where id = $1", [
      orderId,
    ])
    const lying = await verifyOrders(log)
    expect(lying.ok).toBe(false)
    expect(lying.differences.map((one) => `${one.orderId} ${one.column}`)).toEqual([
      `${orderId} status`,
      `${orderId} received_minor`,
    ])
    expect(await rebuild()).toMatchObject({ differing: 1, swapped: true })
    expect((await verifyOrders(log)).ok).toBe(true)
    expect(await rebuild()).toMatchObject({ differing: 0, swapped: false })
  })

  test('given an order whose texts hold every sign that COPY writes otherwise, when the rows are rebuilt, then none differs', async () => {
    const id = randomUUID()
    const author = { actor: { kind: 'system', name: 'tests' } } as const
    const name = 'tab\t, line\n, return\r, \\N, \\., "quoted", {braces}, ’'
    const idempotencyKey = `key-${id}`
    const data = placedData({ buyerId: randomUUID(), productId, productName: name })
    const input = { ...data, payment: { method: 'card' as const, idempotencyKey } }
    const intentId = `pi_{"a,b"}\\\t${id}`
    await shop.orders.change(id, author, ({ order }) => place(order, input))
    await shop.orders.change(id, author, ({ order }) => observeCreated(order, { intentId, idempotencyKey }))
    expect(await rebuild()).toMatchObject({ swapped: false, differing: 0 })
    const [row] = await shop.sql.query('select product_name, intent_ids from commerce_order where id = $1', [
      id,
    ])
    expect(row).toEqual({ product_name: name, intent_ids: [intentId] })
  })

  test('E-8: given orders that go on changing, when the rows are rebuilt meanwhile, then none differs and the rules of the table still hold', async () => {
    let stop = false
    let placed = 0
    const failures: unknown[] = []
    const { orderId: lying } = await shop.paidOrder()
    const customers = async () => {
      while (!stop && failures.length === 0) {
        try {
          await shop.paidOrder()
          placed += 1
        } catch (error) {
          failures.push(error)
        }
      }
    }
    const busy = [customers(), customers(), customers()]
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await rebuild()).toMatchObject({ swapped: false, differing: 0 })
      await shop.sql.query("update commerce_order set product_name = 'lie' where id = $1", [lying])
      expect(await rebuild()).toMatchObject({ swapped: true, differing: 1 })
    }
    stop = true
    await Promise.all(busy)
    expect(failures).toEqual([])
    expect(placed).toBeGreaterThan(0)
    await shop.inbox.idle()
    expect((await verifyOrders(log)).differences).toEqual([])
    const buyer = await shop.buyer()
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.checkout(buyer)))
    expect(new Set(answers.map(({ body }) => body.order.id)).size).toBe(1)
  })
})

describe('a person who leaves', () => {
  test('given a buyer, when their data is erased, then nothing personal is left and the chain still holds', async () => {
    const { PersonalData } = await import('#platform/privacy/personal-data.ts')
    const { buyer, orderId } = await shop.paidOrder()
    await shop.inbox.idle()
    const part = shop.site.container.getAll(PersonalData).find((one) => one.name === 'orders')
    const person = { userId: buyer.id, email: buyer.email }
    expect(JSON.stringify(await part?.export(person))).toContain(buyer.email)
    await part?.erase(person)
    await part?.erase(person)
    const [left] = await shop.sql.query(
      `select (select count(*)::int from commerce_order_customer where user_id = $1) as snapshots,
        (select count(*)::int from commerce_stripe_inbox where order_id = $2 and raw is not null) as bodies,
        (select count(*)::int from commerce_stripe_inbox where order_id = $2) as digests`,
      [buyer.id, orderId],
    )
    expect(left).toMatchObject({ snapshots: 0, bodies: 0 })
    expect((await verifyOrders(log)).ok).toBe(true)
    expect((await buyer.http.get(`/api/orders/${orderId}`)).body.order.customer).toBeNull()
  })
})
