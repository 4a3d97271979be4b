import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contactSettings } from '#platform/settings/contact-settings.ts'
import { Settings } from '#platform/settings/settings.ts'
import { checkoutSettings } from '../../src/modules/commerce/checkout/checkout-settings.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { type Buyer, openShop } from './support/shop.ts'

const shop = given(openShop)

const hour = 3_600_000
const schedule = 'Your training schedule'
const reminder = 'Your enrollment is waiting for you'
const failed = 'Your payment did not go through'

interface Letter {
  subject: string
  text: string
}
const mails = async (to: Buyer) =>
  (await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(to.email)}`)).body.mails as Letter[]
const subjects = async (to: Buyer) => (await mails(to)).map((mail) => mail.subject)
const mailOf = (to: Buyer, subject: string) =>
  eventually(async () => (await mails(to)).find((mail) => mail.subject === subject), 20)
/** Nothing of the queue waits or runs any more, so what has not been sent by now never is. */
const quiet = (queue: string) =>
  eventually(async () => {
    const [row] = await shop.sql.query<{ count: number }>(
      `select (select count(*)::int from platform_job_outbox where queue = $1)
       + (select count(*)::int from pgboss.job where name = $1
         and (state in ('active', 'retry') or (state = 'created' and start_after <= now()))) as count`,
      [queue],
    )
    return row?.count === 0
  }, 20)
const linkIn = (text: string, part: string) =>
  text.split(/\s+/).find((word) => word.startsWith('http') && word.includes(part)) ?? ''
const follow = async (link: string, cookie = '') => {
  const answer = await fetch(link, { redirect: 'manual', headers: cookie === '' ? {} : { cookie } })
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    policy: answer.headers.get('content-security-policy'),
    text: await answer.text(),
  }
}
const sessionOf = (buyer: Buyer) => `session=${buyer.http.cookies.get('session') ?? ''}`

describe('an abandoned checkout', () => {
  test('given an open payment, when three hours pass, then one mail comes whose link leads back to it', async () => {
    const buyer = await shop.buyer()
    const other = await shop.buyer()
    await shop.site.container
      .get(Settings)
      .write(contactSettings, { postalAddress: 'Harbour Lane 1, Springfield' }, 'test')
    const { body } = await shop.checkout(buyer)
    expect(await subjects(buyer)).toEqual([])
    await shop.advance(3 * hour)
    const mail = await mailOf(buyer, reminder)
    expect(mail.text).toContain('$2,500.00')
    // Nothing was answered, so nothing is said to be kept; the greeting is that of every mail.
    expect(mail.text).not.toContain('answers are kept')
    expect(mail.text).toContain('Hello Ada,')
    expect(mail.text).toContain('Harbour Lane 1, Springfield')
    const link = linkIn(mail.text, '/api/checkout/resume/')
    // Signed out, signed in, and signed in as somebody else.
    expect(await follow(link)).toMatchObject({ status: 303, to: '/login?returnTo=%2Fpayment' })
    expect(await follow(link, sessionOf(buyer))).toMatchObject({ status: 303, to: '/payment' })
    const enrollment = `/certification/enrollment/${body.order.id}`
    expect(await follow(link, sessionOf(other))).toMatchObject({ status: 303, to: enrollment })
    expect((await follow(link.replace(/signature=.{4}/, 'signature=AAAA'))).to).toBe(
      '/certification/program-details',
    )
    const resumed = await shop.checkout(buyer)
    expect(resumed.body).toMatchObject({ resumed: true, order: { id: body.order.id } })
    await shop.pay(body.paymentIntent.clientSecret)
    await buyer.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
    expect((await follow(link, sessionOf(buyer))).to).toBe(enrollment)
    await shop.advance(20 * hour)
    await quiet('commerce-reminder')
    expect((await subjects(buyer)).filter((subject) => subject === reminder)).toHaveLength(1)
  })

  test('given a paid order, a refusal of reminders and reminders switched off, when hours pass, then no reminder is sent', async () => {
    const paid = (await shop.paidOrder()).buyer
    const tired = await shop.buyer()
    await shop.checkout(tired)
    await shop.advance(3 * hour)
    const stop = linkIn((await mailOf(tired, reminder)).text, '/reminders/stop')
    expect((await follow(stop.replace(/user=[^&]+/, 'user=somebody'))).status).toBe(404)
    const refusals = async () => (await shop.sql.query('select from commerce_reminder_refusal')).length
    const page = await follow(stop)
    expect(page).toMatchObject({
      status: 200,
      text: expect.stringContaining('<button>Stop the reminders</button>'),
    })
    // Styled like the site, and no code of it: the policy names the one style block.
    expect(page.text).toContain('prefers-color-scheme:dark')
    expect(page.policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'/)
    expect(await refusals()).toBe(0)
    const { pathname, search } = new URL(stop)
    const oneClick = {
      raw: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    const forged = await shop
      .client()
      .post(`${pathname}${search.replace(/user=[^&]+/, 'user=somebody')}`, undefined, oneClick)
    expect(forged.status).toBe(404)
    const stopped = await shop.client().post(`${pathname}${search}`, undefined, oneClick)
    expect(stopped).toMatchObject({ status: 200, text: expect.stringContaining('no more reminders') })
    expect(await refusals()).toBe(1)
    await shop.advance(22 * hour)
    await shop.reconciler.tick()
    const again = await shop.buyer()
    again.http.setCookie('session', tired.http.cookies.get('session') ?? '')
    expect((await shop.checkout(again)).body).toMatchObject({ success: true, resumed: false })
    await shop.advance(3 * hour)
    await quiet('commerce-reminder')
    const settings = shop.site.container.get(Settings)
    await settings.write(checkoutSettings, { reminders: false }, 'test')
    const unbothered = await shop.buyer()
    await shop.checkout(unbothered)
    await shop.advance(3 * hour)
    await quiet('commerce-reminder')
    await settings.write(checkoutSettings, {}, 'test')
    expect((await subjects(tired)).filter((subject) => subject === reminder)).toHaveLength(1)
    expect(await subjects(unbothered)).toEqual([])
    expect(await subjects(paid)).not.toContain(reminder)
  })

  test('given a buyer whose bank took the payment of an earlier order back, when a new order is left open, then it is reminded of like any other', async () => {
    const { buyer, intentId } = await shop.paidOrder()
    const dispute = (await shop.lab(`/lab/objects/${intentId}/dispute`)) as { id: string }
    await shop.lab(`/lab/objects/${dispute.id}/lose`)
    await shop.observations.observe(intentId, { actor: { kind: 'system', name: 'test' } })
    const { body } = await shop.checkout(buyer)
    expect(body).toMatchObject({ success: true, resumed: false })
    await shop.advance(3 * hour)
    expect((await mailOf(buyer, reminder)).text).toContain(`/api/checkout/resume/${body.order.id}`)
  })

  test('given an intent nobody pays, when a day has passed, then its link leads to the program', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.advance(3 * hour)
    const link = linkIn((await mailOf(buyer, reminder)).text, '/api/checkout/resume/')
    await shop.advance(22 * hour)
    await shop.reconciler.tick()
    expect((await shop.stripe.paymentIntents.retrieve(body.paymentIntent.id)).status).toBe('canceled')
    expect((await follow(link, sessionOf(buyer))).to).toBe('/certification/program-details')
  })
})

describe('after the payment', () => {
  test('given an enrollment, when an hour passes, then the schedule follows once, and never after a refund (M-353)', async () => {
    await shop.site.container
      .get(Settings)
      .write(checkoutSettings, { nextCohort: 'Monday, January 11, 2027' }, 'test')
    const { buyer } = await shop.paidOrder()
    const regret = await shop.paidOrder()
    await shop.stripe.refunds.create({ payment_intent: regret.intentId })
    await shop.observations.observe(regret.intentId, { actor: { kind: 'system', name: 'test' } })
    await mailOf(buyer, 'You are enrolled: Authentic Leader Certification')
    await shop.advance(hour)
    const mail = await mailOf(buyer, schedule)
    expect(mail.text).toContain('Monday, January 11, 2027')
    expect(mail.text.replace(/[^\S\n]/g, ' ')).toContain('Week 4: Feb 1 – 7, 2027: Purpose')
    await shop.advance(23 * hour)
    await quiet('commerce-schedule-mail')
    expect((await subjects(buyer)).filter((subject) => subject === schedule)).toHaveLength(1)
    expect(await subjects(regret.buyer)).not.toContain(schedule)
  })

  test('given dates that can be booked, then the schedule has the days of the own cohort, and asks for a choice without one', async () => {
    const cohortId = randomUUID()
    const labs = [{ weekday: 2, time: '12:00', minutes: 90 }]
    const plan = { startsOn: '2033-03-07', timeZone: 'America/New_York', labs, coachingWeeks: [4, 9] }
    const owner = await shop.staff()
    await owner.post('/api/admin/cohorts', { id: cohortId, ...plan, capacity: 1 })
    const [sure, open] = [await shop.paidOrder(), await shop.paidOrder()]
    await sure.buyer.http.post(`/api/orders/${sure.orderId}/cohort`, { cohortId })
    await shop.advance(hour)
    const dated = await mailOf(sure.buyer, schedule)
    expect(dated.text).toContain('Monday, March 7, 2033')
    expect(dated.text).toContain(
      'Week 4: Mar 28 – Apr 3, 2033: Purpose, and your first private coaching session',
    )
    expect(dated.text).toContain('First live lab: Tuesday, March 8, 2033, 12:00 PM, New York time')
    const plain = (await mailOf(open.buyer, schedule)).text.replace(/[^\S\n]/g, ' ')
    const told = [
      'The live labs are held every week, and each is recorded. Plan about three hours a week.',
      'You choose the date on your enrollment page',
      'Week 1: Where you stand',
      'Week 12: What changed',
      'Your profile: Complete it, so that your coach can prepare',
    ]
    expect(told.filter((line) => plain.includes(line))).toEqual(told)
    await owner.post(`/api/admin/cohorts/${cohortId}/cancel`)
  })

  test('given a bank debit that fails days later, when Stripe reports it, then its buyer gets one mail; a declined card on the page is not mailed', async () => {
    const buyer = await shop.buyer()
    const { body } = await shop.checkout(buyer)
    await shop.pay(body.paymentIntent.clientSecret, 'pm_card_chargeDeclined')
    await shop.pay(body.paymentIntent.clientSecret, 'pm_usBankAccount_accountClosed')
    // A look that shares the answer fetched for the declined card may come a moment too early; the page asks again, too.
    await eventually(async () => {
      const seen = await buyer.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
      return seen.body.order.status === 'processing'
    })
    expect(await subjects(buyer)).toEqual([])
    await shop.advance(5 * 60_000)
    await shop.lab(`/lab/objects/${body.paymentIntent.id}/fail`, {}).catch(() => undefined)
    const mail = await mailOf(buyer, failed)
    expect(mail.text).toContain('Nothing was charged')
    expect((await follow(linkIn(mail.text, '/resume/'), sessionOf(buyer))).to).toBe('/payment')
    await shop.reconciler.tick()
    await quiet('commerce-payment-failed-mail')
    expect((await subjects(buyer)).filter((subject) => subject === failed)).toHaveLength(1)
  })
})
