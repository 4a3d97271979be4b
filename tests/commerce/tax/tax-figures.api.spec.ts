import { expect, test } from 'vitest'
import { Settings } from '#platform/settings/settings.ts'
import { taxSettings } from '../../../src/modules/commerce/tax/tax-settings.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { openShop } from '../support/shop.ts'

const shop = given(openShop)
const owner = given(() => shop.staff())

const rates = [
  { country: 'Germany', buyers: 'everyone', percent: 19, from: '2020-01-01' },
  { country: 'Austria', buyers: 'everyone', percent: 20, from: '2020-01-01' },
]
const write = (more: object[] = []) =>
  shop.site.container
    .get(Settings)
    .write(
      taxSettings,
      { source: 'table', registeredIn: ['DE'], rates: [...rates, ...more] } as never,
      'test',
    )

async function sold(country: string, company = '', taxId = ''): Promise<string> {
  const buyer = await shop.buyer()
  const { body } = await shop.checkout(buyer)
  const address = { addressLine1: 'Ring 1', addressLine2: '', postalCode: '1', city: 'City', region: '' }
  const details = { company, ...address, country, taxId }
  await buyer.http.send('PUT', `/api/orders/${body.order.id}/invoice-details`, { body: details })
  await shop.pay(body.paymentIntent.clientSecret)
  return eventually(async () => {
    const { order } = await shop.orders.load(body.order.id)
    return order.invoice === null ? null : order.id
  }, 30)
}

async function refunded(orderId: string, amount: number): Promise<void> {
  const { order } = await shop.orders.load(orderId)
  const before = Object.keys(order.creditNotes).length
  await shop.lab(`/lab/objects/${Object.keys(order.intents)[0]}/refund`, { amount })
  await eventually(async () => {
    const now = (await shop.orders.load(orderId)).order
    return Object.keys(now.creditNotes).length > before
  })
}

const cents = (amount: string): number => Math.round(Number(amount) * 100)
const figures = async () => (await owner.get('/api/finance/tax')).body.lines as Record<string, string>[]
const titles = async () => JSON.stringify((await owner.get('/api/admin/today')).body)

test('given sales to persons and companies of several countries and refunds in parts, then each row has its sums, and all of them are those of the register, of its file and of the books', async () => {
  await write()
  const german = await sold('Germany')
  await sold('Deutschland')
  await refunded(german, 33_333)
  await refunded(german, 66_667)
  await sold('Austria', 'Donau GmbH', 'ATU13585627')
  await sold('Japan')
  const lines = await figures()
  expect(
    lines.map(({ country, buyers, treatment, percent, documents }) => [
      country,
      buyers,
      treatment,
      percent,
      documents,
    ]),
  ).toEqual([
    ['AT', 'company', 'reverse', '0', 1],
    ['DE', 'person', 'taxed', '19', 4],
    ['JP', 'person', 'no-rule', '0', 1],
  ])
  expect(lines[1]).toMatchObject({
    net: '3361.34',
    tax: '638.66',
    gross: '4000.00',
    credited: '1000.00',
    refunded: '1000.00',
  })
  const [sum] = (await owner.get('/api/finance/documents')).body.sums
  for (const [column, total] of [
    ['net', sum.net],
    ['tax', sum.tax],
    ['gross', sum.total],
  ] as const)
    expect(
      lines.reduce((all, line) => all + cents(line[column]!), 0),
      column,
    ).toBe(cents(total))
  const [books] = (await owner.get('/api/finance/books?by=month')).body.sums
  expect(cents(books.received) - cents(books.refunded)).toBe(cents(sum.total))

  const { text } = await owner.get('/api/finance/tax.csv')
  const [head = '', ...rows] = text.trim().split(/\r?\n/)
  const at = head.split(',').indexOf('tax')
  expect(rows).toHaveLength(3)
  expect(rows.reduce((all, row) => all + cents(row.split(',')[at]!), 0)).toBe(cents(sum.tax))
})

test('given a sale without a rate, then Today says so until the table has one, and the document charges nothing', async () => {
  await write()
  expect(await titles()).toContain('"count":1,"address":"/finance/tax"')
  await write([{ country: '', buyers: 'person', percent: 0, from: '2020-01-01' }])
  expect(await titles()).not.toContain('"count":1,"address":"/finance/tax"')
})
