import { randomUUID } from 'node:crypto'
import { extractText } from 'unpdf'
import { beforeEach, describe, expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Settings } from '#platform/settings/settings.ts'
import { verifyOrders } from '../../../src/modules/commerce/finance/verification/verify-orders.ts'
import { checkDocuments } from '../../../src/modules/commerce/invoices/document-check.ts'
import { OrderDocuments } from '../../../src/modules/commerce/invoices/order-documents.ts'
import { sellerSettings } from '../../../src/modules/commerce/invoices/seller-settings.ts'
import { taxSettings } from '../../../src/modules/commerce/tax/tax-settings.ts'
import { Staff } from '../../../src/modules/identity/staff/staff.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { type Buyer, openShop, productId } from '../support/shop.ts'

const shop = given(openShop)
const owner = given(() => shop.staff())

const finance = given(async () => {
  const member = { username: 'tax-finance', password: 'A-long-password-1A', role: 'finance' } as const
  await shop.site.container.get(Staff).create(member, { replace: true })
  const http = shop.client()
  const { username, password } = member
  expect((await http.post('/api/auth/login', { username, password })).status).toBe(200)
  return http
})

const rates = [
  { country: 'Germany', buyers: 'everyone', percent: 19, from: '2020-01-01' },
  { country: 'AT', buyers: 'everyone', percent: 20, from: '2020-01-01' },
  { country: '', buyers: 'person', percent: 0, from: '2020-01-01' },
] as const
const table = { source: 'table', registeredIn: ['Germany'], rates: [...rates] } as const
const write = (values: object) => shop.site.container.get(Settings).write(taxSettings, values, 'test')
beforeEach(async () => {
  await write(table)
  const seller = { name: 'Veralead GmbH', taxLabel: 'VAT', taxPercent: 7, taxId: 'VAT no. DE136695976' }
  await shop.site.container.get(Settings).write(sellerSettings, seller, 'test')
})

const reverse = 'Reverse charge: VAT to be accounted for by the recipient.'
const address = { addressLine1: 'Ring 1', addressLine2: '', postalCode: '1010', city: 'Wien', region: '' }
const vienna = { company: 'Donau GmbH', ...address, country: 'Österreich', taxId: 'ATU13585627' }
const person = { company: '', ...address, country: 'Austria', taxId: '' }

