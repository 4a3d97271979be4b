import { describe, expect, test } from 'vitest'
import { foldOf } from '#platform/event-log/streams.ts'
import { stepOf } from '#platform/kernel/money.ts'
import {
  assertUsable,
  type CouponEvent,
  type CouponTerms,
  define,
  end,
} from '../../../src/modules/commerce/domain/coupon.ts'
import {
  type PriceInput,
  priceOf,
  type Reduction,
  seatPrices,
} from '../../../src/modules/commerce/domain/pricing.ts'
import { couponStream } from '../../../src/modules/commerce/pricing/coupon-rows.ts'

const seats = (quantity: number, further: Partial<PriceInput> = {}): PriceInput => ({
  unitPrice: 250_000,
  quantity,
  currency: 'usd',
  steps: [
    { from: 10, percent: 10 },
    { from: 25, percent: 15 },
  ],
  coupon: null,
  ...further,
})
const coupon = (reduction: Reduction) => ({ id: 'c1', reduction })

/** The same numbers in every run. */
function randoms(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('the price of a line', () => {
  test('the highest step that is reached counts, for all seats, and a coupon takes from what is left', () => {
    expect(priceOf(seats(9))).toEqual({ discounts: [], total: 2_250_000 })
    expect(priceOf(seats(10))).toEqual({
      discounts: [{ kind: 'volume', id: 'from-10', amount: 250_000 }],
      total: 2_250_000,
    })
    expect(priceOf(seats(25, { coupon: coupon({ kind: 'percent', percent: 20 }) }))).toEqual({
      discounts: [
        { kind: 'volume', id: 'from-25', amount: 937_500 },
        { kind: 'coupon', id: 'c1', amount: 1_062_500 },
      ],
      total: 4_250_000,
    })
  })

  test('what is announced for several seats is what each of them costs, and never less', () => {
    const steps = [
      { from: 10, percent: 15 },
      { from: 5, percent: 10 },
    ]
    expect(seatPrices({ unitPrice: 250_000, currency: 'usd', steps })).toEqual([
      { from: 5, each: 225_000 },
      { from: 10, each: 212_500 },
    ])
    expect(seatPrices({ unitPrice: 250_000, currency: 'usd', steps: [] })).toEqual([])
    // Three cost 278.72, which is 92.906… each. One percent of two cents is nothing less.
    expect(seatPrices({ unitPrice: 9_990, currency: 'usd', steps: [{ from: 3, percent: 7 }] })).toEqual([
      { from: 3, each: 9_291 },
    ])
    expect(seatPrices({ unitPrice: 1, currency: 'usd', steps: [{ from: 2, percent: 1 }] })).toEqual([])
    expect(seatPrices({ unitPrice: 1_001, currency: 'usd', steps: [{ from: 7, percent: 33 }] })[0]).toEqual({
      from: 7,
      each: Math.ceil((7_007 - 2_312) / 7),
    })
  })

  test('a coupon of more than is left takes what is left, and one of 100% everything', () => {
    expect(priceOf(seats(1, { coupon: coupon({ kind: 'amount', amount: 999_999 }) }))).toEqual({
      discounts: [{ kind: 'coupon', id: 'c1', amount: 250_000 }],
      total: 0,
    })
    expect(
      priceOf(seats(1, { unitPrice: 333, coupon: coupon({ kind: 'percent', percent: 100 }) })).total,
    ).toBe(0)
    // Nothing is left for the coupon: it is not used.
    const free = priceOf(
      seats(10, { steps: [{ from: 2, percent: 100 }], coupon: coupon({ kind: 'percent', percent: 5 }) }),
    )
    expect(free).toEqual({ discounts: [{ kind: 'volume', id: 'from-2', amount: 2_500_000 }], total: 0 })
  })

  test('shares are rounded to what the currency can be charged in, half a step in favour of the buyer', () => {
    const share = (unitPrice: number, currency: string, percent: number) =>
      priceOf(seats(1, { unitPrice, currency, steps: [], coupon: coupon({ kind: 'percent', percent }) }))
        .total
    expect(share(50, 'usd', 1)).toBe(49)
    expect(share(49, 'usd', 1)).toBe(49)
    expect(share(10_010, 'kwd', 50)).toBe(5_000)
    expect(share(10_100, 'isk', 50)).toBe(5_000)
    expect(share(333, 'jpy', 10)).toBe(300)
  })

  test('however steps and coupons meet, no cent is made or lost, nothing is below zero, and every amount can be charged', () => {
    const random = randoms(Number(process.env.SEED ?? 24))
    const pick = <T>(of: readonly T[]): T => of[random(of.length)]!
    const histories = process.env.LONG === '1' ? 1_000_000 : 2_000
    const faults: unknown[] = []
    for (let at = 0; at < histories; at += 1) {
      const currency = pick(['usd', 'eur', 'jpy', 'kwd', 'isk'])
      const step = stepOf(currency)
      const input: PriceInput = {
        unitPrice: (1 + random(pick([10, 1_000, 1_000_000, 100_000_000]))) * step,
        quantity: 1 + random(pick([1, 30, 500])),
        currency,
        steps: Array.from({ length: random(4) }, () => ({ from: 2 + random(40), percent: 1 + random(100) })),
        coupon: pick([
          null,
          coupon({ kind: 'percent', percent: 1 + random(100) }),
          coupon({ kind: 'amount', amount: (1 + random(1_000_000)) * step }),
        ]),
      }
      const { discounts, total } = priceOf(input)
      const off = discounts.reduce((sum, { amount }) => sum + amount, 0)
      const sound =
        total + off === input.unitPrice * input.quantity &&
        total >= 0 &&
        discounts.every(({ amount }) => amount > 0) &&
        [total, off].every((amount) => Number.isSafeInteger(amount) && amount % step === 0)
      if (!sound) faults.push({ input, discounts, total })
    }
    expect(faults).toEqual([])
  })
})

describe('a coupon', () => {
  const terms: CouponTerms = {
    code: 'SPRING',
    reduction: { kind: 'percent', percent: 20 },
    currency: null,
    productId: null,
    cohortId: null,
    validUntil: '2027-01-01T00:00:00.000Z',
    maxUses: 2,
    maxSeats: null,
  }
  const folded = (events: CouponEvent[]) =>
    foldOf(
      couponStream,
      'coupon',
      events.map((event) => ({ ...event, occurredAt: new Date(0) })),
    )
  const defined = folded([{ type: 'CouponDefined', data: terms }])
  const use = {
    productId: 'p',
    cohortId: null,
    currency: 'usd',
    seats: 1,
    at: new Date('2026-12-31T23:59:59Z'),
  }
  const codeOf = (work: () => unknown): unknown => {
    try {
      return work()
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  test('is defined once, ended once, and never edited', () => {
    expect(define(folded([]), terms)).toEqual([{ type: 'CouponDefined', data: terms }])
    expect(define(defined, { ...terms })).toEqual([])
    const { code, ...others } = terms
    // As the database gives it back.
    expect(define(defined, { ...others, reduction: { percent: 20, kind: 'percent' }, code })).toEqual([])
    expect(codeOf(() => define(defined, { ...terms, maxUses: 3 }))).toBe('COUPON_EXISTS')
    expect(codeOf(() => end(folded([])))).toBe('COUPON_NOT_FOUND')
    const ended = folded([{ type: 'CouponDefined', data: terms }, ...end(defined)])
    expect(end(ended)).toEqual([])
  })

  test('is refused after its end, and for what it is not meant for', () => {
    expect(codeOf(() => assertUsable(terms, false, use))).toBeUndefined()
    expect(codeOf(() => assertUsable(terms, true, use))).toBe('COUPON_ENDED')
    const later = { ...use, at: new Date('2027-01-01T00:00:00Z') }
    expect(codeOf(() => assertUsable(terms, false, later))).toBe('COUPON_ENDED')
    expect(codeOf(() => assertUsable({ ...terms, productId: 'q' }, false, use))).toBe('COUPON_OTHER_PRODUCT')
    expect(codeOf(() => assertUsable({ ...terms, currency: 'eur' }, false, use))).toBe('COUPON_OTHER_PRODUCT')
    expect(codeOf(() => assertUsable({ ...terms, cohortId: 'c' }, false, use))).toBe('COUPON_OTHER_DATE')
    const small = { ...terms, maxSeats: 5 }
    expect(codeOf(() => assertUsable(small, false, { ...use, seats: 5 }))).toBeUndefined()
    expect(codeOf(() => assertUsable(small, false, { ...use, seats: 6 }))).toBe('COUPON_TOO_MANY_SEATS')
    expect(codeOf(() => define(defined, small))).toBe('COUPON_EXISTS')
  })
})
