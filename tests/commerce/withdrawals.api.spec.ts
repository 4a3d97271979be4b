import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Settings } from '#platform/settings/settings.ts'
import { earlyStart } from '../../src/modules/commerce/rules.ts'
import { withdrawalSettings } from '../../src/modules/commerce/withdrawals/withdrawal-settings.ts'
import { eventually } from '../support/app.ts'
import type { HttpClient } from '../support/http-client.ts'
import { MailServer } from './support/mail-server.ts'
import { type Buyer, openShop, type Shop } from './support/shop.ts'

let mailServer: MailServer
let shop: Shop
let staff: HttpClient
beforeAll(async () => {
  mailServer = await MailServer.reserve()
  shop = await openShop({ env: mailServer.env })
  staff = await shop.staff()
  await mailServer.up()
  await inEu(true)
})
afterEach(() => shop.lab('/lab/chaos', {}))
afterAll(async () => {
  await mailServer?.down()
  await shop?.stop()
})

const inEu = (euConsumers: boolean) =>
  shop.site.container.get(Settings).write(withdrawalSettings, { euConsumers }, 'test')
const state = (email: string, orderNumber: string, more: object = {}) =>
  shop
    .client()
    .post('/api/withdrawals', { id: randomUUID(), name: 'Ada Lovelace', orderNumber, email, ...more })
const listed = async (email: string) =>
  (await staff.get('/api/finance/withdrawals')).body.withdrawals.filter(
    (each: { email: string }) => each.email === email,
  )
const stateOf = async (email: string): Promise<string[]> =>
  (await listed(email)).map((each: { state: string }) => each.state).sort()
const reached = (email: string, ...states: string[]) =>
  eventually(async () => (await stateOf(email)).join() === states.sort().join(), 30).catch(async (error) => {
    throw new Error(`${await stateOf(email)}`, { cause: error })
  })
const made = async (intentId: string) =>
  (await shop.stripe.refunds.list({ payment_intent: intentId })).data.map(({ amount }) => amount)
const orderOf = async ({ http }: Buyer, orderId: string) =>
  (await http.get(`/api/orders/${orderId}`)).body.order
const subjects = (email: string, about: RegExp) =>
  mailServer.subjectsTo(email).filter((subject) => about.test(subject))
const received = 'We have received your withdrawal'

const cohortId = 'c0ffee00-0000-4000-8000-0000000000aa'
async function inCohort(startsInDays: number): Promise<{ buyer: Buyer; orderId: string; intentId: string }> {
  const paid = await shop.paidOrder()
  const id = cohortId.slice(0, -2) + randomUUID().slice(-2)
  const startsOn = new Date(shop.clock.now().getTime() + startsInDays * 86_400_000).toISOString().slice(0, 10)
  const labs = [{ weekday: 2, time: '12:00', minutes: 90 }]
  const cohort = { id, startsOn, timeZone: 'UTC', capacity: 5, coachingWeeks: [], labs }
  expect((await staff.post('/api/admin/cohorts', cohort)).status).toBe(200)
  const chosen = await paid.buyer.http.post(`/api/orders/${paid.orderId}/cohort`, { cohortId: id })
  expect(chosen.status, chosen.text).toBe(200)
  return paid
}

