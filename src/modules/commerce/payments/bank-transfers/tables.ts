import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { propertiesOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { TransferSource, UnmatchedReason } from '../../domain/transfer.ts'
import type { OrderRow } from '../../orders/order-row.ts'

/** Money that arrived by bank transfer. */
const TransferRow = defineEntity({
  name: 'TransferRow',
  tableName: 'commerce_transfer',
  properties: {
    id: p.uuid().primary(),
    source: p.text().$type<TransferSource>(),
    digest: p.text(),
    amountMinor: p.bigint('number'),
    currency: p.text(),
    bookedOn: p.text(),
    appliedMinor: p.bigint('number').default(0),
    returnedMinor: p.bigint('number').default(0),
    /** What of the returned part the bank took back although it had been sent back before. */
    beyondMinor: p.bigint('number').default(0),
    recordedAt: p.datetime(),
    voidedAt: p.datetime().nullable().default(null),
    importId: p.uuid().nullable().default(null),
  },
})

/** What an order has of a transfer. */
const TransferUse = defineEntity({
  name: 'TransferUse',
  tableName: 'commerce_transfer_use',
  properties: {
    orderId: p.uuid().primary(),
    useId: p.text().primary(),
    transferId: p.uuid(),
    appliedMinor: p.bigint('number'),
    withdrawnMinor: p.bigint('number').default(0),
    refundedMinor: p.bigint('number').default(0),
  },
})

/** What went back without an order. */
const TransferReturn = defineEntity({
  name: 'TransferReturn',
  tableName: 'commerce_transfer_return',
  properties: {
    returnId: p.text().primary(),
    transferId: p.uuid(),
    amountMinor: p.bigint('number'),
    reason: p.text(),
    returnedAt: p.datetime(),
  },
})

/** Who sent it and what they wrote. */
const TransferSender = defineEntity({
  name: 'TransferSender',
  tableName: 'commerce_transfer_sender',
  properties: {
    transferId: p.uuid().primary(),
    name: p.text().nullable(),
    account: p.text().nullable(),
    remittance: p.text(),
    /** Made by the database, for searches. */
    searchForm: p.text().nullable().default(null),
  },
})

/** What a transfer of a statement is recognized by in other files. */
const TransferIdentity = defineEntity({
  name: 'TransferIdentity',
  tableName: 'commerce_transfer_identity',
  properties: {
    kind: p.text().$type<'bank' | 'same' | 'line'>().primary(),
    digest: p.text().primary(),
    ordinal: p.integer().primary(),
    transferId: p.uuid(),
    format: p.text().$type<'camt' | 'csv'>(),
  },
})

/** An entry of a statement that a person has to look at. */
const TransferUnmatched = defineEntity({
  name: 'TransferUnmatched',
  tableName: 'commerce_transfer_unmatched',
  properties: {
    key: p.text().primary(),
    kind: p.text().$type<'reversal' | 'bounced'>(),
    reason: p.text().$type<UnmatchedReason>(),
    amountMinor: p.bigint('number'),
    currency: p.text(),
    bookedOn: p.text(),
    remittance: p.text(),
    account: p.text().nullable(),
    importId: p.uuid(),
    recordedAt: p.datetime(),
    settledAt: p.datetime().nullable(),
    settledBy: p.text().nullable().default(null),
  },
})

/** The customer at Stripe in whose cash balance the transfers of an organization arrive. */
const StripeCustomer = defineEntity({
  name: 'StripeCustomer',
  tableName: 'commerce_stripe_customer',
  properties: {
    organizationId: p.uuid().primary(),
    customerId: p.text(),
    createdAt: p.datetime(),
  },
})

/** A payment at Stripe that waits for bank transfers. */
const BankPayment = defineEntity({
  name: 'BankPayment',
  tableName: 'commerce_bank_payment',
  properties: {
    intentId: p.text().primary(),
    orderId: p.uuid(),
    customerId: p.text(),
    rows: p.json().$type<{ label: string; value: string }[]>(),
    reference: p.text(),
    madeAt: p.datetime(),
  },
})

/** In whose cash balance a transfer arrived. */
const StripeTransfer = defineEntity({
  name: 'StripeTransfer',
  tableName: 'commerce_stripe_transfer',
  properties: {
    transferId: p.uuid().primary(),
    customerId: p.text(),
  },
})

/** How the CSV files of an account with these columns were read last. */
const CsvChoiceRow = defineEntity({
  name: 'CsvChoiceRow',
  tableName: 'commerce_csv_choice',
  properties: {
    account: p.text().primary(),
    names: p.text().primary(),
    choice: p.json().$type<object>(),
    chosenAt: p.datetime(),
  },
})

/** Reached by statements only: MikroORM is not started with them. */
export const transferStatementEntities = [
  TransferRow,
  TransferUse,
  TransferReturn,
  TransferSender,
  TransferIdentity,
  TransferUnmatched,
  StripeCustomer,
  BankPayment,
  StripeTransfer,
  CsvChoiceRow,
] as const
export type TransferTables = InferKyselyDB<
  typeof OrderRow | (typeof transferStatementEntities)[number],
  { columnNamingStrategy: 'property' }
>
export const transferTables = (sql: Sql = unconnected) => propertiesOn<TransferTables>(sql)
