import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { propertiesOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { ReleaseReason } from '../domain/coupon.ts'
import type { LineDiscount } from '../domain/order-lines.ts'

/** What a coupon is good for, and how often it is used. */
export const CouponRow = defineEntity({
  name: 'CouponRow',
  tableName: 'commerce_coupon',
  properties: {
    id: p.uuid().primary(),
    code: p.text(),
    percent: p.integer().nullable(),
    amountMinor: p.bigint('number').nullable(),
    currency: p.text().nullable(),
    productId: p.uuid().nullable(),
    cohortId: p.uuid().nullable(),
    validUntil: p.datetime().nullable(),
    maxUses: p.integer().nullable(),
    maxSeats: p.integer().nullable(),
    uses: p.integer().default(0),
    definedAt: p.datetime(),
    endedAt: p.datetime().nullable(),
  },
})

/** A discount of an order. */
const OrderDiscount = defineEntity({
  name: 'OrderDiscount',
  tableName: 'commerce_discount',
  properties: {
    orderId: p.uuid().primary(),
    kind: p.text().$type<LineDiscount['kind']>().primary(),
    discountId: p.text().primary(),
    amountMinor: p.bigint('number'),
    currency: p.text(),
    takenAt: p.datetime(),
    releasedAt: p.datetime().nullable(),
    reason: p.text().$type<ReleaseReason>().nullable(),
  },
})

/** Reached by statements only. */
export const priceStatementEntities = [CouponRow, OrderDiscount]
export type PriceTables = InferKyselyDB<
  typeof CouponRow | typeof OrderDiscount,
  { columnNamingStrategy: 'property' }
>
export const priceTables = (sql: Sql = unconnected) => propertiesOn<PriceTables>(sql)