describe('a consumer in the EU', () => {
  test('given mail and Stripe away for an hour, when statements arrive, then all are stored and answered alike, and each is acknowledged and paid once afterwards', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    const strangers = `stranger-${randomUUID().slice(0, 8)}@example.com`
    await mailServer.down()
    await shop.lab('/lab/chaos', { requests: [{ match: { path: '/v1/*' }, fault: 'cut', when: 'before' }] })
    const id = randomUUID()
    const answers = [
      await state(buyer.email, orderId, { id }),
      await state(buyer.email, orderId, { id }),
      await state(buyer.email.toUpperCase(), ` ${orderId.slice(-8).toUpperCase()} `),
      await state(buyer.email, 'INV-000777'),
      await state(strangers, orderId),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(Object.keys(body).sort()).toEqual(['receivedAt', 'success'])
    }
    expect(answers[0]!.body.receivedAt).toBe(answers[1]!.body.receivedAt)
    await shop.advance(3_600_000)
    expect(mailServer.subjectsTo(buyer.email).filter((subject) => subject === received)).toEqual([])
    expect(await made(intentId).catch(() => [])).toEqual([])
    await shop.lab('/lab/chaos', {})
    await mailServer.up()
    await shop.advance(3_600_000)
    await reached(buyer.email, 'refunded', 'nothing', 'waiting')
    await reached(strangers, 'waiting')
    await eventually(async () => subjects(buyer.email, /refund of/).length === 1, 30)
    await eventually(async () => subjects(buyer.email, /have received/).length === 3, 30)
    expect(subjects(buyer.email, /have received/)).toEqual([received, received, received])
    expect(subjects(strangers, /./)).toEqual([received])
    const letter = mailServer.received.find(({ to }) => to === strangers)!
    const at = answers[4]!.body.receivedAt.slice(0, 19).replace('T', ' ')
    for (const words of ['Ada Lovelace', orderId, strangers, `${at} UTC`])
      expect(letter.text).toContain(words)
    expect(await made(intentId)).toEqual([250_000])
    expect(await orderOf(buyer, orderId)).toMatchObject({ status: 'refunded', holdsPlace: false })
  }, 120_000)

  test('given the agreement to an early start, when the buyer withdraws in the first week, then that week is charged, the rest goes back, and the place ends', async () => {
    const { buyer, orderId, intentId } = await inCohort(2)
    const agree = (version: string) => buyer.http.post(`/api/orders/${orderId}/early-start`, { version })
    expect((await agree('2020-01-01')).body.code).toBe('TEXT_CHANGED')
    for (let i = 0; i < 2; i += 1) expect((await agree(earlyStart.version)).status).toBe(200)
    await shop.advance(3 * 86_400_000)
    buyer.http.setCookie('session', await shop.sessionOf(buyer))
    const { body } = await buyer.http.get(`/api/orders/${orderId}/withdrawal`)
    expect(body).toMatchObject({
      kind: 'withdrawal',
      whyNot: null,
      name: 'Ada Lovelace',
      email: buyer.email,
      decisions: [{ refundCase: null, amount: '2291.67', sentence: expect.stringContaining('$208.33') }],
    })
    expect((await orderOf(buyer, orderId)).holdsPlace).toBe(true)
    await state(buyer.email, body.orderNumber)
    await reached(buyer.email, 'refunded')
    expect(await made(intentId)).toEqual([229_167])
    await eventually(async () => (await orderOf(buyer, orderId)).refundedAmount === '2291.67', 30)
    expect(await orderOf(buyer, orderId)).toMatchObject({ status: 'completed', holdsPlace: false })
    expect((await buyer.http.get('/api/orders')).body.orders[0].holdsPlace).toBe(false)
    await eventually(
      async () =>
        mailServer.received.some(
          ({ to, text }) =>
            to === buyer.email && text.replaceAll('=\r\n', '').includes('Your enrollment has ended.'),
        ),
      30,
    )
  }, 90_000)

  test('given an address with which three other numbers were tried, when the right one follows, then a person decides', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    for (const wrong of ['INV-000701', 'INV-000702', 'INV-000703']) await state(buyer.email, wrong)
    await reached(buyer.email, 'waiting', 'waiting', 'waiting')
    await state(buyer.email, orderId)
    await reached(buyer.email, 'waiting', 'waiting', 'waiting', 'waiting')
    expect(await listed(buyer.email)).toContainEqual(
      expect.objectContaining({
        amount: '2500.00',
        decision: expect.stringContaining('Other numbers were tried with this address'),
      }),
    )
    expect(await made(intentId)).toEqual([])
  }, 90_000)

  test('given day 15, or an organization, then nothing is paid by the rule, and finance answers', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    await shop.advance(16 * 86_400_000)
    buyer.http.setCookie('session', await shop.sessionOf(buyer))
    const { body } = await buyer.http.get(`/api/orders/${orderId}/withdrawal`)
    expect(body).toMatchObject({ kind: 'refund', whyNot: expect.stringContaining('The 14 days ended on') })
    await state(buyer.email, orderId)
    await reached(buyer.email, 'waiting')
    const [waiting] = await listed(buyer.email)
    const answer = (said: object) =>
      staff.post(`/api/finance/withdrawals/${waiting.id}/answer`, { reason: 'The term is over.', ...said })
    expect((await answer({ answer: 'refused' })).status).toBe(200)
    expect((await answer({ answer: 'refund' })).body.code).toBe('WITHDRAWAL_ANSWERED')
    await eventually(async () => subjects(buyer.email, /About your withdrawal/).length === 1, 30)
    expect(await made(intentId)).toEqual([])
  }, 90_000)
})

