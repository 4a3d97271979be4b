import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { kyselyOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Touches } from '../domain/touches.ts'
import type { inboxStatuses } from '../finance/inbox/contract.ts'
import type { MailKind, MailState } from '../finance/mails/contract-mail-kinds.ts'
import type { OrderRow } from './order-row.ts'

/** Which orders the reconciler still looks after, and when next. */
const OrderCheck = defineEntity({
  name: 'OrderCheck',
  tableName: 'commerce_order_check',
  properties: { orderId: p.uuid().primary(), changedAt: p.datetime(), nextCheckAt: p.datetime() },
})

/** A question to VIES about the tax id of an invoice without tax, and its answer. `at` is the moment of the last try. */
export interface TaxIdCheck {
  state: 'waiting' | 'valid' | 'invalid' | 'not-reached'
  at: string | null
  tries: number
  consultation: string | null
  name: string | null
  address: string | null
  /** Who of the staff has settled that it is invalid. */
  settledBy?: string
}

/** The buyer as of the order; deleted when the person is erased. */
const OrderCustomer = defineEntity({
  name: 'OrderCustomer',
  tableName: 'commerce_order_customer',
  properties: {
    orderId: p.uuid().primary(),
    userId: p.text(),
    firstName: p.text(),
    lastName: p.text(),
    email: p.text(),
    company: p.text().nullable(),
    addressLine1: p.text().nullable(),
    addressLine2: p.text().nullable(),
    postalCode: p.text().nullable(),
    city: p.text().nullable(),
    region: p.text().nullable(),
    country: p.text().nullable(),
    taxId: p.text().nullable(),
    /** The payer's number of the purchase order. */
    reference: p.text().nullable(),
    /** Keys the digest of the buyer that the log holds. */
    salt: p.blob().$type<Buffer>().defaultRaw('random'),
    /** Counts the changes of the row. */
    revision: p.integer().default(0),
    /** The revision that the invoice printed; the row is not changed any more then. */
    issuedRevision: p.integer().nullable(),
    /** What VIES says of the tax id; null where it is not asked. */
    taxCheck: p.json().$type<TaxIdCheck>().nullable().default(null),
    taxCheckNext: p.datetime().nullable().default(null),
    /** Made by the database, for searches. */
    searchForm: p.text().nullable().default(null),
  },
})

/** A webhook as it was received. */
const StripeInbox = defineEntity({
  name: 'StripeInbox',
  tableName: 'commerce_stripe_inbox',
  properties: {
    eventId: p.text().primary(),
    type: p.text(),
    apiVersion: p.text().nullable(),
    livemode: p.boolean(),
    created: p.datetime(),
    receivedAt: p.datetime(),
    /** The verified body; null once it is old or its person is erased. */
    raw: p.blob().$type<Buffer>().nullable(),
    rawDigest: p.blob().$type<Buffer>(),
    objectId: p.text().nullable(),
    intentId: p.text().nullable(),
    orderId: p.text().nullable(),
    status: p.text().$type<(typeof inboxStatuses)[number]>(),
    attempts: p.integer().default(0),
    nextTry: p.datetime().nullable(),
    lastError: p.text().nullable(),
  },
})

/** Every mail of an order to its buyer, with its state. */
const OrderMail = defineEntity({
  name: 'OrderMail',
  tableName: 'commerce_order_mail',
  properties: {
    key: p.text().primary(),
    orderId: p.uuid(),
    kind: p.text().$type<MailKind>(),
    subject: p.text().nullable(),
    owedAt: p.datetime(),
    dueAt: p.datetime(),
    state: p.text().$type<MailState>(),
    /** How often a person has had it sent again. */
    round: p.integer().default(0),
    tries: p.integer().default(0),
    /** When the try began that has not ended. */
    tryingSince: p.datetime().nullable(),
    lastError: p.text().nullable(),
    reason: p.text().nullable(),
    doneAt: p.datetime().nullable(),
  },
})

/** A buyer who wants no reminders. */
const ReminderRefusal = defineEntity({
  name: 'ReminderRefusal',
  tableName: 'commerce_reminder_refusal',
  properties: { buyerId: p.text().primary(), refusedAt: p.datetime().defaultRaw('now()') },
})

/** Where an order came from; deleted when its buyer is erased. */
const OrderTouch = defineEntity({
  name: 'OrderTouch',
  tableName: 'commerce_order_touch',
  properties: {
    orderId: p.uuid().primary(),
    userId: p.text(),
    /** A slug or a host. */
    firstSource: p.text(),
    lastSource: p.text(),
    touches: p.json<Record<'lead' | 'visit', Touches | null>>(),
  },
})

/** How far the provider's fees are collected: one row. */
const FeeCursor = defineEntity({
  name: 'FeeCursor',
  tableName: 'commerce_fee_mark',
  properties: {
    id: p.integer().primary(),
    collectedUntil: p.datetime().nullable(),
    refused: p.boolean().default(false),
  },
})

/** Reached by statements only: MikroORM is not started with them. */
export const orderStatementEntities = [
  OrderCheck,
  OrderCustomer,
  StripeInbox,
  OrderMail,
  ReminderRefusal,
  OrderTouch,
  FeeCursor,
] as const
export type OrderTables = InferKyselyDB<typeof OrderRow | (typeof orderStatementEntities)[number]>
export const orderTables = (sql: Sql = unconnected) => kyselyOn<OrderTables>(sql)
