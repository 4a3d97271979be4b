import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from '../../commerce/support/shop.ts'
import { eventually } from '../../support/app.ts'
import type { HttpClient } from '../../support/http-client.ts'
import { plan } from './program-log.ts'

let shop: Shop
let owner: HttpClient
beforeAll(async () => {
  shop = await openShop()
  owner = await shop.staff()
})
afterAll(() => shop?.stop())

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
    const chosen = await buyer.http.post(`/api/orders/${orderId}/cohort`, { cohortId: id })
    expect(chosen.body.order.cohort).toMatchObject({ cohortId: id, place: 'taken', startsOn: '2033-03-01' })
    expect(await staffView(id)).toMatchObject({ taken: 1, placesLeft: 1 })
    const other = await opened(1)
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
    const left = (await shop.client().get('/api/cohorts')).body.cohorts
    expect(left.map((cohort: { id: string }) => cohort.id)).not.toContain(id)
    const late = await shop.checkout(await shop.buyer(), { cohortId: id })
    expect(late).toMatchObject({ status: 409, body: { code: 'COHORT_NOT_OPEN' } })
    const wrong = await owner.put(`/api/admin/cohorts/${id}/plan`, {
      ...plan('2033-09-12'),
      timeZone: 'Mars',
    })
    expect(wrong).toMatchObject({ status: 400 })
    expect(wrong.text).toContain('timeZone')
  })
})
