import { createHash } from 'node:crypto'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Documents } from '#platform/storage/documents.ts'
import { checkDocuments } from '../../src/modules/commerce/documents/document-check.ts'
import { OrderDocuments } from '../../src/modules/commerce/documents/order-documents.ts'
import { sellerSettings } from '../../src/modules/commerce/documents/seller-settings.ts'
import { storedKey } from '../../src/modules/commerce/domain/document-names.ts'
import type { Order } from '../../src/modules/commerce/domain/order.ts'
import { eventually } from '../support/app.ts'
import { openShop, type Shop } from './support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.stop())

const gmbh = {
  name: 'Veralead GmbH',
  addressLines: ['Torstraße 1', '10119 Berlin'],
  taxId: 'VAT no. DE123456789',
  taxLabel: 'VAT',
  taxPercent: 19,
}
const other = { name: 'Other Corp', taxLabel: 'Tax', taxPercent: 0 }
const sell = (as: object) => shop.site.container.get(Settings).write(sellerSettings, as, 'test')
const papers = () => shop.site.container.get(OrderDocuments)
const store = () => shop.site.container.get(Documents)
const check = () => checkDocuments(shop.site.container.get(EventLog), shop.sql, store())
/** The check once the mails of the orders so far have gone out, with their documents stored. */
const settledCheck = () =>
  eventually(async () => {
    const mails = await shop.sql.query(
      "select from commerce_order_mail where state = 'owed' and kind in ('confirmation', 'refund')",
    )
    return mails.length === 0 ? await check() : null
  }, 20)
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const textOf = async (bytes: Buffer) => (await extractText(new Uint8Array(bytes), { mergePages: true })).text

async function orderOf(orderId: string): Promise<Order> {
  return (await shop.orders.load(orderId)).order
}

async function keyOf(orderId: string): Promise<string> {
  const [row] = await shop.sql.query<{ issuedAt: Date }>(
    `select issued_at as "issuedAt" from commerce_invoice where order_id = $1 and kind = 'invoice'`,
    [orderId],
  )
  const { invoice } = await orderOf(orderId)
  return storedKey('invoice', { ...invoice!, orderId, issuedAt: row!.issuedAt })
}

async function refunded(orderId: string, intentId: string, amount: number): Promise<string> {
  const before = Object.keys((await orderOf(orderId)).creditNotes)
  await shop.lab(`/lab/objects/${intentId}/refund`, { amount })
  return eventually(async () => {
    const now = Object.keys((await orderOf(orderId)).creditNotes)
    return now.find((id) => !before.includes(id)) ?? null
  })
}

describe('what was issued', () => {
  test('given an invoice with 19 % VAT, when seller and tax change and its file is lost, then it is made anew byte for byte, and its credit notes print its seller and tax', async () => {
    await sell(gmbh)
    const { orderId, intentId } = await shop.paidOrder()
    const first = await papers().get(orderId, 'invoice')
    const { invoice } = await orderOf(orderId)
    expect(digest(first.bytes)).toBe(invoice?.pdfDigest)
    expect(invoice?.printed).toMatchObject({
      seller: { name: 'Veralead GmbH' },
      net: 210_084,
      tax: 39_916,
      total: 250_000,
    })
    await sell(other)
    await store().delete(await keyOf(orderId))
    const again = await papers().get(orderId, 'invoice')
    expect(digest(again.bytes)).toBe(digest(first.bytes))
    expect(await textOf(again.bytes)).toMatch(/Veralead GmbH.*VAT 19 %.*\$399\.16/s)

    const taxes: number[] = []
    for (const amount of [33_333, 33_333, 183_334]) {
      const refundId = await refunded(orderId, intentId, amount)
      const note = await papers().creditNote(orderId, refundId)
      expect(await textOf(note.bytes)).toMatch(/Veralead GmbH.*VAT 19 %/s)
      expect(await textOf(note.bytes)).not.toContain('Other Corp')
      const { printed, pdfDigest } = (await orderOf(orderId)).creditNotes[refundId]!
      expect(digest(note.bytes)).toBe(pdfDigest)
      taxes.push(printed!.tax)
    }
    expect(taxes.reduce((sum, tax) => sum + tax)).toBe(39_916)
  })

  test('given an order paid now, then its event holds nothing of the buyer but a digest that is salted for each order', async () => {
    const one = await shop.paidOrder()
    const two = await shop.paidOrder()
    const events = (await shop.orders.history(one.orderId)).map((event) => JSON.stringify(event.data)).join()
    for (const said of ['Ada', 'Lovelace', one.buyer.email]) expect(events).not.toContain(said)
    const digests = await Promise.all([one, two].map(async ({ orderId }) => (await orderOf(orderId)).invoice))
    expect(digests[0]?.buyerDigest).toMatch(/^[0-9a-f]{64}$/)
    const salts = await shop.sql.query<{ salt: Buffer }>(
      'select distinct salt from commerce_order_customer where order_id = any($1::uuid[])',
      [[one.orderId, two.orderId]],
    )
    expect(salts).toHaveLength(2)
    expect(salts[0]?.salt).toHaveLength(32)
  })
})

