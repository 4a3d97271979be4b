import { beforeAll, describe, expect, test } from 'vitest'
import { PersonalData } from '#platform/privacy/personal-data.ts'
import { Settings } from '#platform/settings/settings.ts'
import { sellerSettings } from '../../../src/modules/commerce/invoices/seller-settings.ts'
import { Staff } from '../../../src/modules/identity/staff/staff.ts'
import { eventually } from '../../support/app.ts'
import { given } from '../../support/given.ts'
import { openShop } from '../support/shop.ts'

const shop = given(openShop)
const staff = given(() => shop.staff())
beforeAll(async () => {
  await shop.site.container
    .get(Settings)
    .write(sellerSettings, { taxLabel: 'VAT', taxPercent: 19, name: 'Veralead GmbH' }, 'test')
})

const register = async (query = '', who = staff) => (await who.get(`/api/finance/documents?${query}`)).body

/** A refund made at Stripe, once its credit note is issued. */
async function refunded(orderId: string, intentId: string, amount: number): Promise<string> {
  const { id } = (await shop.lab(`/lab/objects/${intentId}/refund`, { amount })) as { id: string }
  await eventually(
    async () => (await shop.orders.load(orderId)).order.creditNotes[id]?.number !== undefined || null,
  )
  return id
}

describe('the register of documents', () => {
  test('given invoices, a credit note and one that was withdrawn, then each is listed as issued, its PDF can be read, and the sums are those of the books', async () => {
    const first = await shop.paidOrder()
    const second = await shop.paidOrder()
    await refunded(first.orderId, first.intentId, 33_333)
    const failed = await refunded(second.orderId, second.intentId, 50_000)
    await shop.lab(`/lab/objects/${failed}/fail`)
    await eventually(
      async () =>
        (await shop.orders.load(second.orderId)).order.debitNotes[failed]?.number !== undefined || null,
    )

    const found = await register()
    const amounts = found.documents.map((one: Record<string, string>) => [
      one.kind,
      one.net,
      one.tax,
      one.total,
    ])
    expect(amounts).toEqual(
      expect.arrayContaining([
        ['invoice', '2100.84', '399.16', '2500.00'],
        ['credit-note', '-280.11', '-53.22', '-333.33'],
        ['credit-note', '-420.17', '-79.83', '-500.00'],
        ['debit-note', '420.17', '79.83', '500.00'],
      ]),
    )
    expect(found.documents[0]).toMatchObject({
      kind: 'debit-note',
      orderId: second.orderId,
      customer: 'Ada Lovelace',
    })
    expect(found).toMatchObject({ total: 5, page: 1, pageSize: 25 })

    const { sums } = (await staff.get('/api/finance/books')).body
    expect(sums).toMatchObject([{ currency: 'usd', received: '5000.00', refunded: '333.33' }])
    expect(found.sums).toEqual([
      { currency: 'usd', documents: 5, net: '3921.57', tax: '745.10', total: '4666.67' },
    ])

    for (const { path, receiptPath } of found.documents) {
      for (const each of [path, receiptPath].filter((address) => address !== null)) {
        const pdf = await staff.get(each)
        expect([pdf.status, pdf.headers.get('content-type')], each).toEqual([200, 'application/pdf'])
      }
    }
  })

  test('given a kind, a period, a number or a page, then only what matches is listed and added up', async () => {
    expect(await register('kind=credit-note')).toMatchObject({
      total: 2,
      sums: [{ documents: 2, tax: '-133.05', total: '-833.33' }],
    })
    const today = shop.clock.now().toISOString().slice(0, 10)
    expect((await register(`from=${today}&to=${today}`)).total).toBe(5)
    expect(await register('to=2020-12-31')).toMatchObject({ total: 0, documents: [], sums: [] })
    expect((await register('q=cn-2')).documents).toMatchObject([{ number: 'CN-000002', kind: 'credit-note' }])
    expect((await register('q=INV-000001')).documents).toMatchObject([{ number: 'INV-000001' }])
    expect((await register('q=INV-2025-000001')).total).toBe(0)
    const pages = await Promise.all([1, 2, 3].map((page) => register(`pageSize=2&page=${page}`)))
    const numbers = pages.flatMap(({ documents }) =>
      documents.map(({ number }: { number: string }) => number),
    )
    expect(numbers).toHaveLength(5)
    expect(new Set(numbers).size).toBe(5)
    const refused = await staff.get('/api/finance/documents?q=Lovelace')
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      [{ path: 'q', message: 'must be the number of a document, such as INV-000001' }],
    ])
  })

  test('given its file, then it has the same lines, begins with a mark for Excel when asked, and a name that is a formula is text', async () => {
    const buyer = await shop.buyer({ firstName: '=HYPERLINK("http://evil.example")' })
    const { body } = await shop.checkout(buyer)
    await shop.pay(body.paymentIntent.clientSecret)
    await buyer.http.get(`/api/checkout/verify-payment-intent/${body.paymentIntent.id}`)
    const plain = await staff.get('/api/finance/documents.csv')
    const [head, ...lines] = plain.text.trim().split('\r\n')
    expect(head).toBe(
      'number,date (UTC),kind,customer,company,order_id,currency,net,tax,total,seats,organization_id,due (UTC)',
    )
    expect(lines).toHaveLength(6)
    expect(lines[0]).toContain(`INV-000003,${shop.clock.now().toISOString().slice(0, 10)},invoice,`)
    expect(lines[0]).toContain(`,"'=HYPERLINK(""http://evil.example"") Lovelace",`)
    expect(lines.filter((line) => line.includes(',credit-note,'))).toHaveLength(2)
    const notes = await staff.get('/api/finance/documents.csv?kind=credit-note')
    expect(notes.text.trim().split('\r\n')).toHaveLength(3)
    expect((await staff.get('/api/finance/documents.csv?to=2020-12-31')).text.trim()).toBe(head)

    const orders = (await staff.get('/api/finance/orders.csv')).text.trim().split('\r\n')
    expect(orders[0]?.endsWith(',tax,seats,organization_id,due_at')).toBe(true)
    // A person's order: one seat, nobody else who pays, and no date.
    expect(orders.slice(1).every((line) => line.endsWith(',399.16,1,,'))).toBe(true)
    expect(lines.every((line) => line.endsWith(',1,,'))).toBe(true)
  })

  test('given a viewer, then there are no names, no PDFs and no file; given an erased buyer or a deleted PDF, then the document stays listed', async () => {
    const password = 'A-viewers-password-1A'
    await shop.site.container
      .get(Staff)
      .create({ username: 'viewer', password, role: 'viewer' }, { replace: true })
    const viewer = shop.client()
    await viewer.post('/api/auth/login', { username: 'viewer', password })
    const seen = await viewer.get('/api/finance/documents')
    expect(seen.body.documents).toHaveLength(6)
    for (const document of seen.body.documents)
      expect(document).toMatchObject({ customer: null, company: null, path: null, receiptPath: null })
    expect(seen.text).not.toContain('Lovelace')
    expect((await viewer.get('/api/finance/documents.csv')).status).toBe(403)
    expect((await shop.client().get('/api/finance/documents')).status).toBe(401)

    const { buyer, orderId } = await shop.paidOrder()
    for (const part of shop.site.container.getAll(PersonalData))
      await part.erase({ userId: buyer.id, email: buyer.email })
    await shop.sql.query(
      `insert into commerce_document_deletion (kind, year, number, deleted_at)
       select kind, year, number, now() from commerce_invoice where order_id = $1`,
      [orderId],
    )
    expect((await register()).documents[0]).toMatchObject({
      orderId,
      customer: null,
      total: '2500.00',
      path: null,
      receiptPath: null,
    })
  })
})
