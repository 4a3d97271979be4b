import { randomUUID } from 'node:crypto'
import { extractText } from 'unpdf'
import { afterEach, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Settings } from '#platform/settings/settings.ts'
import { checkoutSettings } from '../../src/modules/commerce/checkout/checkout-settings.ts'
import type { DocumentKind } from '../../src/modules/commerce/domain/document-names.ts'
import { verifyOrders } from '../../src/modules/commerce/finance/verification/verify-orders.ts'
import { checkDocuments } from '../../src/modules/commerce/invoices/document-check.ts'
import { DocumentRetention } from '../../src/modules/commerce/invoices/document-retention.ts'
import { OrderDocuments } from '../../src/modules/commerce/invoices/order-documents.ts'
import { rebuildOrders } from '../../src/modules/commerce/orders/rebuild.ts'
import { taxSettings } from '../../src/modules/commerce/tax/tax-settings.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { expectInvariants } from './invariants.ts'
import { type Buyer, openShop, productId } from './support/shop.ts'

const shop = given(openShop)
const staff = given(() => shop.staff())
const log = given(() => shop.site.container.get(EventLog))

afterEach(async () => {
  await shop.inbox.idle()
  await expectInvariants({ sql: shop.sql, log, stripe: shop.stripe })
  expect(await verifyOrders(log)).toMatchObject({ ok: true, differences: [] })
  expect((await log.inSnapshot(checkDocuments)).faults).toEqual([])
  expect(await rebuildOrders(shop.database.adminUrl)).toMatchObject({ differing: 0 })
})

const of = (orderId: string, path: string) => `/api/finance/orders/${orderId}/${path}`
const state = async (orderId: string) => {
  const { status, text, body } = await staff.get(of(orderId, 'state'))
  expect(status, text).toBe(200)
  return body.order
}
const details = async (orderId: string) => (await staff.get(of(orderId, 'invoice-details'))).body.details
const press = async (orderId: string, corrected: object, invoiceNumber?: string) =>
  staff.post(of(orderId, 'invoice-corrections'), {
    ...(await details(orderId)),
    ...corrected,
    invoiceNumber: invoiceNumber ?? (await state(orderId)).invoiceNumber,
    reason: 'The buyer named another company',
  })
