import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { kyselyOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { DifferenceKind, DifferenceState } from '../../domain/difference.ts'
import type { DocumentTables } from '../../invoices/tables.ts'
import type { BookKind } from './movements.ts'

/** The position up to which the books have read the log: one row. */
const BookCursor = defineEntity({
  name: 'BookCursor',
  tableName: 'commerce_book_mark',
  properties: { id: p.integer().primary(), position: p.bigint('number') },
})

/** The amount by which an event changed a figure. */
const BookEntry = defineEntity({
  name: 'BookEntry',
  tableName: 'commerce_book_entry',
  properties: {
    position: p.bigint('number').primary(),
    kind: p.text().$type<BookKind>().primary(),
    currency: p.text().primary(),
    amountMinor: p.bigint('number'),
    orderId: p.uuid().nullable(),
    /** When the provider or the bank moved the money. */
    bookedAt: p.datetime().primary(),
    recordedAt: p.datetime(),
  },
})

/** A signed head of the log. */
const SignedHeadRow = defineEntity({
  name: 'SignedHeadRow',
  tableName: 'commerce_signed_head',
  properties: {
    position: p.bigint('number').primary(),
    hash: p.text(),
    signedAt: p.datetime().primary(),
    signature: p.text(),
  },
})

/** A member of staff read an order. */
const OrderReadingRow = defineEntity({
  name: 'OrderReadingRow',
  tableName: 'commerce_order_reading',
  properties: {
    /** Null for exports and searches. A key for the entity manager only: the table has a unique constraint instead. */
    orderId: p.uuid().nullable(),
    staffId: p.text().primary(),
    username: p.text(),
    what: p.text().primary(),
    readAt: p.datetime().primary(),
  },
})

/** One comparison of Stripe with the log. */
const ReconciliationRow = defineEntity({
  name: 'ReconciliationRow',
  tableName: 'commerce_reconciliation',
  properties: {
    id: p.uuid().primary(),
    startedAt: p.datetime(),
    finishedAt: p.datetime().nullable(),
    since: p.datetime(),
    report: p.json<Record<string, number>>().nullable(),
    error: p.text().nullable(),
    startedBy: p.text(),
  },
})

/** A payment about which Stripe and the log differ, and how the difference was settled. */
const DifferenceRow = defineEntity({
  name: 'DifferenceRow',
  tableName: 'commerce_difference',
  properties: {
    id: p.uuid().primary(),
    runId: p.uuid().nullable(),
    intentId: p.text(),
    orderId: p.text().nullable(),
    kind: p.text().$type<DifferenceKind>(),
    logSays: p.text(),
    stripeSays: p.text(),
    cause: p.text(),
    state: p.text().$type<DifferenceState>(),
    foundAt: p.datetime(),
    settledAt: p.datetime().nullable(),
    settledBy: p.text().nullable(),
  },
})

/** When Stripe was last asked for events that it could not deliver: one row. */
const UndeliveredCursor = defineEntity({
  name: 'UndeliveredCursor',
  tableName: 'commerce_undelivered_mark',
  properties: { id: p.integer().primary(), askedAt: p.datetime() },
})

/** The daily mail to finance. A day without a mail has a row, too (`mailed` is false). */
const FinanceReportRow = defineEntity({
  name: 'FinanceReportRow',
  tableName: 'commerce_finance_report',
  properties: {
    /** `2026-11-21`. */
    day: p.date().primary(),
    toldAt: p.datetime(),
    /** The position up to which the log was read for flags. */
    position: p.bigint('number'),
    mailed: p.boolean(),
  },
})

/** For statements only: these entities are not registered with MikroORM. */
export const financeStatementEntities = [
  ...[BookCursor, BookEntry, SignedHeadRow, OrderReadingRow],
  ...[ReconciliationRow, DifferenceRow, UndeliveredCursor, FinanceReportRow],
] as const
export type FinanceTables = DocumentTables & InferKyselyDB<(typeof financeStatementEntities)[number]>
export const financeTables = (sql: Sql) => kyselyOn<FinanceTables>(sql)