test('given Stripe away when finance refunds a part of a late withdrawal, then the answer stands, and the part goes back once', async () => {
  const { buyer, orderId, intentId } = await shop.paidOrder()
  await shop.advance(16 * 86_400_000)
  buyer.http.setCookie('session', await shop.sessionOf(buyer))
  await state(buyer.email, orderId)
  await reached(buyer.email, 'waiting')
  const [{ id }] = await listed(buyer.email)
  await shop.lab('/lab/chaos', { requests: [{ match: { path: '/v1/*' }, fault: 'cut', when: 'before' }] })
  const said = { answer: 'refund', amount: '500.00', reason: 'Half of a half.' }
  const path = `/api/finance/withdrawals/${id}/answer`
  expect((await staff.post(path, said)).status).toBe(200)
  expect((await staff.post(path, said)).body.code).toBe('WITHDRAWAL_ANSWERED')
  await shop.lab('/lab/chaos', {})
  await shop.advance(3_600_000)
  await eventually(async () => (await made(intentId)).length > 0, 30)
  expect(await made(intentId)).toEqual([50_000])
  expect((await orderOf(buyer, orderId)).holdsPlace).toBe(false)
}, 90_000)

describe('without the setting for the EU', () => {
  test('given a case of the terms, when finance refunds with a reason, then the amount of the terms goes back, and the reason is mailed', async () => {
    await inEu(false)
    const { buyer, orderId, intentId } = await shop.paidOrder()
    const { body } = await buyer.http.get(`/api/orders/${orderId}/withdrawal`)
    expect(body).toMatchObject({ kind: 'refund', whyNot: null })
    const amounts = body.decisions.map((each: { refundCase: string; amount: string }) => [
      each.refundCase,
      each.amount,
    ])
    expect(Object.fromEntries(amounts)).toEqual({
      cohort: '2500.00',
      twice: '2500.00',
      illness: '2500.00',
      promise: '2500.00',
      law: '2500.00',
      other: '0.00',
    })
    await state(buyer.email, body.orderNumber, { refundCase: 'illness' })
    await reached(buyer.email, 'waiting')
    const today = (await staff.get('/api/admin/today')).body
    expect(JSON.stringify(today)).toContain('Withdrawals and refunds to answer')
    const [waiting] = await listed(buyer.email)
    expect(waiting).toMatchObject({ refundCase: 'illness', orderId, amount: '2500.00' })
    const path = `/api/finance/withdrawals/${waiting.id}/answer`
    const sent = await staff.post(path, { answer: 'refund', amount: '1000.00', reason: 'Get well soon.' })
    expect(sent.status, sent.text).toBe(200)
    expect(await made(intentId)).toEqual([100_000])
    await eventually(async () => subjects(buyer.email, /About your request/).length === 1, 30)
    expect(mailServer.received.findLast(({ subject }) => subject.includes('About your'))?.text).toContain(
      'Get well soon.',
    )
    // The enrollment goes on: only a withdrawal ends it.
    expect((await orderOf(buyer, orderId)).holdsPlace).toBe(true)
  }, 60_000)

  test('given a person who is erased, then the export had the statement, and afterwards only its time and its order are left', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    await state(buyer.email, orderId)
    await reached(buyer.email, 'waiting')
    const exported = (await buyer.http.get('/api/users/me/export')).text
    expect(exported).toContain('"withdrawals"')
    expect(exported).toContain('The terms give nothing for other reasons.')
    const viewers = (await staff.get('/api/finance/withdrawals')).body.withdrawals[0]
    expect(viewers).toMatchObject({ name: 'Ada Lovelace', orderNumber: orderId })
    const erase = shop.site.container.getAll(
      (await import('#platform/privacy/personal-data.ts')).PersonalData,
    )
    for (const part of erase)
      if (part.name === 'withdrawals') await part.erase({ userId: buyer.id, email: buyer.email })
    const rows = await shop.sql.query(
      'select name, email, order_number, answer from commerce_withdrawal where order_id = $1',
      [orderId],
    )
    expect(rows).toEqual([{ name: '', email: '', order_number: '', answer: '' }])
  }, 60_000)
})
