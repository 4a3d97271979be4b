import { randomUUID } from 'node:crypto'
import { extractText } from 'unpdf'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Database } from '#platform/database/database.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Clock } from '#platform/kernel/clock.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Settings } from '#platform/settings/settings.ts'
import { companySettings } from '../../../src/modules/commerce/checkout/company-settings.ts'
import { statusOf } from '../../../src/modules/commerce/domain/status.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { checkDocuments } from '../../../src/modules/commerce/invoices/document-check.ts'
import { MailDelivery } from '../../../src/modules/commerce/invoices/mail-delivery.ts'
import { OrderDocuments } from '../../../src/modules/commerce/invoices/order-documents.ts'
import { rebuildOrders } from '../../../src/modules/commerce/orders/rebuild.ts'
import { TransferInstructions } from '../../../src/modules/commerce/payments/bank-transfers/transfer-instructions.ts'
import { Transfers } from '../../../src/modules/commerce/payments/bank-transfers/transfers.ts'
import { priceSettings } from '../../../src/modules/commerce/pricing/price-settings.ts'
import { Places } from '../../../src/modules/leadership/index.ts'
import { plan } from '../../leadership/cohorts/program-log.ts'
import { finish } from '../../leadership/credentials/finished.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { type Buyer, openShop, productId } from '../support/shop.ts'

const shop = given(openShop)
const owner = given(() => shop.staff())
beforeAll(async () => {
  const steps = { volumeSteps: [{ from: 10, percent: 10 }] }
  await shop.site.container.get(Settings).write(priceSettings, steps, 'test')
})

const day = 24 * 3_600_000
const keel = {
  name: 'Keel Ltd',
  addressLine1: '1 Dock Road',
  city: 'Hamburg',
  country: 'Germany',
  taxId: 'DE1',
}

async function company(of?: Buyer): Promise<{ buyer: Buyer; organizationId: string }> {
  const buyer = of ?? (await shop.buyer())
  const organizationId = randomUUID()
  const made = await buyer.http.post('/api/organizations', { id: organizationId, ...keel })
  expect(made.status, made.text).toBe(200)
  return { buyer, organizationId }
}

const order = (
  { buyer, organizationId }: { buyer: Buyer; organizationId: string },
  more: Record<string, unknown> = {},
) =>
  buyer.http.post('/api/company-orders', {
    orderId: randomUUID(),
    organizationId,
    productId,
    seats: 25,
    method: 'invoice',
    ...more,
  })
async function opened(id: string, startsOn: string, capacity: number): Promise<void> {
  const answer = await owner.post('/api/admin/cohorts', { id, ...plan(startsOn), capacity })
  expect(answer.status, answer.text).toBe(200)
}
const rowOf = (id: string) =>
  shop.sql.query('select * from commerce_order_customer where order_id = $1', [id])
