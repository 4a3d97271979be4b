import { expect, test } from 'vitest'
import { EventLog } from '#platform/event-log/event-log.ts'
import { Settings } from '#platform/settings/settings.ts'
import { invoiceName } from '../../src/modules/commerce/domain/document-names.ts'
import { OrderSearches } from '../../src/modules/commerce/finance/search/order-search.ts'
import { verifyOrders } from '../../src/modules/commerce/finance/verification/verify-orders.ts'
import { sellerSettings } from '../../src/modules/commerce/invoices/seller-settings.ts'
import { rebuildOrders } from '../../src/modules/commerce/orders/rebuild.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { asForger } from './support/forger.ts'
import { openShop } from './support/shop.ts'

const shop = given(openShop)

const numbering = (how: 'plain' | 'yearly') =>
  shop.site.container.get(Settings).write(sellerSettings, { numbering: how }, 'test')
const verified = () => verifyOrders(shop.site.container.get(EventLog))

async function paid(): Promise<{ name: string; orderId: string; intentId: string; cookie: string }> {
  const { buyer, orderId, intentId } = await shop.paidOrder()
  const { body } = await buyer.http.get(`/api/orders/${orderId}`)
  return { name: body.order.invoiceNumber, orderId, intentId, cookie: await shop.sessionOf(buyer) }
}

async function creditNote(orderId: string, intentId: string, cookie: string): Promise<string> {
  await shop.lab(`/lab/objects/${intentId}/refund`, { amount: 100 })
  return eventually(async () => {
    const http = shop.client()
    http.setCookie('session', cookie)
    const [note] = (await http.get(`/api/orders/${orderId}`)).body.order.notes
    if (note === undefined) return null
    const { body } = await http.get(`/api/orders/${orderId}/download-note/${note.number}`)
    expect(body.document.filename).toBe(`${note.number}.pdf`)
    expect((await fetch(body.document.downloadUrl)).status).toBe(200)
    return note.number as string
  })
}

test('given numbers with a year, when the year turns, then each kind begins at 1 without a gap, what was given out keeps its form, and everything finds and verifies it', async () => {
  const year = shop.clock.now().getUTCFullYear()
  const plain = await paid()
  expect(plain.name).toBe('INV-000001')
  await numbering('yearly')
  const first = await paid()
  const second = await paid()
  expect([first.name, second.name]).toEqual([`INV-${year}-000001`, `INV-${year}-000002`])
  expect(await creditNote(plain.orderId, plain.intentId, plain.cookie)).toBe(`CN-${year}-000001`)
  const days = (Date.UTC(year + 1, 0, 2) - shop.clock.now().getTime()) / 86_400_000
  await shop.advance(Math.ceil(days) * 86_400_000)
  const next = await paid()
  expect(next.name).toBe(`INV-${year + 1}-000001`)
  expect(await creditNote(next.orderId, next.intentId, next.cookie)).toBe(`CN-${year + 1}-000001`)
  await numbering('plain')
  expect((await paid()).name).toBe('INV-000002')
  expect(invoiceName((await shop.orders.load(first.orderId)).order.invoice!)).toBe(first.name)

  const list = { sort: 'placed', direction: 'desc', page: 1, pageSize: 5 } as const
  const search = shop.site.container.get(OrderSearches)
  const found = async (q: string) => (await search.find({ ...list, q }, true)).rows.map(({ id }) => id)
  expect(await found('INV-000001')).toEqual([plain.orderId])
  expect(await found(`inv-${year}-1`)).toEqual([first.orderId])
  expect(await found(`CN-${year}-000001`)).toEqual([plain.orderId])
  expect(await found(`CN-${year + 1}-000001`)).toEqual([next.orderId])
  expect(await found('CN-000001')).toEqual([])

  expect(await verified()).toMatchObject({ ok: true, numbers: { count: 0 }, differing: 0 })
  expect(await rebuildOrders(shop.database.adminUrl)).toMatchObject({ differing: 0 })
  await shop.sql.query('update commerce_order set invoice_year = null where id = $1', [next.orderId])
  expect((await verified()).differences).toMatchObject([{ column: 'invoice_year', stored: null }])
  expect(await rebuildOrders(shop.database.adminUrl)).toMatchObject({ differing: 1, swapped: true })
  await asForger(
    shop.database,
    `update commerce_invoice set year = 2001 where order_id = '${second.orderId}'`,
  )
  expect((await verified()).numbers.faults).toEqual([
    'invoice 2 of 2001 is not the one the log knows',
    `invoice 2 of ${year} of order ${second.orderId} has no row of its number`,
  ])
})
