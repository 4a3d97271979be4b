import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Settings } from '#platform/settings/settings.ts'
import { checkoutSettings } from '../../src/modules/commerce/checkout/checkout-settings.ts'
import { checkDocuments } from '../../src/modules/commerce/invoices/document-check.ts'
import type { Issuing } from '../../src/modules/commerce/invoices/issuing.ts'
import { OrderDocuments } from '../../src/modules/commerce/invoices/order-documents.ts'
import { DocumentIssue } from '../../src/modules/commerce/orders/document-issue.ts'
import { given } from '../support/given.ts'
import type { Answer } from '../support/http-client.ts'
import { type Buyer, openShop } from './support/shop.ts'

const shop = given(openShop)

const details = {
  company: 'Analytical Engines Ltd',
  addressLine1: '12 St James’s Square',
  addressLine2: 'Second floor',
  postalCode: 'SW1Y 4LB',
  city: 'London',
  region: '',
  country: 'United Kingdom',
  taxId: 'VAT no. GB123456789',
}
const ask = (invoiceDetails: 'off' | 'optional' | 'required') =>
  shop.site.container.get(Settings).write(checkoutSettings, { invoiceDetails }, 'test')
const save = (buyer: Buyer, orderId: string, body: unknown) =>
  buyer.http.send('PUT', `/api/orders/${orderId}/invoice-details`, { body })

async function begun(): Promise<{ buyer: Buyer; orderId: string; body: Answer['body'] }> {
  const buyer = await shop.buyer()
  const { body } = await shop.checkout(buyer)
  return { buyer, orderId: body.order.id, body }
}

async function paidWith({ buyer, body }: Awaited<ReturnType<typeof begun>>): Promise<void> {
  await shop.pay(body.paymentIntent.clientSecret)
  await buyer.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
}

async function invoiceText(orderId: string): Promise<string> {
  const { bytes } = await shop.site.container.get(OrderDocuments).get(orderId, 'invoice')
  return (await extractText(new Uint8Array(bytes), { mergePages: true })).text
}

test('given a buyer who says what the invoice needs, when it is paid, then the invoice prints it, the export knows it, and it cannot be changed any more', async () => {
  const order = await begun()
  const { buyer, orderId } = order
  expect(order.body.invoiceDetails).toMatchObject({ asked: 'optional', details: { addressLine1: '' } })
  expect((await save(buyer, orderId, details)).status).toBe(200)
  // Who comes back finds what was said.
  expect((await shop.checkout(buyer)).body.invoiceDetails.details).toEqual(details)
  await paidWith(order)
  expect(await invoiceText(orderId)).toMatch(
    /Bill to\s+Analytical Engines Ltd\s+Ada Lovelace\s+12 St James’s Square\s+Second floor\s+SW1Y 4LB London\s+United Kingdom\s+\S+@example\.com\s+VAT no\. GB123456789/,
  )
  const refused = await save(buyer, orderId, { ...details, company: 'Another Ltd' })
  expect([refused.status, refused.body.code]).toEqual([409, 'INVOICE_ISSUED'])
  const person = { userId: buyer.id, email: buyer.email }
  const [orders] = shop.site.container.getAll(PersonalData).filter(({ name }) => name === 'orders')
  expect(await orders?.export(person)).toMatchObject([{ company: details.company, taxId: details.taxId }])
  const events = JSON.stringify((await shop.orders.history(orderId)).map(({ data }) => data))
  for (const said of Object.values(details)) if (said !== '') expect(events).not.toContain(said)
  await orders?.erase(person)
  expect(await invoiceText(orderId)).toContain('Analytical Engines Ltd')
  expect(await orders?.export(person)).toMatchObject([{ company: null, taxId: null }])
})

test('given details that cannot be printed, then every error names its field, and an address needs street, city and country', async () => {
  const { buyer, orderId } = await begun()
  const errors = async (body: unknown) => (await save(buyer, orderId, body)).body.errors as string[]
  expect(await errors({ ...details, city: '', country: ' ' })).toEqual([
    'city: is needed for an address.',
    'country: is needed for an address.',
  ])
  expect(await errors({ ...details, company: 'x'.repeat(121) })).toEqual([
    'company: must be at most 120 characters.',
  ])
  expect(await errors({ ...details, taxId: 'two\nlines' })).toEqual(['taxId: must be one line of text.'])
  expect(await errors({ ...details, company: '株式会社 🚀', city: 'ꦗ' })).toEqual([
    `Company has letters that documents cannot show: 🚀. Please write it without them, or in Latin letters.`,
    `City has letters that documents cannot show: ꦗ. Please write it without them, or in Latin letters.`,
  ])
  const pasted = { company: 'Only\u202e\u00a0Ltd\u200b', taxId: '\u202aGB\u20101\u202c' }
  expect((await save(buyer, orderId, pasted)).status).toBe(200)
  expect((await shop.checkout(buyer)).body.invoiceDetails.details).toMatchObject({
    company: 'Only Ltd',
    taxId: 'GB-1',
  })
  expect((await save(await shop.buyer(), orderId, details)).body.code).toBe('ORDER_NOT_FOUND')
})

test('given a seller who requires a billing address, then none is refused with its fields, and one who does not ask says so', async () => {
  await ask('required')
  const { buyer, orderId, body } = await begun()
  expect(body.invoiceDetails.asked).toBe('required')
  const refused = await save(buyer, orderId, { company: 'Only Ltd' })
  expect(refused.body).toMatchObject({
    code: 'INVOICE_DETAILS_NEEDED',
    errors: ['addressLine1: is needed.', 'city: is needed.', 'country: is needed.'],
    fields: [
      { path: 'addressLine1', message: 'is needed.' },
      { path: 'city', message: 'is needed.' },
      { path: 'country', message: 'is needed.' },
    ],
  })
  expect((await save(buyer, orderId, details)).status).toBe(200)
  await ask('off')
  expect((await shop.checkout(buyer)).body.invoiceDetails.asked).toBe('off')
  await ask('optional')
})

test('given details that change while the invoice is made, then the invoice prints the changed ones and its digests hold', async () => {
  const order = await begun()
  const issuing = shop.site.container.get(DocumentIssue) as Issuing
  const material = issuing.material.bind(issuing)
  let read = 0
  let saving: ReturnType<typeof save> | undefined
  issuing.material = async (one) => {
    const found = await material(one)
    read += 1
    // Webhook and return page may both be at it: neither commits before the details are saved.
    saving ??= save(order.buyer, one.id, details)
    expect((await saving).status).toBe(200)
    return found
  }
  await paidWith(order)
  issuing.material = material
  expect(read).toBeGreaterThan(1)
  expect(await invoiceText(order.orderId)).toContain('Analytical Engines Ltd')
  const checked = await shop.site.container.get(EventLog).inSnapshot(checkDocuments)
  expect(checked.faults).toEqual([])
})
