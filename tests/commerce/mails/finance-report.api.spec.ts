import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Settings } from '#platform/settings/settings.ts'
import { FinanceReport } from '../../../src/modules/commerce/finance/mails/finance-report.ts'
import { financeSettings } from '../../../src/modules/commerce/finance/mails/finance-settings.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { openShop } from '../support/shop.ts'

const shop = given(openShop)

const hour = 3_600_000
const financeAddress = 'books@example.com'

interface Report {
  to: string
  subject: string
  text: string
  messageId: string
}
const reports = async (): Promise<Report[]> =>
  (await shop.client().get('/api/dev/mail')).body.mails.filter(({ messageId }: Report) =>
    messageId.includes('finance-report-'),
  )
const tell = () => shop.site.container.get(FinanceReport).send()
/** The mail of the day that is due now; undefined when there is none. */
async function toldToday(): Promise<Report | undefined> {
  const before = (await reports()).length
  await tell()
  return (await reports())[before]
}

describe('the daily mail to finance', () => {
  test('given nothing to look at, when the morning comes, then nobody gets a mail', async () => {
    await shop.paidOrder()
    expect(await toldToday()).toBeUndefined()
  })

  test('given a difference, a new flag and a mail that failed, when the morning comes, then one mail says so with links to the orders; not twice a day, and the flag not again the next day', async () => {
    await shop.site.container.get(Settings).write(financeSettings, { financeEmail: financeAddress }, 'test')
    const flagged = await shop.paidOrder()
    const failed = await shop.paidOrder()
    await eventually(async () => {
      const sent = `select from commerce_order_mail where order_id = $1 and kind = 'confirmation' and state = 'sent'`
      return (await shop.sql.query(sent, [failed.orderId])).length > 0
    }, 20)
    await shop.sql.query(
      `update commerce_order_mail set state = 'failed', last_error = 'The mail server does not answer.'
       where order_id = $1 and kind = 'confirmation'`,
      [failed.orderId],
    )
    // A refund that Stripe takes and that fails later is flagged; one that no event reports is a difference.
    const refund = await shop.stripe.refunds.create({ payment_intent: flagged.intentId, amount: 5_000 })
    const observe = () =>
      shop.observations.observe(flagged.intentId, { actor: { kind: 'system', name: 'test' } })
    await observe()
    await shop.lab(`/lab/objects/${refund.id}/fail`, {})
    await observe()
    // A webhook of the payment that came only now would look at it, and find the refund as well.
    await eventually(async () => {
      const state = (await (await fetch(new URL('/lab/state', shop.labUrl))).json()) as {
        deliveries: { state: string }[]
      }
      return state.deliveries.every((delivery) => delivery.state !== 'waiting')
    }, 20)
    await shop.inbox.idle()
    // It would record the refund by itself before a day is over.
    await shop.reconciler.stop()
    await shop.lab('/lab/chaos', { webhooks: [{ fault: 'suppress' }] })
    await shop.stripe.refunds.create({ payment_intent: failed.intentId, amount: 10_000 })
    const staff = await shop.staff()
    const { body: compared } = await staff.post('/api/finance/reconciliation/run')
    expect(compared.open).toMatchObject([{ orderId: failed.orderId }])

    await shop.sql.query("delete from commerce_finance_report where day > '2000-01-01'")
    const mail = await toldToday()
    expect(mail).toMatchObject({
      to: financeAddress,
      subject: 'Finance: 1 open difference, 1 new flag, 1 email not sent',
    })
    expect(mail?.text).toContain('1 difference between Stripe and the order log is open, and it is new.')
    expect(mail?.text).toContain(
      `Flag: Refund failed: Order ${short(flagged.orderId)} ${shop.url}/admin/orders/${flagged.orderId}`,
    )
    expect(mail?.text).toContain(`Email failed: confirmation: Order ${short(failed.orderId)}`)
    expect(mail?.text).not.toContain(flagged.buyer.email)
    await Promise.all([tell(), tell()])
    expect(await reports()).toHaveLength(1)
    // A restore forgets that today was mailed; the mark outside the database does not.
    await shop.sql.query("delete from commerce_finance_report where day > '2000-01-01'")
    expect(await toldToday()).toBeUndefined()
    await shop.sql.query(
      `insert into commerce_finance_report (day, told_at, position, mailed)
       select $1, $2, position, true from es.head`,
      [shop.clock.now().toISOString().slice(0, 10), shop.clock.now()],
    )

    // A buyer whose cohort is cancelled asks for the money back.
    const cohortId = randomUUID()
    const labs = [{ weekday: 2, time: '12:00', minutes: 90 }]
    const plan = { startsOn: '2033-03-01', timeZone: 'America/New_York', labs, coachingWeeks: [4] }
    expect((await staff.post('/api/admin/cohorts', { id: cohortId, ...plan, capacity: 1 })).status).toBe(200)
    const chosen = await failed.buyer.http.post(`/api/orders/${failed.orderId}/cohort`, { cohortId })
    expect(chosen.status, chosen.text).toBe(200)
    expect((await staff.post(`/api/admin/cohorts/${cohortId}/cancel`)).status).toBe(200)
    await failed.buyer.http.post(`/api/orders/${failed.orderId}/cohort/refund-request`)

    const noonTomorrow = new Date(shop.clock.now()).setUTCHours(36, 0, 0, 0)
    // Schedules and reminders come due and are sent, so that a jump of a day makes none of them late.
    await shop.advance(4 * hour)
    await eventually(async () => {
      const rows = await shop.sql.query("select from commerce_order_mail where state = 'owed'")
      return rows.length === 0
    }, 20)
    // The mail is made at half past five, whatever the hour at which this test runs.
    await shop.advance(noonTomorrow - shop.clock.now().getTime())
    const [, next] = await eventually(async () => {
      const all = await reports()
      return all.length > 1 && all
    }, 20)
    expect(next?.subject).toBe('Finance: 1 open difference, 1 email not sent, 1 buyer wants money back')
    expect(next?.text).toContain('is open, as in an earlier email.')
    expect(next?.text).toContain(
      `Wants the money back: Order ${short(failed.orderId)} ${shop.url}/admin/orders/${failed.orderId}`,
    )
  }, 60_000)
})

const short = (orderId: string): string => orderId.slice(-8).toUpperCase()
