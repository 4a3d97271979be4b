import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { OffsetClock } from '#platform/kernel/clock.ts'
import { Settings } from '#platform/settings/settings.ts'
import { Documents } from '#platform/storage/documents.ts'
import { checkoutSettings } from '../../src/modules/commerce/checkout/checkout-settings.ts'
import { storedKeys } from '../../src/modules/commerce/domain/document-names.ts'
import { DocumentRetention } from '../../src/modules/commerce/invoices/document-retention.ts'
import { PaymentMethods } from '../../src/modules/commerce/invoices/payment-methods.ts'
import { sellerSettings } from '../../src/modules/commerce/invoices/seller-settings.ts'
import { eventually } from '../support/app.ts'
import { given } from '../support/given.ts'
import { asForger } from './support/forger.ts'
import { type Buyer, openShop } from './support/shop.ts'

const shop = given(openShop)

const invoice = (buyer: Buyer, orderId: string) => buyer.http.get(`/api/orders/${orderId}/download-invoice`)
const receipt = (buyer: Buyer, orderId: string) =>
  buyer.http.get(`/api/orders/${orderId}/download-receipt-only`)
const mails = async (to: string) =>
  (await shop.client().get(`/api/dev/mail?to=${encodeURIComponent(to)}`)).body.mails as {
    subject: string
    text: string
  }[]
