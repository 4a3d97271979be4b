import { describe, expect, test } from 'vitest'
import { totalOf } from '../../../src/modules/commerce/domain/order-lines.ts'
import { priceOf } from '../../../src/modules/commerce/domain/pricing.ts'
import { printedCredit, printedOf } from '../../../src/modules/commerce/domain/printed.ts'
import { type RateRow, type TaxRules, taxOf } from '../../../src/modules/commerce/domain/tax.ts'
import { documentLines } from '../../../src/modules/commerce/invoices/document-parts.ts'
import { terms } from '../support/orders.ts'

const carts = process.env.LONG === '1' ? 1_000_000 : 2_000
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

/** Mulberry32: a generator of its own, because a million carts are too many for one that keeps them to shrink. */
function randomFrom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

const days = ['2026-01-01', '2026-07-01', '2027-01-01', '2027-07-01']
const percents = [0, 5.5, 7, 7.7, 8.1, 8.875, 19, 20, 21, 25, 27, 100]
const currencies = ['usd', 'eur', 'jpy', 'huf']

describe(`carts, seed ${seed}`, () => {
  test(`given carts with seats, steps, coupons, rates over time and refunds in any parts, then lines = document and parts = original (2,000, 1,000,000 under LONG=1)`, () => {
    const random = randomFrom(seed)
    const one = <T>(list: readonly T[]): T => list[random(list.length)]!
    let taxed = 0
    let parts = 0
    for (let cart = 0; cart < carts; cart += 1) {
      const currency = one(currencies)
      const lines = Array.from({ length: 1 + random(3) }, (_, at) => {
        const unitPrice = 1 + random(5_000_000)
        const quantity = 1 + random(500)
        const price = priceOf({
          unitPrice,
          quantity,
          currency,
          steps: [5, 20, 100].map((from) => ({ from, percent: 1 + random(40) })),
          coupon: one([
            null,
            { id: 'c', reduction: { kind: 'percent', percent: 1 + random(100) } },
            { id: 'c', reduction: { kind: 'amount', amount: 1 + random(300_000) } },
          ]),
        })
        const what = { productId: 'p', productName: 'Seat', cohortId: null }
        return { line: at + 1, ...what, quantity, unitPrice, discounts: price.discounts }
      })
      const rows: RateRow[] = days.map((from) => ({
        country: '*',
        buyers: 'everyone',
        percent: one(percents),
        from,
      }))
      const rules: TaxRules = {
        source: 'table',
        rate: { label: 'VAT', percent: '19' },
        rows,
        registeredIn: ['DE'],
      }
      const total = totalOf(lines)
      const buyer = { kind: 'person', country: null, idCountry: null } as const
      const invoice = printedOf({ ...terms, ...taxOf(rules, buyer, one(days)) }, total, currency)
      // A sum of money is compared without a message: a million of them would be made for nothing.
      const list = lines.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0)
      const less = lines.reduce(
        (sum, { discounts }) => sum + discounts.reduce((all, { amount }) => all + amount, 0),
        0,
      )
      if (
        list - less !== invoice.total ||
        invoice.net + invoice.tax !== total ||
        invoice.tax < 0 ||
        invoice.net < 0
      )
        expect.fail(`lines ${list} - ${less}, document ${JSON.stringify(invoice)}`)
      const exact = total - total / (1 + Number(invoice.taxLines[0]!.percent) / 100)
      if (Math.abs(exact - invoice.tax) > 0.500_01) expect.fail(`tax ${invoice.tax} is not ${exact}`)
      if (invoice.tax > 0) taxed += 1

      const taken: number[][] = []
      let credited = 0
      let net = 0
      while (credited < total) {
        const rest = total - credited
        const amount = taken.length === 9 ? rest : 1 + random(rest)
        const note = printedCredit(invoice, amount, credited, taken)
        if (note.net + note.tax !== amount || note.net < 0 || note.tax < 0)
          expect.fail(`note ${JSON.stringify(note)} over ${amount} of ${JSON.stringify(invoice)}`)
        taken.push(note.taxLines.map((line) => line.amount))
        credited += amount
        net += note.net
        parts += 1
      }
      if (taken.flat().reduce((sum, tax) => sum + tax, 0) !== invoice.tax || net !== invoice.net)
        expect.fail(`the notes ${JSON.stringify(taken)} are not the tax of ${JSON.stringify(invoice)}`)
    }
    expect(taxed).toBeGreaterThan(carts / 2)
    expect(parts).toBeGreaterThan(carts)
  })

  test('given a line with both discounts, then the document prints each, and their sum is the total', () => {
    const price = priceOf({
      unitPrice: 250_000,
      quantity: 10,
      currency: 'usd',
      steps: [{ from: 5, percent: 15 }],
      coupon: { id: 'c', reduction: { kind: 'amount', amount: 33_333 } },
    })
    const line = {
      line: 1,
      productId: 'p',
      productName: 'Seat',
      cohortId: null,
      quantity: 10,
      unitPrice: 250_000,
    }
    const printed = documentLines([{ ...line, discounts: price.discounts }], 'usd')
    const cents = printed.map(({ amount }) => Math.round(Number(amount.replace(/[^\d.-]/g, '')) * 100))
    expect(cents).toEqual([2_500_000, -375_000, -33_333])
    expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(price.total)
  })
})
