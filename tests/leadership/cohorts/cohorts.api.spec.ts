import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { faultsOf } from '../../../src/modules/commerce/finance/verification/faults-of.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { Staff } from '../../../src/server/services.ts'
import { openShop } from '../../commerce/support/shop.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { plan } from './program-log.ts'

const shop = given(openShop)
const owner = given(() => shop.staff())
const viewer = given(() => shop.client())
beforeAll(async () => {
  const account = { username: 'reader', password: 'Quiet-harbour-27' }
  await shop.site.container.get(Staff).create({ ...account, role: 'viewer' })
  expect((await viewer.post('/api/auth/login', account)).status).toBe(200)
})

async function opened(capacity: number, startsOn = '2033-03-01'): Promise<string> {
  const id = randomUUID()
  // A repeat changes nothing.
  for (let call = 0; call < 2; call += 1) {
    const answer = await owner.post('/api/admin/cohorts', { id, ...plan(startsOn), capacity })
    expect(answer.status, answer.text).toBe(200)
  }
  return id
}
const staffView = async (id: string) =>
  (await owner.get('/api/admin/cohorts')).body.cohorts.find((cohort: { id: string }) => cohort.id === id)
const mailsTo = async (email: string): Promise<{ subject: string; text: string }[]> =>
  (await shop.client().get(`/api/dev/mail?to=${email}`)).body.mails

