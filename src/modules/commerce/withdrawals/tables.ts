import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import type { Updateable } from 'kysely'
import { propertiesOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { RefundCase } from '../domain/withdrawal.ts'
import type { WithdrawalState } from './contract.ts'

/** A statement of a buyer, with what became of it. Reached by statements only. */
export const Withdrawal = defineEntity({
  name: 'Withdrawal',
  tableName: 'commerce_withdrawal',
  properties: {
    id: p.uuid().primary(),
    receivedAt: p.datetime(),
    refundCase: p.text().$type<RefundCase>().nullable(),
    name: p.text(),
    orderNumber: p.text(),
    email: p.text(),
    orderId: p.uuid().nullable(),
    state: p.text().$type<WithdrawalState>(),
    amountMinor: p.bigint('number').default(0),
    currency: p.text().nullable(),
    decision: p.text().default(''),
    answer: p.text().default(''),
    answeredBy: p.text().nullable(),
    answeredAt: p.datetime().nullable(),
  },
})
type Tables = InferKyselyDB<typeof Withdrawal, { columnNamingStrategy: 'property' }>
export type WithdrawalChange = Updateable<Tables['commerce_withdrawal']>
export const withdrawalTables = (sql: Sql) => propertiesOn<Tables>(sql)