async function bytesOf(url: string): Promise<{ bytes: Buffer; headers: Headers; status: number }> {
  const answer = await fetch(url)
  return { bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers, status: answer.status }
}
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('downloads', () => {
  test('given a completed order, when invoice and receipt are downloaded, then both are PDFs behind signed links, always the same bytes, with the receipt of the provider beside ours (M-004, M-352, M-449)', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    for (const kind of [invoice, receipt]) {
      const first = await kind(buyer, orderId)
      expect(first.status, first.text).toBe(200)
      expect(first.body).toMatchObject({ success: true, orderStatus: 'completed', email: { sent: true } })
      expect(first.body.document.filename).toMatch(/^INV-\d{6}(-receipt)?\.pdf$/)
      const one = await bytesOf(first.body.document.downloadUrl)
      expect(one.status).toBe(200)
      expect(one.bytes.subarray(0, 5).toString()).toBe('%PDF-')
      expect(one.headers.get('content-disposition')).toBe(
        `attachment; filename="${first.body.document.filename}"`,
      )
      expect(one.headers.get('cache-control')).toBe('no-store')
      expect(one.headers.get('referrer-policy')).toBe('no-referrer')
      // Another name on the account and another seller change nothing that was issued.
      await shop.site.container.get(Settings).write(sellerSettings, { name: `Seller ${kind.name}` }, 'test')
      const second = await bytesOf((await kind(buyer, orderId)).body.document.downloadUrl)
      expect(digest(second.bytes)).toBe(digest(one.bytes))
    }
    const hosted = await bytesOf((await invoice(buyer, orderId)).body.document.hostedUrl)
    expect(hosted.headers.get('content-disposition')).toContain('inline')
    // The provider's receipt while its link lives, and while the provider answers; ours for ever.
    const provider = async () => (await receipt(buyer, orderId)).body.document.hostedUrl as string
    expect(await provider()).toContain('/lab/receipts/')
    await shop.lab('/lab/chaos', { requests: [{ match: { path: '/v1/*' }, fault: 'cut' }] })
    expect(await provider()).toContain('/api/documents/orders/')
    await shop.lab('/lab/chaos', {})
    const afterDays = async (days: number) => {
      await shop.advance(days * 24 * 3_600_000)
      const later = await shop.buyer()
      later.http.setCookie('session', await shop.sessionOf(buyer))
      return (await receipt(later, orderId)).body.document
    }
    expect((await afterDays(28)).hostedUrl).toContain('/lab/receipts/')
    const old = await afterDays(2)
    expect(old.hostedUrl).toContain('/api/documents/orders/')
    expect((await bytesOf(old.hostedUrl)).headers.get('content-disposition')).toContain('inline')
  })

  test('given a signed link, when it is changed, used for another document or older than five minutes, then it is refused', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    const other = await shop.paidOrder()
    const { downloadUrl } = (await invoice(buyer, orderId)).body.document
    expect((await bytesOf(downloadUrl)).status).toBe(200)
    expect((await bytesOf(downloadUrl.replace('/invoice?', '/receipt?'))).status).toBe(404)
    expect((await bytesOf(downloadUrl.replace(orderId, other.orderId))).status).toBe(404)
    expect((await bytesOf(downloadUrl.replace(/user=[^&]+/, 'user=somebody'))).status).toBe(404)
    expect((await bytesOf(downloadUrl.split('?')[0])).status).toBe(404)
    await shop.advance(5 * 60_000 + 1_000)
    expect((await bytesOf(downloadUrl)).status).toBe(404)
  })

  test('given somebody else, a guest, another site or an unpaid order, when a document is asked for, then it is refused (M-004, M-344)', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    const other = await shop.buyer()
    const crossSite = { headers: { 'sec-fetch-site': 'cross-site' } }
    const open = await shop.checkout(other)
    for (const kind of ['download-invoice', 'download-receipt-only']) {
      const path = `/api/orders/${orderId}/${kind}`
      expect((await buyer.http.get(path)).status).toBe(200)
      expect((await other.http.get(path)).status).toBe(404)
      expect((await shop.client().get(path)).status).toBe(401)
      expect((await buyer.http.get(path, crossSite)).status).toBe(404)
      const unpaid = await other.http.get(`/api/orders/${open.body.order.id}/${kind}`)
      expect(unpaid.status).toBe(409)
      expect(unpaid.body).toMatchObject({
        code: 'ORDER_NOT_COMPLETED',
        error: 'The order is pending, not completed',
        orderStatus: 'pending',
        success: false,
      })
    }
  })

  test('given a payment that Stripe does not know any more, when a receipt is to be made of it, then that is said in the words of the page (M-350)', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    await eventually(async () => (await mails(buyer.email)).length > 0, 20)
    const stripe = await import('../../src/modules/commerce/payments/stripe/stripe.ts')
    const account = shop.site.container.get(stripe.StripeAccount)
    expect(await account.paymentMethod(intentId)).toMatchObject({ brand: 'visa', last4: '4242' })
    expect(await account.paymentMethod('pi_unknown')).toBeNull()
    expect((await receipt(buyer, orderId)).status).toBe(200)
    const { order } = await shop.orders.load(orderId)
    const forgotten = Object.values(order.intents).map((intent) => ({ ...intent, intentId: 'pi_unknown' }))
    const intents = Object.fromEntries(forgotten.map((intent) => [intent.intentId, intent]))
    await expect(
      new PaymentMethods(account, new OffsetClock()).ofOrder({ ...order, intents }),
    ).rejects.toMatchObject({
      code: 'RECEIPT_NOT_AVAILABLE',
      message: 'Receipt not available. This may be due to the payment method used.',
    })
  })
})

