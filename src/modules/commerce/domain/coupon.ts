import { AppError } from '#platform/kernel/error.ts'
import { plainDigits } from '#platform/kernel/plain.ts'
import type { Reduction } from './pricing.ts'

/** What a coupon is good for, as staff defined it. */
export interface CouponTerms {
  /** Upper case, as people type it: no word about a person. */
  code: string
  reduction: Reduction
  /** Of an amount; null for a share, which fits every currency. */
  currency: string | null
  /** Null: of every product. */
  productId: string | null
  /** Null: of every date, and of orders without one. */
  cohortId: string | null
  /** The moment at which it ends; null for one that does not end by itself. */
  validUntil: string | null
  /** Null: as often as wanted. */
  maxUses: number | null
  /** Most seats of an order that uses it; null: as many as wanted. */
  maxSeats: number | null
}

/** Everything that can happen to a coupon. An order is named by its id. */
export type CouponEvent =
  | { type: 'CouponDefined'; data: CouponTerms }
  | { type: 'CouponEnded'; data: Record<string, never> }
  | { type: 'CouponReserved'; data: { orderId: string } }
  | { type: 'CouponReleased'; data: { orderId: string; reason: ReleaseReason } }

/** Why a use came back: the order was cancelled or refunded in full, or its quote ended without one. */
export type ReleaseReason = 'cancelled' | 'refunded' | 'quote-ended'

/** A coupon, folded from its events. */
export interface Coupon {
  id: string
  terms: CouponTerms | null
  definedAt: Date | null
  endedAt: Date | null
  /** Ids of the orders that use it. */
  users: Set<string>
}

export const unknownCoupon = (id: string): Coupon => ({
  id,
  terms: null,
  definedAt: null,
  endedAt: null,
  users: new Set(),
})

/** The coupon after one more event. Total and silent. The set of users stays the same one: a copy for each use would take too long. */
export function evolveCoupon(coupon: Coupon, event: CouponEvent, at: Date): Coupon {
  switch (event.type) {
    case 'CouponDefined':
      return { ...coupon, terms: event.data, definedAt: at }
    case 'CouponEnded':
      return { ...coupon, endedAt: at }
    case 'CouponReserved':
      coupon.users.add(event.data.orderId)
      return coupon
    case 'CouponReleased':
      coupon.users.delete(event.data.orderId)
      return coupon
    default:
      event satisfies never
      return coupon
  }
}

/** The terms as text, whatever the order of their fields: the log does not keep it. */
const written = ({ reduction, ...terms }: CouponTerms): string =>
  JSON.stringify([reduction, terms].map((part) => Object.entries(part).sort()))

/** [] for a repeat of the same call. A coupon cannot be edited: it is ended, and another one defined. @throws AppError conflict `COUPON_EXISTS`. */
export function define(coupon: Coupon, terms: CouponTerms): CouponEvent[] {
  if (coupon.terms === null) return [{ type: 'CouponDefined', data: terms }]
  if (written(coupon.terms) === written(terms)) return []
  throw new AppError('conflict', 'COUPON_EXISTS', 'There is a coupon of this id already.')
}

/** Orders that use it keep their price. @throws AppError not-found `COUPON_NOT_FOUND`. */
export function end(coupon: Coupon): CouponEvent[] {
  if (coupon.terms === null)
    throw new AppError('not-found', 'COUPON_NOT_FOUND', 'There is no coupon of this id.')
  return coupon.endedAt !== null ? [] : [{ type: 'CouponEnded', data: {} }]
}

/** People type lower case, spaces around and inside, and the dashes and digits of their keyboard or mail program. */
export const codeOf = (typed: string): string => plainDigits(typed).replace(/\s+/g, '').toUpperCase()

/** What a coupon is asked to take something off. */
export interface CouponUse {
  productId: string
  cohortId: string | null
  currency: string
  seats: number
  at: Date
}

/**
 * Throws unless the coupon can be used. How many uses are left is decided where the order is stored.
 * @throws AppError conflict `COUPON_ENDED`, `COUPON_OTHER_PRODUCT`, `COUPON_OTHER_DATE`, `COUPON_TOO_MANY_SEATS`, at the field `couponCode`
 */
export function assertUsable(terms: CouponTerms, ended: boolean, use: CouponUse): void {
  if (ended || (terms.validUntil !== null && Date.parse(terms.validUntil) <= use.at.getTime()))
    throw refusedCoupon('COUPON_ENDED', 'This code has ended. Remove it, or enter another one.')
  if (terms.productId !== null && terms.productId !== use.productId)
    throw refusedCoupon('COUPON_OTHER_PRODUCT', 'This code is for another program.')
  if (terms.currency !== null && terms.currency !== use.currency)
    throw refusedCoupon('COUPON_OTHER_PRODUCT', 'This code is for a price in another currency.')
  if (terms.cohortId !== null && terms.cohortId !== use.cohortId) throw otherDate()
  const { maxSeats: most } = terms
  if (most !== null && use.seats > most)
    throw refusedCoupon(
      'COUPON_TOO_MANY_SEATS',
      `This code is for ${most === 1 ? '1 seat' : `at most ${most} seats`} an order. Take fewer seats, or remove the code.`,
    )
}

export const otherDate = (): AppError =>
  refusedCoupon('COUPON_OTHER_DATE', 'This code is for another date. Choose that date to use it.')

/** A refusal that is shown at the field in which a code is typed. */
export const refusedCoupon = (code: string, message: string): AppError =>
  new AppError('conflict', code, message, { fields: [{ path: 'couponCode', message }] })
