import type { Selectable } from 'kysely'
import type { CouponTerms } from '../domain/coupon.ts'
import type { PriceTables } from './tables.ts'

type CouponRow = Selectable<PriceTables['commerce_coupon']>
type TermColumns = Omit<CouponRow, 'id' | 'uses' | 'defined_at' | 'ended_at'>

/** What a row says of the coupon's terms. */
export const termsOf = (row: TermColumns): CouponTerms => ({
  code: row.code,
  reduction:
    row.percent === null
      ? { kind: 'amount', amount: row.amount_minor ?? 0 }
      : { kind: 'percent', percent: row.percent },
  currency: row.currency,
  productId: row.product_id,
  cohortId: row.cohort_id,
  validUntil: row.valid_until?.toISOString() ?? null,
  maxUses: row.max_uses,
  maxSeats: row.max_seats,
})

/** The columns of a coupon that is defined now. */
export const columnsOf = (terms: CouponTerms): TermColumns => ({
  code: terms.code,
  percent: terms.reduction.kind === 'percent' ? terms.reduction.percent : null,
  amount_minor: terms.reduction.kind === 'amount' ? terms.reduction.amount : null,
  currency: terms.currency,
  product_id: terms.productId,
  cohort_id: terms.cohortId,
  valid_until: terms.validUntil === null ? null : new Date(terms.validUntil),
  max_uses: terms.maxUses,
  max_seats: terms.maxSeats ?? null,
})
