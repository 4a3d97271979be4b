import { expect, test } from 'vitest'
import { z } from 'zod'
import { Amount, answer, Done, Moment, priced } from '#platform/contract/wire.ts'

const Sale = priced(
  z.object({
    total: Amount,
    tax: Amount.nullable(),
    parts: z.array(z.object({ name: z.string(), amount: Amount, at: Moment.optional() })),
    byMonth: z.record(z.string(), Amount),
    tip: priced(z.object({ amount: Amount, currency: z.string() })),
    currency: z.string(),
  }),
)
const sent: z.input<typeof Sale> = {
  total: '2500.00',
  tax: null,
  parts: [{ name: 'seat', amount: '-0.05', at: '2026-11-21T10:00:00.000Z' }],
  byMonth: { '2026-11': '0.00' },
  tip: { amount: '100', currency: 'jpy' },
  currency: 'usd',
}
const held: z.output<typeof Sale> = {
  total: 250_000,
  tax: null,
  parts: [{ name: 'seat', amount: -5, at: new Date('2026-11-21T10:00:00Z') }],
  byMonth: { '2026-11': 0 },
  tip: { amount: 100, currency: 'jpy' },
  currency: 'usd',
}

test('given an object with amounts and moments, then they travel as text and are held as minor units and dates', () => {
  expect(z.encode(Sale, held)).toEqual(sent)
  expect(Sale.parse(sent)).toEqual(held)
})

test('given a currency that does not travel, then the amounts are of that currency', () => {
  const Note = priced(z.object({ amount: Amount }))
  expect(z.encode(Note, { amount: 1900, currency: 'kwd' })).toEqual({ amount: '1.900' })
})

test.each([
  ['without its currency', { ...held, currency: undefined }],
  ['that is no whole number', { ...held, total: 0.5 }],
  ['that is missing', { ...held, total: undefined }],
  ['in a list that is none', { ...held, parts: null }],
  ['of no object', undefined],
])('given an amount %s, then encoding reports a problem of the object and does not throw', (_, wrong) => {
  const list = z.array(Sale)
  const { error } = z.safeEncode(list, [held, wrong as typeof held])
  expect(error?.issues[0]?.path[0]).toBe(1)
})

test('given an answer, then it has success beside its fields', () => {
  const Answer = answer({ at: Moment })
  expect(z.encode(Answer, { success: true, at: new Date(0) })).toEqual({
    success: true,
    at: '1970-01-01T00:00:00.000Z',
  })
  expect(z.safeEncode(Answer, { success: true, at: new Date(Number.NaN) }).success).toBe(false)
  expect(z.encode(Done, { success: true })).toEqual({ success: true })
})
