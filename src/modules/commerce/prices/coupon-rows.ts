import type { Selectable } from 'kysely'
import type { CouponTerms } from '../domain/coupon.ts'
import type { PriceTables } from './tables.ts'

type CouponRow = Selectable<PriceTables['commerce_coupon']>
type TermColumns = Omit<CouponRow, 'id' | 'uses' | 'definedAt' | 'endedAt'>

/** What a row says of the coupon's terms. */
export const termsOf = ({ percent, amountMinor, validUntil, ...row }: TermColumns): CouponTerms => ({
  ...row,
  reduction: percent === null ? { kind: 'amount', amount: amountMinor ?? 0 } : { kind: 'percent', percent },
  validUntil: validUntil?.toISOString() ?? null,
})

/** The columns of a coupon that is defined now. */
export const columnsOf = ({
  reduction,
  maxSeats = null,
  validUntil,
  ...terms
}: CouponTerms): TermColumns => ({
  ...terms,
  percent: reduction.kind === 'percent' ? reduction.percent : null,
  amountMinor: reduction.kind === 'amount' ? reduction.amount : null,
  validUntil: validUntil === null ? null : new Date(validUntil),
  maxSeats,
})
