import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DocumentContent } from '../../../src/modules/commerce/invoices/document-parts.ts'
import { renderPdf } from '../../../src/modules/commerce/invoices/pdf.ts'
import { boxesOf, expectTagged, overlapping } from '../../support/pdf.ts'

const line = fc.oneof(
  fc.string({ maxLength: 300 }),
  fc.string({ unit: 'grapheme-ascii', minLength: 60, maxLength: 120 }),
  fc.constantFrom('W'.repeat(120), '株式会社テスト商事'.repeat(12), 'شركة المثال للتدريب '.repeat(6).trim()),
)
const row = fc.record({ label: line, value: line })
const content: fc.Arbitrary<DocumentContent> = fc.record({
  title: fc.constantFrom('Invoice', 'Receipt', 'Credit note', 'Quote'),
  issuer: line,
  issuerLines: fc.array(line, { maxLength: 12 }),
  recipientLabel: fc.constant('Bill to'),
  recipientLines: fc.array(line, { maxLength: 12 }),
  facts: fc.array(row, { maxLength: 8 }),
  lines: fc.array(
    fc.record({
      description: line,
      quantity: fc.constantFrom('1', '50000'),
      amount: fc.constant('-$1,234,567,890.12'),
    }),
    { maxLength: 50 },
  ),
  sums: fc.array(fc.record({ label: line, value: fc.constant('$1,234,567,890.12'), strong: fc.boolean() }), {
    maxLength: 6,
  }),
  notes: fc.array(line, { maxLength: 8 }),
  issuedAt: fc.constant(new Date('2026-11-26T12:00:00Z')),
})

test('given values of any length, then no text lies on another or beyond the edges of its page, and all is tagged', async () => {
  await fc.assert(
    fc.asyncProperty(content, async (made) => {
      const bytes = await renderPdf(made)
      const boxes = await boxesOf(bytes)
      expect(
        boxes.filter(({ left, right, top, bottom }) => left < 40 || right > 556 || top < 30 || bottom > 815),
      ).toEqual([])
      expect(overlapping(boxes)).toEqual([])
      await expectTagged(bytes)
    }),
    { numRuns: 12, seed: 7 },
  )
}, 300_000)

test('given a purchase order number of sixty characters, then it is in lines of its own column', async () => {
  const reference = 'PO-2026-0000123456 CC 4711 LEADERSHIP EU 2026 Q4 BERLIN 00017'
  const [made] = fc.sample(content, { numRuns: 1, seed: 1 })
  const facts = [{ label: 'Purchase order', value: reference }]
  const bytes = await renderPdf({
    ...made!,
    issuer: 'Veralead',
    recipientLines: [],
    lines: [],
    sums: [],
    notes: [],
    facts,
  })
  const boxes = (await boxesOf(bytes)).filter(({ text }) => /PO-2026|LEADERSHIP|00017/.test(text))
  expect(boxes.length).toBeGreaterThan(1)
  expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThan(416)
})
