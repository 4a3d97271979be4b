import { beforeEach, expect, test } from 'vitest'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Settings } from '#platform/settings/settings.ts'
import { sellerSettings } from '../../../src/modules/commerce/invoices/seller-settings.ts'
import { TaxIdChecks } from '../../../src/modules/commerce/tax/tax-id-checks.ts'
import { taxSettings } from '../../../src/modules/commerce/tax/tax-settings.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { type Buyer, openShop } from '../support/shop.ts'

const shop = given(openShop)
const owner = given(() => shop.staff())
const settings = () => shop.site.container.get(Settings)
const ask = () => shop.site.container.get(TaxIdChecks).ask()
const away = (is: boolean) => shop.lab('/vies/away', { away: is })

beforeEach(async () => {
  await away(false)
  await settings().write(taxSettings, { source: 'table', registeredIn: ['DE'] }, 'test')
  await settings().write(sellerSettings, { taxId: 'VAT no. DE136695976', taxLabel: 'VAT' }, 'test')
})

const vienna = {
  ...{ company: 'Donau GmbH', addressLine1: 'Ring 1', addressLine2: '', postalCode: '1010' },
  ...{ city: 'Wien', region: '', country: 'Austria', taxId: 'ATU13585627' },
}

async function sold(details: object): Promise<{ buyer: Buyer; orderId: string }> {
  const buyer = await shop.buyer()
  const { body } = await shop.checkout(buyer)
  const orderId = body.order.id
  await buyer.http.send('PUT', `/api/orders/${orderId}/invoice-details`, { body: details })
  await shop.pay(body.paymentIntent.clientSecret)
  await eventually(async () => {
    const seen = await buyer.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
    return seen.body?.order?.status === 'completed'
  }, 30)
  return { buyer, orderId }
}
const evidence = async (orderId: string) =>
  (await owner.get(`/api/finance/orders/${orderId}/evidence`)).body.tax

test('given a sale with reverse charge, when VIES is asked, then its answer, the time and the consultation number are kept with the order, and the card that is of another country is named', async () => {
  const { orderId } = await sold(vienna)
  expect((await evidence(orderId)).check).toMatchObject({ state: 'waiting', at: null })
  await ask()
  expect(await evidence(orderId)).toEqual({
    billingCountry: 'Austria',
    cardCountries: ['US'],
    differs: true,
    taxId: 'ATU13585627',
    check: {
      state: 'valid',
      at: expect.stringMatching(/^\d{4}-.+Z$/),
      consultation: expect.stringMatching(/^WAPI\d{10}$/),
      name: 'Company AT' + 'U13585627',
      address: null,
    },
  })
  const due = await shop.sql.query('select from commerce_order_customer where tax_check_next is not null')
  expect(due).toEqual([])
})

test('given VIES that is away for an hour, then sales go on, each id is asked again, and each gets its answer once VIES is back', async () => {
  await away(true)
  const first = await sold(vienna)
  await ask()
  expect((await evidence(first.orderId)).check).toMatchObject({ state: 'not-reached', consultation: null })
  const second = await sold(vienna)
  // Not due again yet: only the second is asked.
  await ask()
  await shop.advance(11 * 60_000)
  await ask()
  await away(false)
  await shop.advance(50 * 60_000)
  await ask()
  for (const { orderId } of [first, second])
    expect((await evidence(orderId)).check).toMatchObject({ state: 'valid' })
})

test('given an id that VIES does not know, then the order says so', async () => {
  const { orderId } = await sold({ ...vienna, taxId: 'ATU13009000' })
  await ask()
  expect((await evidence(orderId)).check).toMatchObject({ state: 'invalid', consultation: null, name: null })
})

test('given a person, then VIES is not asked; and what is kept of a company is exported with its buyer and gone with it', async () => {
  const plain = await sold({ ...vienna, company: '', taxId: '' })
  expect((await evidence(plain.orderId)).check).toBeNull()
  const { buyer, orderId } = await sold(vienna)
  await ask()
  const data = shop.site.container.getAll(PersonalData).find(({ name }) => name === 'orders')!
  const exported = await data.export({ userId: buyer.id, email: buyer.email })
  expect(exported).toMatchObject([{ taxIdCheck: { state: 'valid' } }])
  await data.erase({ userId: buyer.id, email: buyer.email })
  expect(await evidence(orderId)).toBeNull()
})

test('given an invalid id, then Today counts it and finance finds it, until somebody settles it', async () => {
  const { orderId } = await sold({ ...vienna, taxId: 'ATU13009000' })
  await ask()
  const listed = async () =>
    (await owner.get('/api/finance/tax')).body.invalidIds.filter(
      (each: { orderId: string }) => each.orderId === orderId,
    )
  const today = async (): Promise<number> => {
    const text = JSON.stringify((await owner.get('/api/admin/today')).body)
    return Number(/"Tax ids that VIES does not know","count":(\d+)/.exec(text)?.[1])
  }
  expect(await listed()).toMatchObject([
    { company: 'Donau GmbH', taxId: 'ATU13009000', check: { state: 'invalid' } },
  ])
  const before = await today()
  expect(before).toBeGreaterThan(0)
  expect((await owner.post(`/api/finance/tax-ids/${orderId}/settle`, {})).status).toBe(200)
  expect(await listed()).toEqual([])
  expect(await today()).toBe(before - 1)
  expect((await evidence(orderId)).check).toMatchObject({ state: 'invalid', settledBy: expect.any(String) })
  expect((await owner.post(`/api/finance/tax-ids/${orderId}/settle`, {})).status).toBe(404)
})
