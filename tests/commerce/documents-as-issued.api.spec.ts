import { createHash } from 'node:crypto'
import { extractText } from 'unpdf'
import { describe, expect, test } from 'vitest'
import { AuditLog } from '#platform/audit/audit-log.ts'
import { EventLog } from '#platform/event-log/event-log.ts'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Documents } from '#platform/storage/documents.ts'
import { storedKey } from '../../src/modules/commerce/domain/document-names.ts'
import type { Order } from '../../src/modules/commerce/domain/order.ts'
import { checkDocuments } from '../../src/modules/commerce/invoices/document-check.ts'
import { OrderDocuments } from '../../src/modules/commerce/invoices/order-documents.ts'
import { sellerSettings } from '../../src/modules/commerce/invoices/seller-settings.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { openShop } from './support/shop.ts'

const shop = given(openShop)

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
const check = () => shop.site.container.get(EventLog).inSnapshot(checkDocuments)
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
  test('given an invoice with 19 % VAT, when seller and tax change and its copy is lost, then it is the same byte for byte, and its credit notes print its seller and tax', async () => {
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
  /** Changes or removes the bytes of the order's invoice in the database. */
  const tamper = (orderId: string, change: 'delete from' | 'update', set = '') =>
    shop.sql.query(
      `${change} commerce_document_file f ${set} ${change === 'update' ? 'from' : 'using'} commerce_invoice i
       where (f.kind, f.year, f.number) = (i.kind, i.year, i.number) and i.kind = 'invoice' and i.order_id = $1`,
      [orderId],
    )

  test('given a paid order, then the bytes of its invoice commit with its number, and a copy is written before it is handed out', async () => {
    const { orderId } = await shop.paidOrder()
    const stored = () =>
      shop.sql.query<{ bytes: Buffer; copied: boolean }>(
        `select f.bytes, f.copied_at is not null as copied from commerce_document_file f
         join commerce_invoice i using (kind, year, number) where i.order_id = $1`,
        [orderId],
      )
    const [file] = await stored()
    expect(digest(file!.bytes)).toBe((await orderOf(orderId)).invoice?.pdfDigest)
    expect((await papers().get(orderId, 'invoice')).bytes.equals(file!.bytes)).toBe(true)
    expect((await store().get(await keyOf(orderId)))?.equals(file!.bytes)).toBe(true)
    expect(await stored()).toMatchObject([{ copied: true }])
  })

  test('given a stored invoice that somebody replaced, when it is asked for, then the issued one is sent and the fact is reported', async () => {
    const { orderId } = await shop.paidOrder()
    const issued = await papers().get(orderId, 'invoice')
    const before = await check()
    expect(before.faults).toEqual([])
    expect(before.checked).toBeGreaterThan(0)
    await tamper(orderId, 'update', `set bytes = '%PDF- pay to another account'`)
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

  test('given a buyer whose name was changed in the database, then the check finds it, and the invoice stays as it was issued', async () => {
    const { orderId } = await shop.paidOrder()
    const issued = await papers().get(orderId, 'invoice')
    await shop.sql.query(`update commerce_order_customer set last_name = 'Byron' where order_id = $1`, [
      orderId,
    ])
    const { faults } = await check()
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(`the buyer of order ${orderId} is not the one it was issued to`)
    expect(digest((await papers().get(orderId, 'invoice')).bytes)).toBe(digest(issued.bytes))
    await shop.sql.query(`update commerce_order_customer set last_name = 'Lovelace' where order_id = $1`, [
      orderId,
    ])
    expect((await check()).faults).toEqual([])
  })

  test('given an invoice that is lost in the database, then its copy is handed out and stored again, and without one it is withheld rather than made for another time', async () => {
    const { orderId } = await shop.paidOrder()
    const issued = await papers().get(orderId, 'invoice')
    const before = await check()
    await tamper(orderId, 'delete from')
    expect(await check()).toMatchObject({ missing: before.missing + 1, faults: [] })
    expect(digest((await papers().get(orderId, 'invoice')).bytes)).toBe(digest(issued.bytes))
    expect(await check()).toEqual(before)
    await tamper(orderId, 'delete from')
    const copy = await keyOf(orderId)
    await store().put(copy, Buffer.from('%PDF- pay to another account'), 'application/pdf')
    await expect(papers().get(orderId, 'invoice')).rejects.toMatchObject({ code: 'DOCUMENT_NOT_AS_ISSUED' })
    await store().put(copy, issued.bytes, 'application/pdf')
    await papers().get(orderId, 'invoice')
    expect(await check()).toEqual(before)
  })

  test('given an issued invoice whose bytes are not in the database, when its buyer is erased, then they are there again, with the buyer', async () => {
    const { orderId, buyer } = await shop.paidOrder()
    const issued = await papers().get(orderId, 'invoice')
    const before = await check()
    await tamper(orderId, 'delete from')
    const parts = shop.site.container.getAll(PersonalData)
    for (const part of parts) await part.erase({ userId: buyer.id, email: buyer.email })
    expect(
      await shop.sql.query('select from commerce_order_customer where order_id = $1', [orderId]),
    ).toEqual([])
    expect(await check()).toEqual(before)
    expect(digest((await papers().get(orderId, 'invoice')).bytes)).toBe(digest(issued.bytes))
    expect(await textOf(issued.bytes)).toContain('Ada Lovelace')
  })

  test('given a buyer who was erased, then that is no fault, the stored invoice stays as it was issued, and a document deleted at the end of its term is not missing', async () => {
    const { orderId, buyer } = await shop.paidOrder()
    const issued = await papers().get(orderId, 'invoice')
    const before = await check()
    await shop.sql.query('delete from commerce_order_customer where order_id = $1', [orderId])
    expect(await check()).toEqual(before)
    expect(digest((await papers().get(orderId, 'invoice')).bytes)).toBe(digest(issued.bytes))
    await tamper(orderId, 'delete from')
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