describe('after a refund', () => {
  const order = async (buyer: Buyer, orderId: string) =>
    (await buyer.http.get(`/api/orders/${orderId}`)).body.order
  const note = (buyer: Buyer, orderId: string, number: string) =>
    buyer.http.get(`/api/orders/${orderId}/download-note/${number}`)

  test('given an order refunded in two parts, when its papers are downloaded, then invoice, receipt and both credit notes are there, for nobody else', async () => {
    const { buyer, orderId, intentId } = await shop.paidOrder()
    expect((await order(buyer, orderId)).notes).toEqual([])
    await shop.lab(`/lab/objects/${intentId}/refund`, { amount: 100_000 })
    await shop.lab(`/lab/objects/${intentId}/refund`, { amount: 150_000 })
    const { notes, status } = await eventually(async () => {
      const now = await order(buyer, orderId)
      return now.status === 'refunded' && now.notes.length === 2 ? now : null
    })
    expect(status).toBe('refunded')
    expect(notes).toMatchObject([
      { kind: 'credit-note', amount: expect.stringMatching(/^1[05]00\.00$/) },
      { kind: 'credit-note', amount: expect.stringMatching(/^1[05]00\.00$/) },
    ])
    for (const kind of [invoice, receipt]) {
      const answer = await kind(buyer, orderId)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body.orderStatus).toBe('refunded')
      expect((await bytesOf(answer.body.document.downloadUrl)).status).toBe(200)
    }
    const digests = new Set<string>()
    for (const { number } of notes) {
      const answer = await note(buyer, orderId, number)
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({
        success: true,
        message: 'Credit note ready',
        orderStatus: 'refunded',
      })
      const { downloadUrl, filename } = answer.body.document
      expect(filename).toBe(`${number}.pdf`)
      const one = await bytesOf(downloadUrl)
      expect(one.bytes.subarray(0, 5).toString()).toBe('%PDF-')
      digests.add(digest(one.bytes))
      expect(
        digest((await bytesOf((await note(buyer, orderId, number)).body.document.hostedUrl)).bytes),
      ).toBe(digest(one.bytes))
      expect((await bytesOf(downloadUrl.replace(/user=[^&]+/, 'user=somebody'))).status).toBe(404)
      expect((await note(await shop.buyer(), orderId, number)).body.code).toBe('ORDER_NOT_FOUND')
    }
    expect(digests.size).toBe(2)
    // A note of another order is none of this one.
    const other = await shop.paidOrder()
    expect((await note(other.buyer, other.orderId, notes[0].number)).body.code).toBe('NOTE_NOT_FOUND')
    expect((await note(buyer, orderId, 'CN-1')).status).toBe(400)
  })
})

