import { extractText } from 'unpdf'
import { expect, test } from 'vitest'
import type { Config } from '#platform/config/config.ts'
import type { Database } from '#platform/database/database.ts'
import { OffsetClock } from '#platform/kernel/clock.ts'
import type { Settings } from '#platform/settings/settings.ts'
import { evolve } from '../../../src/modules/commerce/domain/order.ts'
import type { DocumentContent } from '../../../src/modules/commerce/invoices/document-parts.ts'
import { Issuing, type Material } from '../../../src/modules/commerce/invoices/issuing.ts'
import { renderPdf } from '../../../src/modules/commerce/invoices/pdf.ts'
import type { PrintedNumbers } from '../../../src/modules/commerce/invoices/printed-numbers.ts'
import { intent, orderWith, refund, terms } from '../support/orders.ts'

const now = new Date('2026-11-21T12:00:00Z')
const material: Material = { termsFor: () => terms, buyer: null, yearly: false, payment: null }
const taker = () => {
  let next = 0
  return async () => {
    next += 1
    return { number: { number: next, year: null }, printedBefore: null, write: { text: '', values: [] } }
  }
}
const issuing = (render?: typeof renderPdf) =>
  new Issuing(
    {} as Database,
    {} as Settings,
    {} as Config,
    new OffsetClock(),
    {} as PrintedNumbers,
    { of: async () => null },
    render,
  )

test('given an order paid and refunded in two parts at once, when its documents are issued, then each tax is the rest of what came before', async () => {
  const order = orderWith(intent(), refund({ amount: 83_333 }), refund({ refundId: 're_2', amount: 166_667 }))
  const { events } = await issuing().documentsOf(order, now, material, taker())
  expect(events.map((event) => event.type)).toEqual(['InvoiceIssued', 'CreditNoteIssued', 'CreditNoteIssued'])
  const taxes = events.map((event) => ('printed' in event.data ? event.data.printed?.tax : undefined))
  expect(taxes[0]).toBe((taxes[1] ?? 0) + (taxes[2] ?? 0))
  expect(
    new Set(events.map((event) => ('pdfDigest' in event.data ? event.data.pdfDigest : ''))),
  ).toHaveLength(3)
})

test('given a document that cannot be rendered, when it is issued, then the money is recorded all the same, without a digest', async () => {
  const { events } = await issuing(() => Promise.reject(new Error('No font'))).documentsOf(
    orderWith(intent()),
    now,
    material,
    taker(),
  )
  expect(events).toMatchObject([{ type: 'InvoiceIssued', data: { number: 1, pdfDigest: null } }])
  expect(events.reduce(evolve, orderWith(intent())).invoice?.number).toBe(1)
})

const fixed: DocumentContent = {
  title: 'Invoice',
  issuer: 'Veralead GmbH',
  issuerLines: ['Torstraße 1', '10119 Berlin', 'VAT no. DE123456789'],
  recipientLabel: 'Bill to',
  recipientLines: ['Łukasz Żółć-Nguyễn', 'Ada Lovelace'],
  facts: [{ label: 'Invoice number', value: 'INV-2026-000001' }],
  lines: [{ description: 'Program', quantity: '1', amount: '$2,500.00' }],
  sums: [{ label: 'Total', value: '$2,500.00', strong: true }],
  notes: ['Paid in full.'],
  issuedAt: now,
}

test('given a document, then every letter that a font of it has is in it, in the fonts of the site', async () => {
  const bytes = await renderPdf(fixed)
  expect((await extractText(new Uint8Array(bytes), { mergePages: true })).text).toMatch(/Łukasz Żółć-Nguyễn/)
  const fonts = bytes
    .toString('latin1')
    .match(/\/BaseFont \/\S+/g)
    ?.join(' ')
  expect(fonts).toMatch(/newsreader/)
  expect(fonts).toMatch(/instrument-sans/)
  expect(fonts).not.toMatch(/Helvetica/)
})