describe('buying a place', () => {
  it('given no cohort, then orders are placed and paid as ever, and choose one afterwards', async () => {
    expect((await shop.client().get('/api/cohorts')).body).toEqual({ success: true, cohorts: [] })
    const { buyer, orderId } = await shop.paidOrder()
    expect((await buyer.http.get(`/api/orders/${orderId}`)).body.order.cohort).toBeNull()
    const id = await opened(2)
    const told = async () =>
      (await mailsTo(buyer.email)).filter(({ subject }) => subject === 'You can choose your date now')
    await eventually(async () => (await told()).length > 0)
    expect((await told())[0]!.text).toContain(`/certification/enrollment/${orderId}`)
    const chosen = await buyer.http.post(`/api/orders/${orderId}/cohort`, { cohortId: id })
    expect(chosen.body.order.cohort).toMatchObject({ cohortId: id, place: 'taken', startsOn: '2033-03-01' })
    expect(await staffView(id)).toMatchObject({ taken: 1, placesLeft: 1 })
    const [unsure, other] = [await shop.paidOrder(), await opened(1)]
    await eventually(async () =>
      (await mailsTo(unsure.buyer.email)).some(({ subject }) => subject === 'You can choose your date now'),
    )
    // Once for each order, and not to a buyer who has chosen.
    expect(await told()).toHaveLength(1)
    const again = await buyer.http.post(`/api/orders/${orderId}/cohort`, { cohortId: other })
    expect(again).toMatchObject({ status: 409, body: { code: 'PLACE_TAKEN' } })
    const stranger = await shop.buyer()
    const foreign = await stranger.http.post(`/api/orders/${orderId}/cohort`, { cohortId: other })
    expect(foreign.status).toBe(404)
  })

  it('given the last place, then it is held with the order, taken with the payment and given back with the refund', async () => {
    const id = await opened(1)
    const [first, second] = [await shop.buyer(), await shop.buyer()]
    const placed = await shop.checkout(first, { cohortId: id })
    expect(placed.body.cohort).toMatchObject({ cohortId: id, place: 'held' })
    // The program keeps the date; the log does not.
    const [event] = await shop.orders.history(placed.body.order.id)
    expect(event).toMatchObject({ type: 'OrderPlaced', schemaVersion: 1 })
    expect(await staffView(id)).toMatchObject({ held: 1, placesLeft: 0 })
    const late = await shop.checkout(second, { cohortId: id })
    expect(late).toMatchObject({ status: 409, body: { code: 'COHORT_FULL' } })
    expect((await second.http.get('/api/orders')).body.orders).toEqual([])
    // A reload keeps the order and its place.
    const reloaded = await shop.checkout(first, {})
    expect(reloaded.body).toMatchObject({ resumed: true, cohort: placed.body.cohort })

    await shop.pay(placed.body.paymentIntent.clientSecret)
    await first.http.get(`/api/checkout/verify-payment-intent/${placed.body.paymentIntent.id}`)
    expect(await staffView(id)).toMatchObject({ held: 0, taken: 1 })
    const roster = await owner.get(`/api/admin/cohorts/${id}/roster`)
    expect(roster.body.orders).toMatchObject([
      {
        orderId: placed.body.order.id,
        name: 'Ada Lovelace',
        email: first.email,
        place: 1,
        standing: 'taken',
      },
    ])

    // A person who may not read personal data sees neither name nor address; one who reads it is in the audit, once.
    const unnamed = (await viewer.get(`/api/admin/cohorts/${id}/roster`)).body.orders
    expect(unnamed).toMatchObject([{ orderId: placed.body.order.id, name: null, email: null }])
    await owner.get(`/api/admin/cohorts/${id}/roster`)
    const entries = await shop.site.container.get(AuditLog).entries({})
    const reads = entries.filter(({ action, subject }) => action === 'Read a roster' && subject.endsWith(id))
    expect(reads).toMatchObject([{ by: 'admin' }])
    const openings = entries.filter(({ action }) => action === 'Opened a cohort')
    // Each was opened twice by this test; a repeat changes nothing.
    expect(openings).toHaveLength((await owner.get('/api/admin/cohorts')).body.cohorts.length)

    const refund = await owner.post(`/api/finance/orders/${placed.body.order.id}/refunds`, {
      reason: 'asked for',
    })
    expect(refund.status, refund.text).toBe(200)
    await eventually(async () => (await staffView(id)).placesLeft === 1)
    expect((await shop.checkout(second, { cohortId: id })).body.cohort).toMatchObject({ place: 'held' })
  })

  it('given a date that was only shown, then a new order holds a place on it, and an open one keeps its own', async () => {
    const [id, other] = [await opened(2), await opened(2, '2033-06-01')]
    const buyer = await shop.buyer()
    const placed = await shop.checkout(buyer, { preferredCohortId: id })
    expect(placed.body.cohort).toMatchObject({ cohortId: id, place: 'held' })
    const resumed = await shop.checkout(buyer, { preferredCohortId: other })
    expect(resumed.body).toMatchObject({ resumed: true, cohort: placed.body.cohort })
    const moved = await shop.checkout(buyer, { cohortId: other, preferredCohortId: id })
    expect(moved.body.cohort).toMatchObject({ cohortId: other, place: 'held' })
  })

  it('given a payment after the hold, when the place is gone, then the buyer is asked on the page and by mail, and staff sees who', async () => {
    const [id, next] = [await opened(1), await opened(1, '2033-06-01')]
    const [slow, quick] = [await shop.buyer(), await shop.buyer()]
    const { body } = await shop.checkout(slow, { cohortId: id })
    await shop.advance(31 * 60_000)
    expect((await shop.checkout(quick, { cohortId: id })).body.cohort).toMatchObject({ place: 'held' })
    // The order can still be paid; another date is the buyer's choice.
    const reloaded = await shop.checkout(slow, {})
    expect(reloaded, reloaded.text).toMatchObject({
      status: 200,
      body: { resumed: true, paymentIntent: body.paymentIntent, cohort: { cohortId: id, place: 'none' } },
    })
    expect(await shop.checkout(slow, { cohortId: id })).toMatchObject({ body: { code: 'COHORT_FULL' } })
    await shop.pay(body.paymentIntent.clientSecret)
    await slow.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
    const order = `/api/orders/${body.order.id}`
    expect((await slow.http.get(order)).body.order).toMatchObject({
      status: 'completed',
      cohort: { cohortId: id, place: 'none', refundAsked: false },
    })
    expect(await staffView(id)).toMatchObject({ unplaced: 1 })
    const asked = await eventually(async () =>
      (await mailsTo(slow.email)).find(({ subject }) => subject === 'Your place: please choose'),
    )
    expect(asked.text).toContain('Wednesday, June 1, 2033')
    expect(asked.text).toContain(`/certification/enrollment/${body.order.id}`)

    await opened(1, '2033-07-05')
    const told = await eventually(async () =>
      (await mailsTo(slow.email)).find(({ subject }) => subject === 'There is a new date for you'),
    )
    expect(told.text).toContain('Tuesday, July 5, 2033')
    expect((await mailsTo(quick.email)).map(({ subject }) => subject)).not.toContain(
      'There is a new date for you',
    )
    await slow.http.post(`${order}/cohort/refund-request`)
    const { data } = (await slow.http.get('/api/users/me/export')).body
    expect(data.orders[0].cohort).toMatchObject({ cohortId: id, place: 'none', refundAsked: true })
    const roster = await owner.get(`/api/admin/cohorts/${id}/roster`)
    expect(roster.body.orders).toContainEqual(
      expect.objectContaining({ orderId: body.order.id, standing: 'unplaced', refundAsked: true }),
    )
    const chosen = await slow.http.post(`${order}/cohort`, { cohortId: next })
    expect(chosen.body.order.cohort).toMatchObject({ cohortId: next, place: 'taken', refundAsked: false })
    expect(await staffView(id)).toMatchObject({ unplaced: 0 })
  })

  it('given a full cohort, then somebody waits without an account, is offered the freed place within 10 s by mail, and pays for it', async () => {
    const id = await opened(1, '2033-10-03')
    const [payer, waiter, late] = [await shop.buyer(), await shop.buyer(), await shop.buyer()]
    const paid = (await shop.checkout(payer, { cohortId: id })).body
    await shop.pay(paid.paymentIntent.clientSecret)
    await payer.http.get(`/api/checkout/verify-payment-intent/${paid.paymentIntent.id}`)

    const visitor = shop.client()
    const list = `/api/cohorts/${id}/wait-list`
    expect(await visitor.post(list, { email: 'nobody' })).toMatchObject({ status: 400 })
    expect((await visitor.post(list, { email: 'bot@example.com', website: 'x' })).status).toBe(200)
    const plus = waiter.email.replace('@', '+w@')
    for (const email of [waiter.email, plus])
      expect(await visitor.post(list, { email, name: 'Grace' })).toMatchObject({
        status: 200,
        body: { success: true },
      })
    const mail = async (subject: string) =>
      eventually(async () => (await mailsTo(waiter.email)).find((one) => one.subject === subject))
    const { text } = await mail('You are on the wait list')
    const token = new URL(/https?:\S+wait-list\?\S+/.exec(text)![0]).search.slice(1)
    const entry = async () => (await visitor.post('/api/wait-list/entry', { token })).body.entry
    expect(await entry()).toEqual({
      cohortId: id,
      startsOn: '2033-10-03',
      standing: 'waiting',
      offeredUntil: null,
      begun: false,
    })
    const seen = async (who: HttpClient) => (await who.get(`/api/admin/cohorts/${id}/wait-list`)).body.waiting
    expect(await seen(owner)).toMatchObject([{ name: 'Grace', email: waiter.email, standing: 'waiting' }])
    expect(await seen(viewer)).toMatchObject([{ name: null, email: null }])

    const refund = await owner.post(`/api/finance/orders/${paid.order.id}/refunds`, { reason: 'asked for' })
    expect(refund.status, refund.text).toBe(200)
    await eventually(async () => (await entry()).standing === 'offered')
    const since = Date.now()
    const offer = await mail('A place is kept for you')
    // The figure of the promise; the mail comes by a notification in a second or two.
    expect(Date.now() - since).toBeLessThan(10_000)
    expect(offer.text).toContain('Hello Grace,')
    expect(await staffView(id)).toMatchObject({ placesLeft: 0, offered: 1, waiting: 0 })
    expect(await shop.checkout(late, { cohortId: id })).toMatchObject({ body: { code: 'COHORT_FULL' } })
    const forged = token.replace(/signature=..../, 'signature=AAAA')
    expect(await visitor.post('/api/wait-list/leave', { token: forged })).toMatchObject({ status: 404 })

    const taken = await shop.checkout(waiter, { cohortId: id, offer: token })
    expect(taken.body.cohort, taken.text).toMatchObject({ cohortId: id, place: 'held' })
    expect(await entry()).toMatchObject({ standing: 'taken' })
    await shop.pay(taken.body.paymentIntent.clientSecret)
    await waiter.http.get(`/api/checkout/verify-payment-intent/${taken.body.paymentIntent.id}`)
    expect(await staffView(id)).toMatchObject({ taken: 1, offered: 0 })
    const { data } = (await waiter.http.get('/api/users/me/export')).body
    expect(data.waitLists).toMatchObject([{ name: 'Grace', email: waiter.email, standing: 'taken' }])

    // Staff takes somebody off the list.
    await visitor.post(list, { email: late.email })
    const [other] = await seen(owner)
    expect((await owner.send('DELETE', `/api/admin/wait-list/${other.id}`)).status).toBe(200)
    expect(await seen(owner)).toEqual([])
  })

  it('given a cohort that is moved and cancelled, then its participants are told, and it cannot be booked', async () => {
    const id = await opened(3, '2033-09-05')
    const who = await shop.buyer()
    const { body } = await shop.checkout(who, { cohortId: id })
    await shop.pay(body.paymentIntent.clientSecret)
    await who.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
    const other = { id, ...plan('2033-09-05'), capacity: 4 }
    expect(await owner.post('/api/admin/cohorts', other)).toMatchObject({ status: 409 })
    for (let call = 0; call < 2; call += 1)
      expect((await owner.put(`/api/admin/cohorts/${id}/plan`, plan('2033-09-12'))).status).toBe(200)
    await eventually(async () =>
      (await mailsTo(who.email)).some(({ subject }) => subject === 'Your cohort has new dates'),
    )
    expect((await owner.post(`/api/admin/cohorts/${id}/cancel`)).body.cohort).toMatchObject({
      status: 'cancelled',
      taken: 0,
      unplaced: 1,
    })
    await eventually(async () => {
      const subjects = (await mailsTo(who.email)).map(({ subject }) => subject)
      return subjects.includes('Your cohort is cancelled')
    })
    const moved = (await mailsTo(who.email)).filter(({ subject }) => subject === 'Your cohort has new dates')
    expect(moved).toHaveLength(1)
    expect(moved[0]).toMatchObject({ attachments: ['program.ics'] })
    expect(moved[0]!.text).toContain('Your cohort starts: Monday, September 12, 2033')
    const left = (await shop.client().get('/api/cohorts')).body.cohorts
    expect(left.map((cohort: { id: string }) => cohort.id)).not.toContain(id)
    const noted = await shop.site.container.get(AuditLog).entries({})
    expect(noted[0]).toMatchObject({ action: 'Cancelled a cohort', changes: [] })
    expect(noted[1]).toMatchObject({
      action: 'Changed the dates of a cohort',
      changes: [{ path: 'starts on', before: '2033-09-05', after: '2033-09-12' }],
    })
    const late = await shop.checkout(await shop.buyer(), { cohortId: id })
    expect(late).toMatchObject({ status: 409, body: { code: 'COHORT_NOT_OPEN' } })
    for (const timeZone of ['Mars', 'CAT', 'BST', 'US/Pacific-New']) {
      const wrong = await owner.put(`/api/admin/cohorts/${id}/plan`, { ...plan('2033-09-12'), timeZone })
      expect(wrong, timeZone).toMatchObject({ status: 400 })
      expect(wrong.text).toContain('timeZone')
    }
  })

  it('given a cohort that is cancelled, when one participant takes the next and one the refund, then money and places agree', async () => {
    const [id, next] = [await opened(2, '2033-12-05'), await opened(1, '2034-01-09')]
    const paid = async () => {
      const buyer = await shop.buyer()
      const { body } = await shop.checkout(buyer, { cohortId: id })
      await shop.pay(body.paymentIntent.clientSecret)
      await buyer.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
      return { buyer, orderId: body.order.id as string }
    }
    const [moves, leaves] = [await paid(), await paid()]
    expect((await owner.post(`/api/admin/cohorts/${id}/cancel`)).body.cohort).toMatchObject({ unplaced: 2 })
    for (const { buyer } of [moves, leaves])
      await eventually(async () =>
        (await mailsTo(buyer.email)).some(({ subject }) => subject === 'Your cohort is cancelled'),
      )
    const chosen = await moves.buyer.http.post(`/api/orders/${moves.orderId}/cohort`, { cohortId: next })
    expect(chosen.body.order.cohort, chosen.text).toMatchObject({ cohortId: next, place: 'taken' })
    const asked = await leaves.buyer.http.post(`/api/orders/${leaves.orderId}/cohort/refund-request`)
    expect(asked.body.order.cohort, asked.text).toMatchObject({ place: 'none', refundAsked: true })
    const refund = await owner.post(`/api/finance/orders/${leaves.orderId}/refunds`, { reason: 'cancelled' })
    expect(refund.status, refund.text).toBe(200)
    await eventually(async () => (await staffView(id)).unplaced === 0)
    expect(await staffView(next)).toMatchObject({ taken: 1, placesLeft: 0, unplaced: 0 })
    const orders = await shop.sql.query<{ id: string; status: string; kept: string }>(
      `select id, status, (received_minor - refunded_minor)::text as kept from commerce_order where id = any ($1::uuid[])`,
      [[moves.orderId, leaves.orderId]],
    )
    const byId = new Map(orders.map((order) => [order.id, order]))
    expect(byId.get(moves.orderId)).toMatchObject({ status: 'completed', kept: '250000' })
    expect(byId.get(leaves.orderId)).toMatchObject({ status: 'refunded', kept: '0' })
  })
})