const textOf = async (bytes: Uint8Array) => (await extractText(bytes, { mergePages: true })).text
const textAt = async (path: string) => {
  const [, orderId = '', kind = '', refundId = null] =
    /orders\/([^/]+)\/documents\/([a-z-]+)(?:\?refundId=(.+))?$/.exec(path) ?? []
  expect((await staff.get(path)).status, path).toBe(200)
  const { bytes } = await shop.site.container.get(OrderDocuments).get(orderId, kind as DocumentKind, refundId)
  return textOf(new Uint8Array(bytes))
}
const mailsOf = async (to: Buyer, subject: RegExp) =>
  (await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(to.email)}`)).body.mails.filter(
    (mail: { subject: string }) => subject.test(mail.subject),
  ) as { subject: string; text: string; attachments: { filename: string }[] }[]
const money = ({ receivedAmount, refundedAmount, status, totalAmount }: Record<string, unknown>) => {
  return { receivedAmount, refundedAmount, status, totalAmount }
}
const figures = async () => (await staff.get('/api/finance/books?by=month')).body.sums

async function companyOrder(): Promise<{ buyer: Buyer; orderId: string }> {
  const buyer = await shop.buyer()
  const organizationId = randomUUID()
  const keel = {
    name: 'Keel Ltd',
    addressLine1: '1 Dock Road',
    city: 'Hamburg',
    country: 'Germany',
    taxId: 'DE1',
  }
  await buyer.http.post('/api/organizations', { id: organizationId, ...keel })
  const placed = { orderId: randomUUID(), organizationId, productId, seats: 2, method: 'invoice' }
  const made = await buyer.http.post('/api/company-orders', placed)
  expect(made.status, made.text).toBe(200)
  return { buyer, orderId: made.body.order.id }
}

test('given a paid order, when its invoice is issued again, then a credit note and a new invoice carry old and new details, the buyer has both, and no money moved', async () => {
  const { buyer, orderId } = await shop.paidOrder()
  const [before, booked] = [await state(orderId), await figures()]
  const old = before.invoiceNumber
  const answer = await press(orderId, { company: 'Right Ltd', taxId: 'DE2' })
  expect(answer.status, answer.text).toBe(200)
  const { order } = answer.body
  expect(money(order)).toEqual(money(before))
  expect(await figures()).toEqual(booked)
  expect(order.creditNotes).toMatchObject([{ amount: '2500.00' }])
  expect(order.invoiceNumber).not.toBe(old)
  expect(order.replacedInvoices).toEqual([old])

  const { documents } = (await staff.get(of(orderId, 'evidence'))).body
  const [invoice, receipt, replaced, credit] = await Promise.all(
    documents.map(({ path }: { path: string }) => textAt(path)),
  )
  expect(documents.map(({ kind, number }: Record<string, string>) => [kind, number])).toEqual([
    ['invoice', order.invoiceNumber],
    ['receipt', order.invoiceNumber],
    ['invoice', old],
    ['credit-note', order.creditNotes[0].number],
  ])
  expect(invoice).toMatch(/Right Ltd\s+Ada Lovelace/)
  expect(invoice).toContain(old)
  expect(invoice).toContain('Paid in full.')
  expect(receipt).toContain(order.invoiceNumber)
  for (const earlier of [replaced, credit]) {
    expect(earlier).toContain('Ada Lovelace')
    expect(earlier).not.toContain('Right Ltd')
  }
  expect(credit).toContain('Correction: Authentic Leader Certification')
  expect(credit).toContain(old)

  const mine = (await buyer.http.get(`/api/orders/${orderId}`)).body.order
  expect(mine).toMatchObject({ invoiceNumber: order.invoiceNumber, notes: [{ kind: 'credit-note' }] })
  const link = await buyer.http.get(`/api/orders/${orderId}/download-invoice`)
  expect(link.body.document.filename).toBe(`${order.invoiceNumber}.pdf`)
  const mails = await eventually(async () => {
    const found = await mailsOf(buyer, /^Corrected invoice/)
    return found.length > 0 ? found : null
  }, 20)
  expect(mails).toMatchObject([{ subject: `Corrected invoice ${order.invoiceNumber} replaces ${old}` }])
  expect(await mailsOf(buyer, /refund/i)).toEqual([])
  const { entries } = (await staff.get('/api/audit?reads=without')).body
  expect(entries[0]).toMatchObject({ action: 'Issued an invoice again', by: 'admin' })
  expect(JSON.stringify(entries[0].changes)).toContain('The buyer named another company')
  // Of a person, the audit log has no values: it cannot forget.
  expect(JSON.stringify(entries[0].changes)).not.toContain('Right Ltd')
  const found = (await staff.get(`/api/finance/orders?q=${old}`)).body.orders
  expect(found).toMatchObject([{ id: orderId }])
})

test('given an order of which a part was refunded, when its invoice is issued again, then the credit note of the refund stays, and further refunds are credited once', async () => {
  const { orderId } = await shop.paidOrder()
  const refund = (amount?: string) =>
    staff.post(of(orderId, 'refunds'), {
      requestId: randomUUID(),
      reason: 'agreed',
      ...(amount && { amount }),
    })
  await refund('700.01')
  const credits = (count: number) =>
    eventually(async () => {
      const order = await state(orderId)
      return order.creditNotes.length === count ? order : null
    }, 20)
  const [first] = (await credits(1)).creditNotes
  expect((await press(orderId, { company: 'Right Ltd' })).status).toBe(200)
  const { documents } = (await staff.get(of(orderId, 'evidence'))).body
  expect(await textAt(documents[0].path)).toContain(`Credit note ${first.number} over $700.01 stays valid.`)
  expect((await press(orderId, { company: 'Rightest Ltd' })).status).toBe(200)
  await refund()
  const order = await credits(4)
  expect(order.creditNotes.map(({ amount }: { amount: string }) => amount)).toEqual([
    '700.01',
    '2500.00',
    '2500.00',
    '1799.99',
  ])
  const [sums] = await shop.sql.query<{ total: string; net: string; tax: string }>(
    `select sum(s * total_minor) as total, sum(s * net_minor) as net, sum(s * tax_minor) as tax from commerce_invoice,
       lateral (select case kind when 'credit-note' then -1 else 1 end as s) x where order_id = $1`,
    [orderId],
  )
  expect(sums).toEqual({ total: '0', net: '0', tax: '0' })
  const again = await press(orderId, { company: 'Late Ltd' })
  expect([again.status, again.body.code]).toEqual([409, 'INVOICE_SETTLED'])
})

test('given an unpaid order of a company, when its invoice is issued again, then it is to be paid by the same date, is mailed once, and a cancellation credits it once', async () => {
  const { buyer, orderId } = await companyOrder()
  const jobs = async () =>
    (
      await shop.sql.query(`select kind from commerce_order_mail where order_id = $1 order by kind`, [
        orderId,
      ])
    ).map(({ kind }) => kind)
  const reminders = (await jobs()).filter((kind) => kind === 'payment-due').length
  const answer = await press(orderId, { company: 'Hull Ltd', reference: 'PO-7' })
  expect(answer.status, answer.text).toBe(200)
  const { bytes } = await shop.site.container.get(OrderDocuments).get(orderId, 'invoice')
  const text = await textOf(new Uint8Array(bytes))
  expect(text).toMatch(/Hull Ltd/)
  expect(text).toContain('PO-7')
  expect(text).toMatch(/Please pay \$5,000\.00 by/)
  expect((await jobs()).filter((kind) => kind === 'payment-due')).toHaveLength(reminders)
  expect((await jobs()).filter((kind) => kind === 'invoice')).toHaveLength(1)
  const { entries } = (await staff.get('/api/audit?reads=without')).body
  expect(entries[0].changes).toContainEqual({ path: 'company', before: 'Keel Ltd', after: 'Hull Ltd' })
  expect((await staff.get('/api/finance/receivables')).body.receivables).toMatchObject([
    { orderId, invoiceNumber: answer.body.order.invoiceNumber, openAmount: '5000.00' },
  ])
  expect((await staff.post(of(orderId, 'cancel'), { reason: 'not wanted' })).status).toBe(200)
  const order = await state(orderId)
  expect(order.creditNotes.map(({ amount }: { amount: string }) => amount)).toEqual(['5000.00', '5000.00'])
  expect(order.creditNotes[1].refundId).toBe('cancellation-1')
  expect((await press(orderId, { company: 'X Ltd' })).body.code).toBe('INVOICE_SETTLED')
  expect(buyer.id).toBeTruthy()
})

test('given what makes no sense, then it is refused, each with its reason, and no number is taken', async () => {
  const buyer = await shop.buyer()
  const { body } = await shop.checkout(buyer)
  const early = await press(body.order.id, { company: 'Right Ltd' }, 'INV-000001')
  expect([early.status, early.body.code]).toEqual([409, 'INVOICE_NOT_ISSUED'])
  const { orderId, buyer: paid } = await shop.paidOrder()
  const numbers = async () => (await shop.sql.query('select count(*) from commerce_invoice'))[0]
  const before = await numbers()
  expect((await press(orderId, {})).body.code).toBe('NOTHING_CORRECTED')
  expect((await press(orderId, { addressLine1: '1 Road' })).status).toBe(400)
  expect((await press(orderId, { company: 'Right Ltd' }, 'INV-999999')).body.code).toBe('INVOICE_REPLACED')
  const named = await staff.post(of(orderId, 'invoice-corrections'), {
    ...(await details(orderId)),
    ...{
      company: 'Right Ltd',
      invoiceNumber: (await state(orderId)).invoiceNumber,
      reason: 'Lovelace has moved',
    },
  })
  expect(named.body.code).toBe('NAMES_A_PERSON')
  const [orders] = shop.site.container.getAll(PersonalData).filter(({ name }) => name === 'orders')
  await orders?.erase({ userId: paid.id, email: paid.email })
  await shop.sql.query('delete from identity_customer where id = $1', [paid.id])
  expect(await details(orderId)).toBeNull()
  const erased = await press(orderId, { company: 'Right Ltd' })
  expect([erased.status, erased.body.code]).toEqual([409, 'BUYER_ERASED'])
  expect(await numbers()).toEqual(before)
})

test('given 50 presses at once, on one order and on many, then each invoice is replaced once and no number is missing', async () => {
  const orders = await Promise.all(Array.from({ length: 10 }, () => shop.paidOrder()))
  const asked = await Promise.all(
    orders.map(async ({ orderId }) => ({
      orderId,
      body: {
        ...(await details(orderId)),
        ...{
          company: 'Right Ltd',
          invoiceNumber: (await state(orderId)).invoiceNumber,
          reason: 'Wrong company',
        },
      },
    })),
  )
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => {
      const { orderId, body } = asked[at % asked.length]!
      return staff.post(of(orderId, 'invoice-corrections'), body)
    }),
  )
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 409)).toHaveLength(40)
  const rows = await shop.sql.query<{ kind: string; numbers: string; highest: number }>(
    'select kind, count(*) as numbers, max(number) as highest from commerce_invoice group by kind',
  )
  for (const { numbers, highest } of rows) expect(Number(numbers)).toBe(highest)
})

test('given an invoice whose term ends before that of the one that replaced it, then the buyer is kept until the later one ends', async () => {
  const { orderId } = await shop.paidOrder()
  await shop.site.container.get(Settings).write(checkoutSettings, { documentYears: 1 }, 'test')
  const days = async (count: number) => {
    for (let n = 0; n < count; n += 50) await shop.advance(50 * 24 * 3_600_000)
  }
  await days(50)
  expect((await press(orderId, { company: 'Right Ltd' })).status).toBe(200)
  await days(350)
  await shop.site.container.get(DocumentRetention).purge()
  const kept = () => shop.sql.query('select 1 from commerce_order_customer where order_id = $1', [orderId])
  expect(await kept()).toHaveLength(1)
  await days(50)
  await shop.site.container.get(DocumentRetention).purge()
  expect(await kept()).toHaveLength(0)
})

test('given details that change the tax, when the invoice is issued again, then the new one has it; after a partial refund they are refused', async () => {
  const rate = { buyers: 'everyone', from: '2020-01-01' }
  const rates = [
    { ...rate, country: 'Germany', percent: 19 },
    { ...rate, country: 'Austria', percent: 20 },
  ]
  const settings = shop.site.container.get(Settings)
  await settings.write(taxSettings, { source: 'table', registeredIn: ['DE'], rates } as never, 'test')
  const place = { addressLine1: 'Ring 1', city: 'Wien', country: 'Germany' }
  const [whole, credited] = [await shop.paidOrder(), await shop.paidOrder()]
  for (const { orderId } of [whole, credited]) expect((await press(orderId, place)).status).toBe(200)
  const taxOf = async (orderId: string) => (await shop.orders.load(orderId)).order.invoice?.printed?.tax
  expect(await taxOf(whole.orderId)).toBe(39_916)
  expect((await press(whole.orderId, { country: 'Austria' })).status).toBe(200)
  expect(await taxOf(whole.orderId)).toBe(41_667)

  await staff.post(of(credited.orderId, 'refunds'), {
    requestId: randomUUID(),
    reason: 'agreed',
    amount: '500.00',
  })
  await eventually(async () => (await state(credited.orderId)).creditNotes.length === 2, 20)
  const refused = await press(credited.orderId, { country: 'Austria' })
  expect([refused.status, refused.body.code]).toEqual([409, 'TAX_IS_CREDITED'])
  expect((await press(credited.orderId, { company: 'Right GmbH' })).status).toBe(200)
  expect(await taxOf(credited.orderId)).toBe(39_916)
})
