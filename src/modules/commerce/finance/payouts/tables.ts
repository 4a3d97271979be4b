import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { propertiesOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { OrderRow } from '../../orders/order-row.ts'

/** A payout of the provider, as it was last read. */
const PayoutRow = defineEntity({
  name: 'PayoutRow',
  tableName: 'commerce_payout',
  properties: {
    id: p.text().primary(),
    amountMinor: p.bigint('number'),
    currency: p.text(),
    status: p.text(),
    automatic: p.boolean(),
    itemised: p.boolean(),
    failure: p.text().nullable(),
    arrivesAt: p.datetime(),
    createdAt: p.datetime(),
  },
})

/** A movement of the balance that a payout paid out. */
const PayoutItemRow = defineEntity({
  name: 'PayoutItemRow',
  tableName: 'commerce_payout_item',
  properties: {
    payoutId: p.text().primary(),
    id: p.text().primary(),
    category: p.text(),
    description: p.text().nullable(),
    amountMinor: p.bigint('number'),
    feeMinor: p.bigint('number'),
    subject: p.text(),
    intentId: p.text().nullable(),
    createdAt: p.datetime(),
  },
})

/** Reached by statements only: MikroORM is not started with them. */
export const payoutStatementEntities = [PayoutRow, PayoutItemRow] as const
type PayoutTables = InferKyselyDB<
  typeof OrderRow | (typeof payoutStatementEntities)[number],
  { columnNamingStrategy: 'property' }
>
export const payoutTables = (sql: Sql = unconnected) => propertiesOn<PayoutTables>(sql)
