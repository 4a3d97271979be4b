import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../support/app.ts'
import { MailServer } from '../support/mail-server.ts'
import { openShop, type Shop } from '../support/shop.ts'

let mailServer: MailServer
let shop: Shop
beforeAll(async () => {
  mailServer = await MailServer.reserve()
  shop = await openShop({ env: mailServer.env })
})
afterAll(async () => {
  await mailServer?.down()
  await shop?.stop()
})

const hour = 3_600_000
const enrolled = 'You are enrolled: Authentic Leader Certification'

const schedule = 'Your training schedule'

/** The state of each mail of an order by its kind. */
async function ledgerOf(orderId: string): Promise<Record<string, string>> {
  const rows = await shop.sql.query<{ kind: string; state: string }>(
    'select kind, state from commerce_order_mail where order_id = $1',
    [orderId],
  )
  return Object.fromEntries(rows.map(({ kind, state }) => [kind, state]))
}

/** Lets the confirmation of an order be tried for the last time. */
async function lastTry(orderId: string): Promise<void> {
  await tried()
  await shop.sql.query(
    `update pgboss.job set retry_limit = retry_count + 1
     where name = 'commerce-order-confirmation' and data->>'orderId' = $1`,
    [orderId],
  )
  await shop.advance(60_000)
  await eventually(async () => (await ledgerOf(orderId)).confirmation === 'failed', 20)
}

const jobsOf = (queue: string, orderId: string) =>
  shop.sql.query<{ state: string; tries: number }>(
    `select state, retry_count as tries from pgboss.job where name = $1 and data->>'orderId' = $2`,
    [queue, orderId],
  )

/** Every job that is due has been tried. */
const tried = () =>
  eventually(async () => {
    const [row] = await shop.sql.query<{ due: number }>(
      `select (select count(*)::int from platform_job_outbox where queue like 'commerce-%mail' or queue = 'commerce-order-confirmation')
       + (select count(*)::int from pgboss.job where (name like 'commerce-%mail' or name = 'commerce-order-confirmation')
         and (state = 'active' or (state in ('created', 'retry') and start_after <= now()))) as due`,
    )
    return row?.due === 0
  }, 30)

/** Hours go by one by one, and whatever comes due in each of them is tried. */
async function pass(hours: number): Promise<void> {
  for (let each = 0; each < hours; each += 1) {
    await shop.advance(hour)
    await tried()
  }
}

describe('a mail server that is down', () => {
  test('R-1, R-4: given three days without a mail server, when it is back, then the confirmation and the schedule arrive, once', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    await tried()
    await pass(72)
    expect(mailServer.subjectsTo(buyer.email)).toEqual([])
    expect((await jobsOf('commerce-order-confirmation', orderId)).map(({ state }) => state)).toEqual([
      'retry',
    ])
    await mailServer.up()
    await pass(2)
    expect(mailServer.subjectsTo(buyer.email).sort()).toEqual([enrolled, schedule])
    expect(await ledgerOf(orderId)).toEqual({
      confirmation: 'sent',
      schedule: 'sent',
      reminder: 'not-needed',
    })
    await mailServer.down()
  }, 240_000)

  test('given a mail whose last try has failed, when finance looks, then it is listed as failed with its reason, and sent again once however often it is pressed', async () => {
    const staff = await shop.staff()
    const { buyer, orderId } = await shop.paidOrder()
    await lastTry(orderId)
    const { body: listed } = await staff.get('/api/finance/mails')
    expect(listed).toMatchObject({ success: true, failed: 1, late: 0 })
    expect(listed.mails).toMatchObject([
      {
        key: `order-confirmation-${orderId}`,
        orderId,
        kind: 'confirmation',
        state: 'failed',
        lastError: 'The mail server does not answer.',
        late: true,
      },
    ])
    const { body: evidence } = await staff.get(`/api/finance/orders/${orderId}/evidence`)
    expect(evidence.mails[1]).toEqual(listed.mails[0])
    await mailServer.up()
    const press = () => staff.post('/api/finance/mails/again', { keys: [`order-confirmation-${orderId}`] })
    const pressed = await Promise.all([press(), press(), press()])
    expect(pressed.map(({ body }) => body.owed).sort()).toEqual([0, 0, 1])
    await eventually(async () => (await ledgerOf(orderId)).confirmation === 'sent', 20)
    expect((await press()).body).toMatchObject({ owed: 0, failed: 0, mails: [] })
    await tried()
    expect(mailServer.subjectsTo(buyer.email)).toEqual([enrolled])
    await mailServer.down()
    const { body: audit } = await staff.get('/api/audit')
    expect(audit.entries[0]).toMatchObject({
      by: 'admin',
      action: 'Sent emails again',
      subject: `order-confirmation-${orderId}`,
    })
  }, 120_000)

  test('given mails that are late after an outage, when all are sent again, then each arrives once, and what was tried meanwhile does nothing', async () => {
    const sales = [await shop.paidOrder(), await shop.paidOrder()]
    await tried()
    await pass(9)
    const again = await shop.staff()
    const { body: listed } = await again.get('/api/finance/mails')
    // The confirmations and the schedules of both, and the schedule of the test before.
    expect(listed).toMatchObject({ failed: 0, late: 5 })
    await mailServer.up()
    const { body } = await again.post('/api/finance/mails/again', {})
    expect(body).toMatchObject({ owed: 5, failed: 0, late: 0, mails: [] })
    await eventually(async () => {
      const states = await Promise.all(sales.map(({ orderId }) => ledgerOf(orderId)))
      return states.every(({ confirmation, schedule }) => confirmation === 'sent' && schedule === 'sent')
    }, 20)
    await pass(2)
    for (const { buyer } of sales)
      expect(mailServer.subjectsTo(buyer.email).sort()).toEqual([enrolled, schedule])
    await mailServer.down()
    expect((await again.post('/api/finance/mails/again', { keys: [] })).status).toBe(400)
    expect((await again.post('/api/finance/mails/again', { all: true })).status).toBe(400)
  }, 120_000)
})

