import type { AuditEntry, AuditLog } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import type { Streams } from '#platform/event-log/streams.ts'
import type { StaffActor } from '#platform/http/call.ts'
import { refusedField } from '#platform/kernel/error.ts'
import { price } from '#platform/kernel/money.ts'
import { type Coupon, type CouponEvent, type CouponTerms, define, end } from '../domain/coupon.ts'
import type { LineDiscount } from '../domain/order-lines.ts'
import type { CouponView, DiscountUse } from './contract.ts'
import { couponRows, couponStream } from './coupon-rows.ts'
import { priceTables } from './tables.ts'

/** The event-sourced coupons, as staff defines and ends them. What staff does is in the audit by the same append. */
export class Coupons {
  readonly #streams: Streams
  readonly #database: Database
  readonly #audit: AuditLog

  constructor(streams: Streams, database: Database, audit: AuditLog) {
    this.#streams = streams
    this.#database = database
    this.#audit = audit
  }

  /** A repeat changes nothing. @throws AppError conflict `COUPON_EXISTS`; invalid `COUPON_CODE_TAKEN`, at the field `code`. */
  async define(id: string, terms: CouponTerms, by: StaffActor, requestId: string): Promise<void> {
    try {
      await this.#change(id, by, requestId, (coupon) => define(coupon, terms))
    } catch (error) {
      if (violates(error, 'commerce_coupon', 'commerce_coupon_code'))
        throw refusedField('COUPON_CODE_TAKEN', 'code', 'is used by a coupon that has not ended')
      throw error
    }
  }

  /** Ends a coupon; orders that use it keep their price. @throws AppError not-found `COUPON_NOT_FOUND`. */
  end(id: string, by: StaffActor, requestId: string): Promise<void> {
    return this.#change(id, by, requestId, end)
  }

  /** Newest first, those that staff has ended last. */
  async all(): Promise<CouponView[]> {
    const rows = await priceTables(this.#database.sql)
      .selectFrom('commerce_coupon')
      .selectAll()
      .orderBy('endedAt', (by) => by.desc().nullsFirst())
      .orderBy('definedAt', 'desc')
      .orderBy('id')
      .execute()
    return rows.map(({ amountMinor: amount, ...row }) => ({ ...row, amount }))
  }

  /** Orders with a discount, newest first, at most 500. */
  async usesOf(kind: LineDiscount['kind'], id: string): Promise<DiscountUse[]> {
    const rows = await priceTables(this.#database.sql)
      .selectFrom('commerce_discount')
      .selectAll()
      .where('kind', '=', kind)
      .where('discountId', '=', id)
      .orderBy('takenAt', 'desc')
      .orderBy('orderId')
      .limit(500)
      .execute()
    return rows.map(({ amountMinor: amount, ...row }) => ({ ...row, amount }))
  }

  /** How many orders have each volume step now, by its id. */
  async volumeUses(): Promise<Map<string, number>> {
    const rows = await priceTables(this.#database.sql)
      .selectFrom('commerce_discount')
      .select(['discountId', ({ fn }) => fn.countAll<string>().as('uses')])
      .where('kind', '=', 'volume')
      .where('releasedAt', 'is', null)
      .groupBy('discountId')
      .execute()
    return new Map(rows.map(({ discountId, uses }) => [discountId, Number(uses)]))
  }

  async #change(
    id: string,
    by: StaffActor,
    requestId: string,
    decide: (coupon: Coupon) => CouponEvent[],
  ): Promise<void> {
    await this.#streams.change(couponStream, id, decide, ({ before, after, news }) => ({
      metadata: { actor: `staff:${by.staffId}`, requestId },
      writes: [
        ...couponRows.write(before, after),
        ...news.map((event) => this.#audit.statementOf(auditOf(before, event, by.username))),
      ],
    }))
  }
}

function auditOf(before: Coupon, event: CouponEvent, by: string): AuditEntry {
  if (event.type !== 'CouponDefined')
    return { by, action: 'Ended a coupon', subject: `Coupon ${before.terms?.code}`, changes: [] }
  const { code, reduction, currency, productId, cohortId, validUntil, maxUses, maxSeats } = event.data
  const worth =
    reduction.kind === 'percent' ? `${reduction.percent}%` : price(reduction.amount, currency ?? 'usd')
  const said = { worth, product: productId, cohort: cohortId, 'valid until': validUntil }
  const limits = { uses: maxUses, 'seats per order': maxSeats }
  return {
    by,
    action: 'Defined a coupon',
    subject: `Coupon ${code}`,
    changes: Object.entries({ ...said, ...limits })
      .filter(([, after]) => after !== null)
      .map(([path, after]) => ({ path, after })),
  }
}
