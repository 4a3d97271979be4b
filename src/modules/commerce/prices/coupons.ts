import type { AuditEntry, AuditLog } from '#platform/audit/audit-log.ts'
import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import { type EventLog, type Fact, VersionClash, type Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import type { StaffActor } from '#platform/http/call.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { refusedField } from '#platform/kernel/error.ts'
import type { Ids } from '#platform/kernel/ids.ts'
import { price } from '#platform/kernel/money.ts'
import { type Coupon, type CouponEvent, type CouponTerms, define, end, foldCoupon } from '../domain/coupon.ts'
import type { LineDiscount } from '../domain/order-lines.ts'
import type { CouponView, DiscountUse } from './contract.ts'
import { columnsOf } from './coupon-rows.ts'
import { priceTables } from './tables.ts'

export const couponPrefix = 'coupon-'
const maxTries = 50

/** The event-sourced coupons, as staff defines and ends them. What staff does is in the audit by the same append. */
export class Coupons {
  readonly #log: EventLog
  readonly #database: Database
  readonly #clock: Clock
  readonly #ids: Ids
  readonly #audit: AuditLog

  constructor(log: EventLog, database: Database, clock: Clock, ids: Ids, audit: AuditLog) {
    this.#log = log
    this.#database = database
    this.#clock = clock
    this.#ids = ids
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

  /** Nobody uses it any more; orders that do keep their price. @throws AppError not-found `COUPON_NOT_FOUND`. */
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
    // The log knows a repeat by these ids before it compares versions: two callers must never share one.
    const change = this.#ids.uuid()
    for (let tries = 1; ; tries += 1) {
      const facts = await this.#log.factsOf(`${couponPrefix}${id}`)
      const coupon = foldCoupon(facts.map(couponEventOf))
      const news = decide(coupon)
      if (news.length === 0) return
      const now = this.#clock.now()
      try {
        await this.#log.append({
          stream: `${couponPrefix}${id}`,
          expectedVersion: facts.at(-1)?.version ?? 0,
          events: news.map(({ type, data }, at) => ({
            type,
            schemaVersion: 1,
            data: data as unknown as Record<string, unknown>,
            source: 'app',
            sourceId: `change:${change}:${at}`,
            occurredAt: now,
          })),
          metadata: { actor: `staff:${by.staffId}`, requestId },
          writes: news.flatMap((event) => [
            rowWrite(id, event, now),
            this.#audit.statementOf(auditOf(coupon, event, by.username)),
          ]),
        })
        return
      } catch (error) {
        if (!(error instanceof VersionClash) || tries >= maxTries) throw error
      }
    }
  }
}

export const couponEventOf = ({ type, data }: Pick<Fact, 'type' | 'data'>): CouponEvent =>
  ({ type, data }) as unknown as CouponEvent

/** What brings the table up to what staff did; uses are counted by the functions of the database. */
function rowWrite(id: string, event: CouponEvent, now: Date): Write {
  const tables = priceTables()
  return writeOf(
    event.type === 'CouponDefined'
      ? tables.insertInto('commerce_coupon').values({ id, ...columnsOf(event.data), definedAt: now })
      : tables.updateTable('commerce_coupon').set({ endedAt: now }).where('id', '=', id),
  )
}

function auditOf(before: Coupon, event: CouponEvent, by: string): AuditEntry {
  if (event.type !== 'CouponDefined')
    return { by, action: 'Ended a coupon', subject: `Coupon ${before.terms?.code}`, changes: [] }
  const { code, reduction, currency, productId, cohortId, validUntil, maxUses, maxSeats = null } = event.data
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
