import type { Selectable } from 'kysely'
import { Projection } from '#platform/event-log/projection.ts'
import type { StreamKind } from '#platform/event-log/streams.ts'
import {
  type Coupon,
  type CouponEvent,
  type CouponTerms,
  evolveCoupon,
  unknownCoupon,
} from '../domain/coupon.ts'
import { CouponRow, type PriceTables } from './tables.ts'

type TermColumns = Omit<Selectable<PriceTables['commerce_coupon']>, 'id' | 'uses' | 'definedAt' | 'endedAt'>

export const couponStream: StreamKind<Coupon, CouponEvent> = {
  prefix: 'coupon-',
  empty: unknownCoupon,
  evolve: evolveCoupon,
}

/** What a row says of the coupon's terms. */
export const termsOf = ({ percent, amountMinor, validUntil, ...row }: TermColumns): CouponTerms => ({
  ...row,
  reduction: percent === null ? { kind: 'amount', amount: amountMinor ?? 0 } : { kind: 'percent', percent },
  validUntil: validUntil?.toISOString() ?? null,
})

/** The list of coupons. Uses are counted by the functions of the database. */
export const couponRows = new Projection(
  couponStream,
  CouponRow,
  ({ id, terms, users, definedAt, endedAt }) => {
    if (terms === null || definedAt === null) return null
    const { reduction, validUntil, ...same } = terms
    return {
      id,
      ...same,
      percent: reduction.kind === 'percent' ? reduction.percent : null,
      amountMinor: reduction.kind === 'amount' ? reduction.amount : null,
      validUntil: validUntil === null ? null : new Date(validUntil),
      uses: users.size,
      definedAt,
      endedAt,
    }
  },
)