/** Each: what was changed by hand, the statement, and what a check says of it. */
const tampered: [string, string, RegExp][] = [
  [
    'a place that was taken from its order',
    `update program_place set order_id = null, taken_at = null where (cohort_id, place_no) =
     (select cohort_id, place_no from program_place where taken_at is not null limit 1)`,
    /is free in the table, in the log taken by \S+[\s\S]*order \S+ is paid, has a cohort and no place, and is not marked as unplaced/,
  ],
  [
    'a free place that was given to an order which is over',
    `update program_place p set taken_at = now(), order_id = o.order_id from (
       select e.order_id, f.cohort_id, f.place_no from program_enrollment e join program_place f
         on f.cohort_id = e.cohort_id and f.order_id is null and f.wait_id is null
       where e.claim = 'over' limit 1) o
     where p.cohort_id = o.cohort_id and p.place_no = o.place_no`,
    /is taken by \S+ in the table, in the log free[\s\S]*order \S+ is over and still has a place/,
  ],
  [
    'a claim that is not the order’s',
    `update program_enrollment set claim = 'under-way', chosen_at = '2020-01-01' where order_id =
     (select order_id from program_enrollment where claim = 'paid' limit 1)`,
    /order \S+ is paid, and under-way for its cohort/,
  ],
  [
    'a cohort with another number of places',
    'update program_cohort set capacity = capacity + 1',
    /in the list, in the log open with/,
  ],
  [
    'somebody on a wait list who did not join',
    `insert into program_wait (id, cohort_id, consent, standing, joined_at)
     select gen_random_uuid(), id, '', 'waiting', now() from program_cohort limit 1`,
    /the wait list of cohort \S+ is not that of the log/,
  ],
]