describe('what is true when a mail is sent', () => {
  test('given SMTP that is down, when an order is paid and refunded and SMTP comes back, then nobody is told that they are enrolled', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    await shop.stripe.refunds.create({ payment_intent: intentId })
    await shop.observations.observe(intentId, { actor: { kind: 'system', name: 'test' } })
    await tried()
    await pass(2)
    await mailServer.up()
    await pass(2)
    expect(mailServer.subjectsTo(buyer.email).sort()).toEqual([
      'Your invoice and receipt',
      'Your refund of $2,500.00',
    ])
    const documents = mailServer.received.find(
      ({ subject, to }) => to === buyer.email && subject.includes('invoice'),
    )
    expect(documents?.messageId).toContain(`order-confirmation-${orderId}`)
    // Quoted-printable wraps its lines.
    const text = documents?.text.replaceAll('=\r\n', '')
    expect(text).toContain('Your enrollment has ended.')
    expect(text).not.toMatch(/You are enrolled|enrollment is active/)
    expect(await ledgerOf(orderId)).toEqual({
      confirmation: 'sent',
      schedule: 'not-needed',
      refund: 'sent',
      reminder: 'not-needed',
    })
    await mailServer.down()
  }, 120_000)

  test('given SMTP that is down, when the bank takes a payment back and SMTP comes back, then only documents are sent, and the reason is at the schedule', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    const dispute = (await shop.lab(`/lab/objects/${intentId}/dispute`)) as { id: string }
    await shop.lab(`/lab/objects/${dispute.id}/lose`)
    await shop.observations.observe(intentId, { actor: { kind: 'system', name: 'test' } })
    await tried()
    await mailServer.up()
    await pass(2)
    expect(mailServer.subjectsTo(buyer.email)).toEqual(['Your invoice and receipt'])
    const staff = await shop.staff()
    const { body } = await staff.get(`/api/finance/orders/${orderId}/evidence`)
    expect(body.mails.find(({ kind }: { kind: string }) => kind === 'schedule')).toMatchObject({
      state: 'not-needed',
      reason: 'The bank took the payment back: there is no enrollment to schedule.',
      late: false,
    })
    await mailServer.down()
  }, 120_000)

  test('given SMTP that is down, when a refund goes out and fails and SMTP comes back, then the one mail about it brings both notes', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    await mailServer.up()
    await tried()
    await pass(1)
    await mailServer.down()
    const refund = await shop.stripe.refunds.create({ payment_intent: intentId, amount: 12_500 })
    const observe = () => shop.observations.observe(intentId, { actor: { kind: 'system', name: 'test' } })
    await observe()
    await tried()
    await shop.lab(`/lab/objects/${refund.id}/fail`, {})
    await observe()
    await tried()
    await mailServer.up()
    await pass(2)
    expect(mailServer.subjectsTo(buyer.email).filter((subject) => subject.includes('refund'))).toEqual([
      'Your refund of $125.00 did not reach you',
    ])
    const mail = mailServer.received.findLast(({ to }) => to === buyer.email)
    expect(mail?.text.match(/filename=\S+\.pdf/g)).toHaveLength(2)
    expect(await ledgerOf(orderId)).toMatchObject({ refund: 'not-needed', 'refund-failed': 'sent' })
    await mailServer.down()
  }, 120_000)
})