describe('what is stored', () => {
  test('given a stored invoice that somebody replaced, when it is asked for, then the issued one is handed out and the fact is told', async () => {
    const { orderId } = await shop.paidOrder()
    const issued = await papers().get(orderId, 'invoice')
    const before = await settledCheck()
    expect(before.faults).toEqual([])
    expect(before.checked).toBeGreaterThan(0)
    await store().put(await keyOf(orderId), Buffer.from('%PDF- pay to another account'), 'application/pdf')
    const number = issued.filename.replace('.pdf', '')
    expect((await check()).faults).toEqual([
      `${number}: the stored document of order ${orderId} is not the one that was issued`,
    ])
    expect(digest((await papers().get(orderId, 'invoice')).bytes)).toBe(digest(issued.bytes))
    expect(await check()).toMatchObject({ faults: [], checked: before.checked })
    const [entry] = await shop.site.container.get(AuditLog).entries({})
    expect(entry).toMatchObject({
      by: 'system',
      action: 'Replaced a document that was not as issued',
      subject: number,
    })
  })

  test('given a buyer whose name was changed in the database, then the check finds it, and a lost invoice is withheld rather than made for another name', async () => {
    const { orderId } = await shop.paidOrder()
    await papers().get(orderId, 'invoice')
    await shop.sql.query(`update commerce_order_customer set last_name = 'Byron' where order_id = $1`, [
      orderId,
    ])
    const { faults } = await check()
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(`the buyer of order ${orderId} is not the one it was issued to`)
    expect((await papers().get(orderId, 'invoice')).bytes.length).toBeGreaterThan(1_000)
    await store().delete(await keyOf(orderId))
    await expect(papers().get(orderId, 'invoice')).rejects.toMatchObject({ code: 'DOCUMENT_NOT_AS_ISSUED' })
    expect(await store().get(await keyOf(orderId))).toBeNull()
    await shop.sql.query(`update commerce_order_customer set last_name = 'Lovelace' where order_id = $1`, [
      orderId,
    ])
    await papers().get(orderId, 'invoice')
    expect((await check()).faults).toEqual([])
  })

  test('given an issued invoice that is not stored, when its buyer is erased, then it is stored first, with the buyer', async () => {
    const { orderId, buyer } = await shop.paidOrder()
    await settledCheck()
    const issued = await papers().get(orderId, 'invoice')
    await store().delete(await keyOf(orderId))
    const parts = shop.site.container.getAll(PersonalData)
    for (const part of parts) await part.erase({ userId: buyer.id, email: buyer.email })
    expect(
      await shop.sql.query('select from commerce_order_customer where order_id = $1', [orderId]),
    ).toEqual([])
    expect(digest((await papers().get(orderId, 'invoice')).bytes)).toBe(digest(issued.bytes))
    expect(await textOf(issued.bytes)).toContain('Ada Lovelace')
  })

  test('given a buyer who was erased, then that is no fault, the stored invoice stays as it was issued, and a document deleted at the end of its term is not missing', async () => {
    const { orderId, buyer } = await shop.paidOrder()
    const issued = await papers().get(orderId, 'invoice')
    const before = await settledCheck()
    await shop.sql.query('delete from commerce_order_customer where order_id = $1', [orderId])
    expect(await check()).toEqual(before)
    expect(digest((await papers().get(orderId, 'invoice')).bytes)).toBe(digest(issued.bytes))
    await store().delete(await keyOf(orderId))
    expect(await check()).toMatchObject({ missing: before.missing + 1, faults: [] })
    await shop.sql.query(
      `insert into commerce_document_deletion (kind, year, number, deleted_at)
       select kind, year, number, issued_at + interval '11 years' from commerce_invoice where order_id = $1`,
      [orderId],
    )
    expect(await check()).toMatchObject({ missing: before.missing, faults: [] })
    expect(buyer.email).toContain('@')
  })
})

describe('the buyer of an issued invoice', () => {
  test('given an issued invoice, when the row of its buyer is about to change its revision, then the database refuses', async () => {
    const { orderId } = await shop.paidOrder()
    await expect(
      shop.sql.query('update commerce_order_customer set revision = revision + 1 where order_id = $1', [
        orderId,
      ]),
    ).rejects.toThrow(/commerce_order_customer_as_issued/)
  })
})