const load = async (id: string) => (await shop.orders.load(id)).order
const mailsOf = async ({ email }: Buyer) =>
  (await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(email)}`)).body.mails as {
    subject: string
    text: string
    attachments: string[]
  }[]
const mailOf = (to: Buyer, subject: string) =>
  eventually(async () => (await mailsOf(to)).find((mail) => mail.subject.startsWith(subject)), 20)
const textOf = async (bytes: Buffer) =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, ' ')
const author = { actor: { kind: 'system', name: 'tests' } } as const
/** A bank transfer that is applied to the order, in minor units. */
async function transfer(orderId: string, amount: number): Promise<string> {
  const transfers = shop.site.container.get(Transfers)
  const id = randomUUID()
  const data = { amount, currency: 'usd', source: 'statement' as const, digest: id, bookedOn: '2026-11-20' }
  await transfers.observe(id, data, { name: null, account: null, remittance: '' }, author)
  await transfers.apply(id, orderId, { amount: null, useId: null }, author)
  expect((await transfers.get(id)).unassigned).toBe(0)
  return id
}

describe('an order of a company', () => {
  test('given 25 seats by invoice, then the invoice is there before the money, the money completes the order, and everything agrees', async () => {
    const payer = await company()
    const asked = randomUUID()
    const placed = await order(payer, { orderId: asked, reference: 'PO 4711' })
    expect(placed.status, placed.text).toBe(200)
    const orderId: string = placed.body.order.id
    const invoiceNumber = expect.stringMatching(/^INV-/)
    expect(placed.body.order).toMatchObject({
      status: 'pending',
      seats: 25,
      totalAmount: '56250.00',
      openAmount: '56250.00',
      invoiceNumber,
    })
    const due = new Date(placed.body.order.dueAt).getTime() - Date.now()
    expect(Math.round(due / day)).toBe(30)
    // A repeat is the same order, and for another organization it is refused. Nobody chooses an id that there is already.
    expect((await order(payer, { orderId: asked, reference: 'PO 4711' })).body).toEqual(placed.body)
    const { organizationId } = await company(payer.buyer)
    expect((await order({ ...payer, organizationId }, { orderId: asked })).body.code).toBe('ORDER_ID_USED')
    const taken = await order(await company(), { orderId, seats: 1 })
    expect([taken.status, taken.body.order.id === orderId]).toEqual([200, false])

    const invoice = await shop.site.container.get(OrderDocuments).get(orderId, 'invoice')
    const printed = await textOf(invoice.bytes)
    for (const words of [
      ...['Keel Ltd', '1 Dock Road', 'DE1', 'Purchase order', 'PO 4711', 'Due date', '$2,500.00 each', '25'],
      ...[
        '$62,500.00',
        'Discount from 10 seats on',
        '-$6,250.00',
        'Please pay $56,250.00 by',
        'Payment lab: no money moves',
      ],
    ])
      expect(printed).toContain(words)
    expect(printed).not.toContain('Paid in full')
    const receipt = await payer.buyer.http.get(`/api/documents/orders/${orderId}/receipt`)
    expect(receipt.status).not.toBe(200)
    // The files of finance say how many seats, who pays, and until when.
    const { dueAt } = placed.body.order
    const lineOf = async (file: string) =>
      (await owner.get(`/api/finance/${file}.csv`)).text
        .split('\r\n')
        .find((line) => line.includes(orderId) && !line.includes('credit-note'))
    expect(await lineOf('orders')).toMatch(new RegExp(`,25,${payer.organizationId},${dueAt}$`))
    expect(await lineOf('documents')).toMatch(
      new RegExp(`,25,${payer.organizationId},${dueAt.slice(0, 10)}$`),
    )
    const mail = await mailOf(payer.buyer, `Invoice ${placed.body.order.invoiceNumber}`)
    expect(mail.text).toContain('PO 4711')
    expect(mail.attachments).toEqual([invoice.filename])

    // A short transfer leaves the rest open; the rest completes the order, and nothing is confirmed before.
    await transfer(orderId, 5_000_000)
    const short = await load(orderId)
    expect([statusOf(short), short.flags]).toEqual(['pending', {}])
    expect((await mailsOf(payer.buyer)).map(({ subject }) => subject.slice(0, 7))).toEqual(['Invoice'])
    await transfer(orderId, 625_000)
    expect(statusOf(await load(orderId))).toBe('completed')
    const seats = await shop.site.container.get(Places).seatsOf(orderId)
    expect(seats).toMatchObject({ bought: 25, open: 25, closed: 0 })
    const ready = await mailOf(payer.buyer, 'Your 25 seats are ready')
    expect(ready.attachments).toHaveLength(2)
    expect((await load(orderId)).invoice?.payment).not.toBeNull()
  })

  test('given no bank account at all, when a company orders by invoice, then it is refused with the reason, and by card it is not', async () => {
    const payer = await company()
    const none = vi
      .spyOn(shop.site.container.get(TransferInstructions), 'hasAccount')
      .mockResolvedValue(false)
    const refused = await order(payer, { seats: 1 })
    const byCard = await order(payer, { seats: 1, method: 'card' })
    none.mockRestore()
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'INVOICE_UNAVAILABLE', fields: [{ path: 'method' }] },
    })
    expect(refused.body.message).toContain('no bank account is set')
    expect(byCard.status, byCard.text).toBe(200)
    // The sample account is printed only while the payment lab replaces Stripe.
    const settings = shop.site.container.get(Settings)
    const stripe = { kind: 'stripe' } as never
    const alone = new TransferInstructions(shop.site.container.get(Database), settings, {
      brandName: 'Veralead',
      stripe,
    })
    expect(await alone.hasAccount()).toBe(false)
  })

  test('given an invoice that nobody pays, then one reminder goes out a day after the due date, and none once it is paid', async () => {
    const [late, punctual] = [await company(), await company()]
    const lateOrder = (await order(late, { seats: 2 })).body.order
    const paidOrder = (await order(punctual, { seats: 2 })).body.order
    await transfer(paidOrder.id, 500_000)
    await shop.advance(31 * day + 3_600_000)
    const reminder = await mailOf(late.buyer, 'Reminder: invoice')
    expect(reminder.text).toContain('$5,000.00')
    await shop.advance(day)
    await eventually(async () => {
      const [row] = await shop.sql.query<{ count: number }>(
        `select count(*)::int as count from commerce_order_mail
         where kind = 'payment-due' and state = 'not-needed' and order_id = $1`,
        [paidOrder.id],
      )
      return row?.count === 1
    }, 20)
    for (const { buyer } of [late, punctual])
      await buyer.http.setCookie('session', await shop.sessionOf(buyer))
    const count = async (to: Buyer) =>
      (await mailsOf(to)).filter(({ subject }) => subject.startsWith('Reminder')).length
    expect([await count(late.buyer), await count(punctual.buyer)]).toEqual([1, 0])
    expect(statusOf(await load(lateOrder.id))).toBe('pending')
  })

  test('given 3 seats by card, then the payment asks for the whole, and for the rest of a short transfer', async () => {
    const payer = await company()
    const { id } = (await order(payer, { seats: 3, method: 'card' })).body.order
    const pay = () => payer.buyer.http.post(`/api/company-orders/${id}/payment`, {})
    // By this the page of the order decides whether it shows the form of the card.
    expect((await payer.buyer.http.get(`/api/orders/${id}`)).body.order.payable).toBe(true)
    const first = await pay()
    expect(first.status, first.text).toBe(200)
    expect(first.body.paymentIntent).toMatchObject({ amount: '7500.00', currency: 'usd' })
    expect((await pay()).body.paymentIntent.id).toBe(first.body.paymentIntent.id)
    const stranger = await shop.buyer()
    expect((await stranger.http.post(`/api/company-orders/${id}/payment`, {})).status).toBe(404)
    await transfer(id, 700_000)
    const rest = await pay()
    expect(rest.body.paymentIntent).toMatchObject({ amount: '500.00' })
    await shop.pay(rest.body.paymentIntent.clientSecret)
    await payer.buyer.http.get(`/api/checkout/verify-payment-intent/${rest.body.paymentIntent.id}`)
    const paid = await load(id)
    expect([statusOf(paid), Object.keys(paid.flags)]).toEqual(['completed', []])
    expect(paid.intents[first.body.paymentIntent.id]?.state).toBe('canceled')
    expect((await pay()).body.code).toBe('ORDER_PAID')
  })

  test('given a company seat and an own purchase of one person, then they do not collide', async () => {
    const payer = await company()
    const own = await shop.checkout(payer.buyer)
    expect(own.status, own.text).toBe(200)
    expect((await order(payer, { seats: 1 })).status).toBe(200)
    expect((await order(payer, { seats: 1 })).status).toBe(200)
    expect((await shop.checkout(payer.buyer)).body).toMatchObject({
      resumed: true,
      order: { id: own.body.order.id },
    })
  })

  test('given seats in a date, then places are held for them, and more seats than are left are refused with nothing kept', async () => {
    const cohortId = randomUUID()
    await opened(cohortId, '2033-03-01', 4)
    const [one, two] = [await company(), await company()]
    expect((await order(one, { seats: 3, cohortId })).status).toBe(200)
    const orderId = randomUUID()
    const refused = await order(two, { orderId, seats: 2, cohortId })
    expect(refused.body.code, refused.text).toBe('COHORT_FULL')
    const kept = await shop.sql.query('select from commerce_order_customer where user_id = $1', [
      two.buyer.id,
    ])
    expect(kept).toEqual([])
    expect((await order(two, { orderId, seats: 1, cohortId })).status).toBe(200)
  })

  test('given places without money, then a card holds them for half an hour, and one organization holds no more than finance allows', async () => {
    const [cohortId, payer] = [randomUUID(), await company()]
    await opened(cohortId, '2033-06-01', 80)
    const { id } = (await order(payer, { seats: 2, cohortId, method: 'card' })).body.order
    const held = await shop.sql.query<{ minutes: number }>(
      `select round(extract(epoch from held_until - $2) / 60)::int as minutes from program_place p
       join program_seat s on s.id = p.order_id where s.order_id = $1`,
      [id, shop.site.container.get(Clock).now()],
    )
    expect(held).toEqual([{ minutes: 30 }, { minutes: 30 }])
    const refused = await order(payer, { seats: 49, cohortId })
    expect([refused.body.code, refused.body.fields?.[0].path]).toEqual(['TOO_MANY_PLACES', 'seats'])
    expect((await order(payer, { seats: 48, cohortId })).status).toBe(200)
    expect((await order(payer, { seats: 1, cohortId, method: 'card' })).body.code).toBe('TOO_MANY_PLACES')
    // Without a date no place is held; paid places count no more.
    const tooMuch = await order(payer, { seats: 500, method: 'card' })
    expect([tooMuch.body.code, tooMuch.body.fields?.[0].path]).toEqual(['NOT_CHARGEABLE', 'seats'])
    const undated = await order(payer, { seats: 100 })
    expect(undated.status, undated.text).toBe(200)
    await transfer(id, 500_000)
    expect((await order(payer, { seats: 2, cohortId, method: 'card' })).status).toBe(200)
  })

  test('given an account that manages two organizations, then both hold no more places together than one may, and so many of a date', async () => {
    const [cohortId, other] = [randomUUID(), randomUUID()]
    await opened(cohortId, '2033-07-04', 80)
    await opened(other, '2033-08-01', 80)
    const payer = await company()
    const second = await company(payer.buyer)
    expect((await order(payer, { seats: 30, cohortId })).status).toBe(200)
    const refused = await order(second, { seats: 21, cohortId })
    expect([refused.body.code, refused.body.fields?.[0].path]).toEqual(['TOO_MANY_PLACES', 'seats'])
    // Another account is counted by its own organizations.
    expect((await order(await company(), { seats: 21, cohortId })).status).toBe(200)
    const settings = shop.site.container.get(Settings)
    await settings.write(companySettings, { maxUnpaidPlacesOfDate: 35 }, 'test')
    try {
      const ofDate = await order(second, { seats: 6, cohortId })
      expect([ofDate.body.code, ofDate.body.fields?.[0].path]).toEqual(['TOO_MANY_PLACES', 'cohortId'])
      expect((await order(second, { seats: 6, cohortId: other })).status).toBe(200)
      // A quote that no acceptance could follow is refused when it is asked for; without a date it holds nothing.
      const quote = (more: object) =>
        payer.buyer.http.post('/api/quotes', {
          ...{ id: randomUUID(), organizationId: payer.organizationId, productId },
          ...more,
        })
      const large = await quote({ seats: 36, cohortId })
      expect([large.body.code, large.body.fields?.[0].path]).toEqual(['TOO_MANY_PLACES', 'seats'])
      expect((await quote({ seats: 35, cohortId: other })).status).toBe(200)
      expect((await quote({ seats: 36 })).status).toBe(200)
    } finally {
      await settings.write(companySettings, {}, 'test')
    }
  })

  test('given a manager who is removed, then the orders that they placed are the organization’s; who manages it pays and returns', async () => {
    const [payer, boss] = [await company(), await shop.buyer()]
    const path = `/api/organizations/${payer.organizationId}`
    await payer.buyer.http.post(`${path}/managers`, { email: boss.email })
    const joined = await boss.http.post(`${path}/invitation`, { accept: true })
    expect(joined.status, joined.text).toBe(200)
    const { id } = (await order(payer, { seats: 1, method: 'card' })).body.order
    const intent = (await boss.http.post(`/api/company-orders/${id}/payment`, {})).body.paymentIntent
    const returned = await boss.http.get(`/api/checkout/verify-payment-intent/${intent.id}`)
    expect(returned.status, returned.text).toBe(200)
    await boss.http.post(`${path}/managers/remove`, { userId: payer.buyer.id })
    const reads = [
      payer.buyer.http.get(`/api/orders/${id}`),
      payer.buyer.http.get(`/api/checkout/verify-payment-intent/${intent.id}`),
    ]
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([404, 404])
    expect((await payer.buyer.http.get('/api/orders')).body.orders).toEqual([])
    expect((await boss.http.get(`/api/orders/${id}`)).status).toBe(200)

    // Mails go to who manages it now. Erased, nothing is kept of who placed an order; the company's invoice stays as it is.
    const again = await order({ ...payer, buyer: boss }, { seats: 1, reference: 'PO 77' })
    await mailOf(boss, 'Invoice')
    const delivery = shop.site.container.get(MailDelivery)
    const { order: placed } = await shop.orders.load(id)
    expect(await delivery.recipientOf(placed)).toMatchObject({ email: boss.email })
    for (const part of shop.site.container.getAll(PersonalData))
      if (part.name === 'orders') await part.erase({ userId: boss.id, email: boss.email })
    expect(await rowOf(again.body.order.id)).toMatchObject([
      { company: 'Keel Ltd', tax_id: 'DE1', reference: 'PO 77', user_id: '', first_name: '', email: '' },
    ])
  })

  test('given an address for invoices, then documents go there as well, details are used from the next order on, and issued ones stay', async () => {
    const payer = await company()
    const billing = { email: `billing-${randomUUID().slice(0, 8)}@keel.example` } as Buyer
    const save = (details: object) =>
      payer.buyer.http.post('/api/organizations', { id: payer.organizationId, ...keel, ...details })
    const first = (await order(payer, { seats: 1 })).body.order.id
    await mailOf(payer.buyer, 'Invoice')
    expect(await mailsOf(billing)).toEqual([])
    const wrong = await save({ billingEmail: 'nobody' })
    expect(wrong.body.fields).toEqual([{ path: 'billingEmail', message: 'must be an email address.' }])
    const saved = await save({
      name: 'Keel and Sons',
      billingEmail: ` ${billing.email} `,
      reference: 'CC 12',
    })
    expect(saved.body.organization).toMatchObject({ billingEmail: billing.email, reference: 'CC 12' })
    // Who knows nothing of the two leaves them as they are.
    expect((await save({ name: 'Keel and Sons' })).body.organization.billingEmail).toBe(billing.email)

    // Nothing but the question goes there until its owner has confirmed, and looking at the link changes nothing.
    await order(payer, { seats: 1 })
    await eventually(
      async () =>
        (await mailsOf(payer.buyer)).filter(({ subject }) => subject.startsWith('Invoice')).length === 2,
    )
    const question = await mailOf(billing, 'Please confirm')
    const link = /http\S+billing-address\S+/.exec(question?.text ?? '')![0].replace(/^https?:\/\/[^/]+/, '')
    const own = async () => (await payer.buyer.http.get('/api/organizations/mine')).body.organizations[0]
    expect((await shop.client().get(link)).text).toContain('Confirm this address')
    expect((await shop.client().get(link.replace(/request=[^&]+/, `request=${randomUUID()}`))).status).toBe(
      404,
    )
    expect(await own()).toMatchObject({ billingEmail: billing.email, billingEmailConfirmed: false })
    expect(await mailsOf(billing)).toHaveLength(1)
    const form = {
      raw: 'x=',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    expect((await shop.client().post(link, undefined, form)).status).toBe(200)
    expect(await own()).toMatchObject({ billingEmailConfirmed: true })

    const second = (await order(payer, { seats: 2 })).body.order.id
    const copy = await mailOf(billing, 'Invoice')
    expect(copy).toMatchObject({ attachments: [expect.stringMatching(/^INV-.*\.pdf$/)] })
    expect(copy?.text).toMatch(/^Hello,$/m)
    // Nobody there has asked for it, or has an account: why it comes, and nothing to press.
    expect(copy?.text).toContain('because Keel and Sons gave this address for its invoices')
    expect(copy?.text).not.toContain('Open your order')
    expect((await mailsOf(payer.buyer)).filter(({ subject }) => subject === copy?.subject)).toHaveLength(1)
    const documents = shop.site.container.get(OrderDocuments)
    expect(await textOf((await documents.get(first, 'invoice')).bytes)).toContain('Keel Ltd')
    expect(await textOf((await documents.get(second, 'invoice')).bytes)).toContain('Keel and Sons')
    expect(await rowOf(second)).toMatchObject([{ company: 'Keel and Sons', reference: null }])

    // Accepted by somebody who names no number, a quote has the one that the company always uses.
    const asked = { id: randomUUID(), organizationId: payer.organizationId, productId, seats: 1 }
    const { token } = (await payer.buyer.http.post('/api/quotes', asked)).body
    const accepted = await shop.client().post(`/api/quotes/${token}/accept`, { name: 'Mary' })
    expect(await rowOf(accepted.body.orderId)).toMatchObject([{ reference: 'CC 12' }])
    for (const part of shop.site.container.getAll(PersonalData))
      if (part.name === 'organizations') await part.erase({ userId: randomUUID(), email: billing.email })
    const { organizations } = (await payer.buyer.http.get('/api/organizations/mine')).body
    expect(organizations).toMatchObject([{ billingEmail: '', reference: 'CC 12' }])
  })

  test('given somebody who does not manage the organization, an address that is not verified, or too many open orders, then the order is refused', async () => {
    const payer = await company()
    const stranger = await shop.buyer()
    expect((await order({ ...payer, buyer: stranger })).body.code).toBe('ORGANIZATION_NOT_FOUND')
    const unverified = await shop.buyer({ isEmailVerified: false })
    expect((await order({ ...payer, buyer: unverified })).body.code).toBe('EMAIL_NOT_VERIFIED')
    for (const field of ['seats', 'method'])
      expect((await order(payer, { [field]: 0 })).body.fields).toMatchObject([{ path: field }])
    const many = await Promise.all(Array.from({ length: 8 }, () => order(payer, { seats: 1 })))
    const codes = many.map(({ status, body }) => body.code ?? status).sort()
    expect(codes).toEqual([...Array(5).fill(200), ...Array(3).fill('TOO_MANY_ORDERS')])
    // Another organization of the same account is none of its own.
    expect((await order(await company(payer.buyer), { seats: 1 })).body.code).toBe('TOO_MANY_ORDERS')
  })

  test('given receivables, then finance sees them by age with sums that add up, gives access before the money, and ends what nobody pays', async () => {
    const payer = await company()
    const receivables = async (query = '') => (await owner.get(`/api/finance/receivables${query}`)).body
    const { id } = (await order(payer, { seats: 4, reference: 'PO 9' })).body.order
    const [entry] = (await receivables('?age=not-due')).receivables.filter(
      ({ orderId }: { orderId: string }) => orderId === id,
    )
    expect(entry).toMatchObject({ company: 'Keel Ltd', reference: 'PO 9', seats: 4, daysOverdue: 0 })
    expect(entry).toMatchObject({ openAmount: '10000.00', released: false })
    const { total, sums, receivables: all } = await receivables()
    const [sum] = sums
    expect([sums.length, sum.count, all.length]).toEqual([1, total, total])
    const agesSum = Object.values(sum.ages as Record<string, string>).reduce(
      (add, each) => add + Number(each),
      0,
    )
    const listSum = all.reduce((add: number, one: { openAmount: string }) => add + Number(one.openAmount), 0)
    expect([agesSum, listSum]).toEqual([Number(sum.open), Number(sum.open)])
    // The unpaid order of the test before is a day or two over.
    expect(Number(sum.ages['to-30'])).toBeGreaterThan(0)

    const detail = async () => (await payer.buyer.http.get(`/api/orders/${id}`)).body.order.company
    expect(await detail()).toMatchObject({ seats: 4, openAmount: '10000.00', seatsReady: false })
    const decide = (what: string, body: unknown, orderId = id) =>
      owner.post(`/api/finance/orders/${orderId}/${what}`, body)
    expect((await decide('release', { reason: 'x' })).body.fields).toMatchObject([{ path: 'reason' }])
    const released = await decide('release', { reason: 'Framework contract' })
    expect(released.body.order, released.text).toEqual({ id, status: 'pending', released: true })
    expect(await detail()).toMatchObject({ seatsReady: true })
    const person = await shop.paidOrder()
    expect((await decide('release', { reason: 'A mistake' }, person.orderId)).body.code).toBe(
      'ACCESS_NOT_RELEASABLE',
    )
    expect((await decide('cancel', { reason: 'A mistake' }, person.orderId)).body.code).toBe(
      'ORDER_NOT_CANCELLABLE',
    )

    // Nothing of a cancelled order is due: its credit note is over the whole invoice, and its seats are gone.
    expect((await decide('cancel', { reason: 'Contract ended' })).body.order.status).toBe('cancelled')
    const cancelled = await load(id)
    expect(Object.values(cancelled.creditNotes).map(({ amount }) => amount)).toEqual([1_000_000])
    const note = await mailOf(payer.buyer, 'Your order was cancelled')
    expect(note.attachments).toHaveLength(1)
    expect(await detail()).toMatchObject({ openAmount: '0.00', seatsReady: false })
    const left = (await receivables()).receivables.map(({ orderId }: { orderId: string }) => orderId)
    expect(left).not.toContain(id)
  })

  test('given a payment that the bank takes back, then places are held as before it and the certificate is suspended, until it is paid again', async () => {
    const cohortId = randomUUID()
    await opened(cohortId, '2033-09-01', 2)
    const payer = await company()
    const { id, dueAt } = (await order(payer, { seats: 2, cohortId })).body.order
    const first = await transfer(id, 500_000)
    const participant = await shop.buyer()
    const path = `/api/organizations/${payer.organizationId}/seats`
    await payer.buyer.http.post(`${path}/invite`, { orderId: id, emails: [participant.email] })
    const seats = async () => (await payer.buyer.http.get(path)).body.seats
    const seat = (await seats()).find(({ email }: { email: string }) => email === participant.email)
    const token = new URL(seat.link.url).search.slice(1)
    expect((await participant.http.post('/api/seats/claim', { token })).status).toBe(200)
    const begun = new Date(shop.clock.now().getTime() - 100 * day).toISOString().slice(0, 10)
    expect((await owner.put(`/api/admin/cohorts/${cohortId}/plan`, plan(begun))).status).toBe(200)
    await finish(shop, cohortId, seat.id)
    const { body } = await owner.post('/api/admin/credentials', { orderIds: [seat.id] })
    expect(body.refused).toEqual([])
    const credential = async () =>
      (
        await fetch(`${shop.url}/credentials/${body.awarded[0].id}`, { headers: { accept: 'text/html' } })
      ).text()
    const places = () =>
      shop.sql.query(
        `select p.taken_at is not null as taken, held_until as until from program_place p
         join program_seat s on s.id = p.order_id where s.order_id = $1`,
        [id],
      )
    const program = async () => (await participant.http.get('/api/program')).body.participations
    expect(await places()).toEqual(Array(2).fill({ taken: true, until: null }))
    expect(await program()).toHaveLength(1)

    await shop.site.container
      .get(Transfers)
      .reverse(first, { key: 'reversal-1', bookedOn: '2026-11-24' }, author)
    const until = new Date(Date.parse(dueAt) + 14 * day)
    expect(await places()).toEqual(Array(2).fill({ taken: false, until }))
    expect((await seats()).map(({ usable }: { usable: boolean }) => usable)).toEqual([false, false])
    expect(await program()).toEqual([])
    await eventually(async () => /Suspended.*the payment was taken back/s.test(await credential()), 20)
    expect(await verifyOrders(shop.site.container.get(EventLog))).toMatchObject({ ok: true })

    const second = await transfer(id, 500_000)
    expect(await places()).toEqual(Array(2).fill({ taken: true, until: null }))
    expect(await program()).toHaveLength(1)
    await eventually(async () => !(await credential()).includes('the payment was taken back'), 20)

    await shop.site.container.get(Transfers).withdraw(second, id, 'Of another order', author)
    await shop.advance(45 * day)
    await eventually(async () => (await places()).length === 0, 20)
    expect(await verifyOrders(shop.site.container.get(EventLog))).toMatchObject({ ok: true })
  })

  test('given all of it, then rows, numbers, documents and buyers are those of the log', async () => {
    const log = shop.site.container.get(EventLog)
    expect(await verifyOrders(log)).toMatchObject({ ok: true, differences: [] })
    expect((await log.inSnapshot(checkDocuments)).faults).toEqual([])
    expect(await rebuildOrders(shop.database.adminUrl)).toMatchObject({ differing: 0 })
  })
})