const textOf = async (document: Promise<{ bytes: Buffer }>): Promise<string> => {
  const { bytes } = await document
  return (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replace(/\s+/g, ' ')
}
const papers = () => shop.site.container.get(OrderDocuments)
const rowsOf = (orderId: string) =>
  shop.sql.query<object>(
    `select kind, net_minor::int as net, tax_minor::int as tax, country, buyers, treatment from commerce_invoice
     where order_id = $1 order by issued_at, kind`,
    [orderId],
  )
const preview = (said: object) =>
  shop.client().post('/api/prices/tax', { amount: '2500.00', currency: 'usd', country: 'Austria', ...said })

async function begun(): Promise<{ buyer: Buyer; orderId: string; pay: () => Promise<void> }> {
  const buyer = await shop.buyer()
  const { body } = await shop.checkout(buyer)
  const pay = async () => {
    await shop.pay(body.paymentIntent.clientSecret)
    await eventually(async () => {
      const seen = await buyer.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
      return seen.body?.order?.status === 'completed'
    }, 30)
  }
  return { buyer, orderId: body.order.id, pay }
}
const save = ({ buyer, orderId }: { buyer: Buyer; orderId: string }, body: object) =>
  buyer.http.send('PUT', `/api/orders/${orderId}/invoice-details`, { body })

async function expectVerified(): Promise<void> {
  const log = shop.site.container.get(EventLog)
  expect(await verifyOrders(log)).toMatchObject({ ok: true, differences: [] })
  expect((await log.inSnapshot(checkDocuments)).faults).toEqual([])
}

describe('the tax of a sale', () => {
  test('given a company of another EU country with a right id, when it pays, then invoice and credit note say reverse charge with both ids, and the amount is the price', async () => {
    const sale = await begun()
    expect((await save(sale, { ...vienna, shownTax: reverse })).status).toBe(200)
    await sale.pay()
    const text = await textOf(papers().get(sale.orderId, 'invoice'))
    expect(text).toContain('VAT (reverse charge) $0.00')
    expect(text).toContain(
      `${reverse} Tax id of the supplier: VAT no. DE136695976. Tax id of the recipient (UID-Nummer): ATU13585627.`,
    )
    expect(text).toContain('Total $2,500.00')
    const intentId = (await shop.orders.load(sale.orderId)).order.intents
    await shop.lab(`/lab/objects/${Object.keys(intentId)[0]}/refund`, { amount: 100_000 })
    const refundId = await eventually(
      async () => Object.keys((await shop.orders.load(sale.orderId)).order.creditNotes)[0] ?? null,
    )
    expect(await textOf(papers().creditNote(sale.orderId, refundId))).toContain(reverse)
    const decided = { country: 'AT', buyers: 'company', treatment: 'reverse', tax: 0 }
    expect(await rowsOf(sale.orderId)).toEqual([
      { kind: 'invoice', net: 250_000, ...decided },
      { kind: 'credit-note', net: 100_000, ...decided },
    ])
    await expectVerified()
  })

  test('given a person, then the tax is that of the country, and one who says no country pays that of everywhere else', async () => {
    const austrian = await begun()
    await save(austrian, person)
    await austrian.pay()
    expect(await textOf(papers().get(austrian.orderId, 'invoice'))).toContain('VAT 20 % $416.67')
    const silent = await begun()
    await silent.pay()
    const [row] = await rowsOf(silent.orderId)
    expect(row).toMatchObject({ net: 250_000, country: null, buyers: 'person', treatment: 'exempt' })
  })

  test('given the one rate, then every invoice has it, and no tax is shown before the payment', async () => {
    await write({ source: 'rate' })
    expect((await preview(vienna)).body).toMatchObject({ tax: null, hint: null })
    const sale = await begun()
    await save(sale, vienna)
    await sale.pay()
    const text = await textOf(papers().get(sale.orderId, 'invoice'))
    expect(text).toContain('VAT 7 % $163.55')
    expect(text).not.toContain('Reverse')
  })

  test('given a tax that changed after it was shown, when the buyer pays, then it is refused with the new one, and goes through with that', async () => {
    const shown = (await preview(person)).body.tax
    expect(shown).toBe('Includes VAT 20%: $416.67.')
    await write({ ...table, rates: [{ ...rates[1], percent: 22 }] })
    const sale = await begun()
    const refused = await save(sale, { ...person, shownTax: shown })
    expect([refused.status, refused.body.code]).toEqual([409, 'TAX_CHANGED'])
    expect(refused.body.message).toContain('Includes VAT 22%: $450.82.')
    expect((await save(sale, { ...person, shownTax: (await preview(person)).body.tax })).status).toBe(200)
  })

  test('given an organization, when it orders with the tax that was shown, then its invoice has it, and another one is refused with nothing placed', async () => {
    const buyer = await shop.buyer()
    const organizationId = randomUUID()
    const { company: name, ...rest } = vienna
    await buyer.http.post('/api/organizations', { id: organizationId, name, ...rest })
    const order = (shownTax: string, orderId = randomUUID()) =>
      buyer.http.post('/api/company-orders', {
        orderId,
        organizationId,
        productId,
        seats: 2,
        method: 'invoice',
        shownTax,
      })
    const refused = await order('No tax is charged.')
    expect([refused.status, refused.body.code]).toEqual([409, 'TAX_CHANGED'])
    expect(
      await shop.sql.query('select from commerce_order where organization_id = $1', [organizationId]),
    ).toEqual([])
    const placed = await order(reverse)
    expect(placed.status, placed.text).toBe(200)
    const [row] = await rowsOf(placed.body.order.id)
    expect(row).toMatchObject({ net: 500_000, country: 'AT', buyers: 'company', treatment: 'reverse' })
    const quote = await buyer.http.post('/api/quotes', {
      ...{ id: randomUUID(), organizationId, productId, seats: 2, cohortId: null, couponCode: null },
      ...{ termsVersion: null, reference: null, privateStart: null },
    })
    const seen = await shop.client().get(`/api/quotes/${quote.body.token}`)
    expect(seen.body.quote.taxNote).toContain(`${reverse} Tax id of the supplier: VAT no. DE136695976.`)
  })

  test.each([
    [vienna, reverse, null],
    [
      { ...vienna, taxId: 'ATU13585626' },
      'Includes VAT 20%: $416.67.',
      'This is not a valid UID-Nummer of Austria.',
    ],
    [
      { ...vienna, country: 'Germany' },
      'Includes VAT 19%: $399.16.',
      'This is not a valid USt-IdNr. of Germany.',
    ],
    [{ ...vienna, country: 'USA' }, 'No tax is charged.', null],
    [person, 'Includes VAT 20%: $416.67.', null],
    [{ country: 'Austria', isOrganization: true, taxId: 'U13585627' }, reverse, null],
  ])('given %j, then the tax that is shown is %s', async (said, tax, hint) => {
    const { company, country, taxId, isOrganization } = said as Record<string, unknown>
    expect((await preview({ company, country, taxId, isOrganization })).body).toMatchObject({ tax, hint })
  })

  test('given an amount that is none, then it is refused at its field', async () => {
    const { status, body } = await preview({ amount: '1.005' })
    expect([status, body.fields?.[0]?.path]).toEqual([400, 'amount'])
  })

  test('given an invoice to a person, when it is issued again to the company, then the credit note has the tax and the new invoice none', async () => {
    const sale = await begun()
    await save(sale, person)
    await sale.pay()
    const { order } = await shop.orders.load(sale.orderId)
    expect(order.invoice?.printed?.tax).toBe(41_667)
    const of = (path: string) => `/api/finance/orders/${sale.orderId}/${path}`
    const { details } = (await owner.get(of('invoice-details'))).body
    const again = await owner.post(of('invoice-corrections'), {
      ...details,
      ...{ company: vienna.company, taxId: vienna.taxId, reason: 'The company was missing' },
      invoiceNumber: (await owner.get(of('state'))).body.order.invoiceNumber,
    })
    expect(again.status, again.text).toBe(200)
    expect(await rowsOf(sale.orderId)).toEqual([
      { kind: 'invoice', net: 208_333, tax: 41_667, country: 'AT', buyers: 'person', treatment: 'taxed' },
      { kind: 'credit-note', net: 208_333, tax: 41_667, country: 'AT', buyers: 'person', treatment: 'taxed' },
      { kind: 'invoice', net: 250_000, tax: 0, country: 'AT', buyers: 'company', treatment: 'reverse' },
    ])
    await expectVerified()
  })
})

describe('the table', () => {
  const read = async (key: string) =>
    (await finance.get('/api/settings')).body.sections.find((section: { key: string }) => section.key === key)

  test('given finance, then it edits the table, and sees no section of the owner', async () => {
    const { sections } = (await finance.get('/api/settings')).body
    const keys = sections.map(({ key }: { key: string }) => key)
    expect(keys).toContain('tax')
    expect(keys).not.toContain('seller')
    const { values, revision } = await read('tax')
    const saved = await finance.put('/api/settings/tax', { values: { ...values, source: 'none' }, revision })
    expect(saved.status, saved.text).toBe(200)
    const other = await finance.put('/api/settings/seller', { values: {}, revision: '' })
    expect(other.status).toBe(404)
  })

  test.each([
    [{ rates: [{ ...rates[0], country: 'Atlantis' }] }, 'values.rates.0.country'],
    [{ rates: [{ ...rates[0], from: '1 March' }] }, 'values.rates.0.from'],
    [{ rates: [rates[0], { ...rates[0], country: 'DE' }] }, 'values.rates'],
    [{ registeredIn: ['Mars'] }, 'values.registeredIn.0'],
  ])('given %j, then the field is named and nothing is saved', async (change, path) => {
    const { values, revision } = await read('tax')
    const { status, body } = await finance.put('/api/settings/tax', {
      values: { ...values, ...change },
      revision,
    })
    expect([status, body.fields?.[0]?.path]).toEqual([400, path])
    expect((await read('tax')).revision).toBe(revision)
  })
})