describe('what is kept of places', () => {
  const tables = ['program_cohort', 'program_place', 'program_enrollment', 'program_wait']
  const verified = () => verifyOrders(shop.site.container.get(EventLog))
  let tableOwner: Client
  const onEach = async (names: string[], statement: (table: string) => string) => {
    for (const table of names) await tableOwner.query(statement(table))
  }
  afterAll(() => tableOwner?.end())
  beforeAll(async () => {
    // One order that is over, in a cohort that has a free place.
    const id = await opened(2, '2033-11-07')
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer, { cohortId: id })
    await shop.pay(body.paymentIntent.clientSecret)
    await buyer.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
    await owner.post(`/api/finance/orders/${body.order.id}/refunds`, { reason: 'asked for' })
    await eventually(async () => (await staffView(id)).placesLeft === 2)
    tableOwner = new Client({ connectionString: shop.database.adminUrl })
    await tableOwner.connect()
    await onEach(tables, (table) => `create table kept_${table} as select * from ${table}`)
  })

  it('given everything above, then the places are what the log and the orders say', async () => {
    const verdict = await verified()
    expect(verdict.places).toMatchObject({ faults: [], count: 0 })
    expect(verdict.places.checked).toBeGreaterThan(5)
    expect(verdict.ok).toBe(true)
  })

  it.each(tampered)('given %s, when everything is checked, then it is found', async (_, statement, found) => {
    await shop.sql.query(statement)
    try {
      const verdict = await verified()
      expect(verdict.ok).toBe(false)
      expect(verdict.places.faults.join('\n')).toMatch(found)
      expect(faultsOf(verdict).join('\n')).toContain(verdict.places.faults[0])
    } finally {
      await onEach([...tables].reverse(), (table) => `delete from ${table}`)
      await onEach(
        tables,
        (table) => `insert into ${table} overriding system value select * from kept_${table}`,
      )
    }
  })
})