describe('the end of a term', () => {
  test('given documents older than the setting, when the nightly purge runs, then their bytes and their buyer are gone, and their numbers stay', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    const kept = await shop.paidOrder()
    for (const one of [{ buyer, orderId }, kept]) {
      expect((await receipt(one.buyer, one.orderId)).status).toBe(200)
      await eventually(async () => (await mails(one.buyer.email)).length > 0, 20)
    }
    const retention = shop.site.container.get(DocumentRetention)
    const settings = shop.site.container.get(Settings)
    await retention.purge()
    expect((await invoice(buyer, orderId)).status).toBe(200)
    // Eleven years ago, as far as the term is concerned.
    await asForger(
      shop.database,
      `update commerce_invoice set issued_at = issued_at - interval '11 years' where order_id = '${orderId}'`,
    )
    await settings.write(checkoutSettings, { documentYears: 0 }, 'test')
    await retention.purge()
    expect((await invoice(buyer, orderId)).status).toBe(200)
    await settings.write(checkoutSettings, { documentYears: 10 }, 'test')
    // The files bear the year of their issue.
    const documents = shop.site.container.get(Documents)
    const [row] = await shop.sql.query<{ number: number; issued_at: Date }>(
      'select number, issued_at from commerce_invoice where order_id = $1',
      [orderId],
    )
    const keys = (issuedAt: Date) =>
      storedKeys('invoice', { number: row!.number, year: null, orderId, issuedAt })
    const [then] = keys(row!.issued_at)
    const [now] = keys(shop.clock.now())
    await documents.put(then!, (await documents.get(now!))!, 'application/pdf')
    for (const key of keys(shop.clock.now())) await documents.delete(key)
    const files = () =>
      shop.sql.query('select kind from commerce_document_file where number = $1 order by kind', [row!.number])
    expect(await files()).toEqual([{ kind: 'invoice' }, { kind: 'receipt' }])
    await retention.purge()
    expect(await documents.get(then!)).toBeNull()
    expect(await files()).toEqual([])
    for (const kind of [invoice, receipt]) {
      expect((await kind(buyer, orderId)).body.code).toBe('DOCUMENT_DELETED')
    }
    const customers = await shop.sql.query(
      'select from commerce_order_customer where order_id = any($1::uuid[])',
      [[orderId, kept.orderId]],
    )
    expect(customers).toHaveLength(1)
    expect((await invoice(kept.buyer, kept.orderId)).status).toBe(200)
    expect((await shop.orders.load(orderId)).order.invoice?.number).toBe(row!.number)
  })

  test('given a receipt that is about to be stored, when the purge deletes its document, then the receipt is not kept', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    // The mail stores the receipt, too.
    await eventually(async () => (await mails(buyer.email)).length > 0, 20)
    const { number } = (await shop.orders.load(orderId)).order.invoice!
    await asForger(
      shop.database,
      `update commerce_invoice set issued_at = issued_at - interval '11 years' where order_id = '${orderId}';
       delete from commerce_document_file where kind = 'receipt' and number = ${number}`,
    )
    const documents = shop.site.container.get(Documents)
    const put = documents.put.bind(documents)
    const stored: string[] = []
    const lost = vi.spyOn(documents, 'get').mockResolvedValueOnce(null)
    const putting = vi.spyOn(documents, 'put').mockImplementation(async (key, ...rest) => {
      await put(key, ...rest)
      if (!key.startsWith('receipts/')) return
      stored.push(key)
      await shop.site.container.get(DocumentRetention).purge()
    })
    expect((await receipt(buyer, orderId)).body.code).toBe('DOCUMENT_DELETED')
    for (const spy of [lost, putting]) spy.mockRestore()
    expect(await documents.get(stored[0]!)).toBeNull()
    expect(
      await shop.sql.query('select kind from commerce_document_file where number = $1', [number]),
    ).toEqual([])
  })
})

describe('mails', () => {
  test('given a completed order, when a day passes with many downloads, then one confirmation, one schedule and one mail of documents are sent (M-353)', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    const [confirmation] = await eventually(async () => {
      const all = await mails(buyer.email)
      return all.length > 0 ? all : null
    }, 20)
    expect(confirmation).toMatchObject({
      subject: 'You are enrolled: Authentic Leader Certification',
      text: expect.stringContaining(
        'Your training schedule follows in a second email within 24 hours. Invoice and receipt are attached.',
      ),
    })
    expect(confirmation?.text).toContain('We answer within one business day.')
    await Promise.all(Array.from({ length: 10 }, () => invoice(buyer, orderId)))
    await shop.advance(24 * 3_600_000 + 1_000)
    const again = await shop.buyer()
    again.http.setCookie('session', buyer.http.cookies.get('session') ?? '')
    await Promise.all(Array.from({ length: 10 }, () => receipt(again, orderId)))
    await eventually(async () => (await mails(buyer.email)).length >= 3, 20)
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect((await mails(buyer.email)).map((mail) => mail.subject).sort()).toEqual([
      'You are enrolled: Authentic Leader Certification',
      'Your invoice and receipt',
      'Your training schedule',
    ])
  })

  test('given a mail that could not be delivered, when documents are downloaded, then the answer says so', async () => {
    const { buyer, orderId } = await shop.paidOrder()
    await eventually(async () => {
      const sent = `select from commerce_order_mail where order_id = $1 and kind = 'confirmation' and state = 'sent'`
      return (await shop.sql.query(sent, [orderId])).length > 0
    }, 20)
    await shop.sql.query(
      `update commerce_order_mail set state = 'failed' where order_id = $1 and kind = 'confirmation'`,
      [orderId],
    )
    expect((await invoice(buyer, orderId)).body.email).toEqual({ sent: false })
  })
})
