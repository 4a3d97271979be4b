import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { propertiesOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { QuoteStatus } from '../domain/quote.ts'

/** What lists read; the truth is the log. */
export const QuoteRow = defineEntity({
  name: 'QuoteRow',
  tableName: 'commerce_quote',
  properties: {
    id: p.uuid().primary(),
    number: p.integer().unique(),
    ownerId: p.text(),
    organizationId: p.uuid(),
    productName: p.text(),
    seats: p.integer(),
    totalMinor: p.bigint('number'),
    currency: p.text(),
    status: p.text().$type<QuoteStatus>(),
    privateStart: p.date().nullable(),
    issuedAt: p.datetime(),
    validUntil: p.datetime(),
    endedAt: p.datetime().nullable(),
  },
})

/** Whom a quote is for, who accepted it, and its address: personal, and erased with its owner. Who accepted it is erased some time after its order has ended. */
const QuotePerson = defineEntity({
  name: 'QuotePerson',
  tableName: 'commerce_quote_person',
  properties: {
    quoteId: p.uuid().primary(),
    ownerId: p.text(),
    /** A person who knows it may read and accept the quote. */
    token: p.text().unique(),
    firstName: p.text(),
    lastName: p.text(),
    email: p.text(),
    company: p.text(),
    addressLine1: p.text(),
    addressLine2: p.text(),
    postalCode: p.text(),
    city: p.text(),
    region: p.text(),
    country: p.text(),
    taxId: p.text(),
    acceptedBy: p.text().nullable(),
    forwardedBy: p.text().nullable().default(null),
    forwardedAt: p.datetime().nullable().default(null),
    reference: p.text().nullable(),
    /** Made by the database, for searches. */
    searchForm: p.text().nullable().default(null),
  },
})

/** Reached by statements only. */
export const quoteStatementEntities = [QuoteRow, QuotePerson]
export type QuoteTables = InferKyselyDB<
  typeof QuoteRow | typeof QuotePerson,
  { columnNamingStrategy: 'property' }
>
export const quoteTables = (sql: Sql = unconnected) => propertiesOn<QuoteTables>(sql)
