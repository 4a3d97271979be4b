import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { kyselyOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import { type DocumentNumber, type NumberedKind, withoutYear } from '../domain/document-names.ts'
import type { OrderTables } from '../orders/tables.ts'

/** A number that was taken, and for what. */
const Invoice = defineEntity({
  name: 'Invoice',
  tableName: 'commerce_invoice',
  properties: {
    kind: p.text().$type<NumberedKind>().primary(),
    /** 0 for numbers that go on for ever. */
    year: p.integer().primary(),
    number: p.integer().primary(),
    orderId: p.uuid(),
    refundId: p.text().nullable(),
    issuedAt: p.datetime(),
    /** What was printed, in minor units, positive for every kind; net and tax are null when the log does not tell them. */
    currency: p.text().nullable(),
    netMinor: p.bigint('number').nullable(),
    taxMinor: p.bigint('number').nullable(),
    totalMinor: p.bigint('number').nullable(),
  },
})

/** A document whose bytes were deleted at the end of its term. */
const DocumentDeletion = defineEntity({
  name: 'DocumentDeletion',
  tableName: 'commerce_document_deletion',
  properties: {
    kind: p.text().$type<NumberedKind>().primary(),
    year: p.integer().primary(),
    number: p.integer().primary(),
    deletedAt: p.datetime(),
  },
})

/** Reached by statements only: MikroORM is not started with them. */
export const documentStatementEntities = [Invoice, DocumentDeletion]
export type DocumentTables = OrderTables & InferKyselyDB<typeof Invoice | typeof DocumentDeletion>
export const documentTables = (sql: Sql = unconnected) => kyselyOn<DocumentTables>(sql)

/** Whether the bytes were deleted at the end of the document's term. */
export async function isDeleted(
  sql: Sql,
  kind: NumberedKind,
  { number, year }: DocumentNumber,
): Promise<boolean> {
  const deletion = await documentTables(sql)
    .selectFrom('commerce_document_deletion')
    .select('number')
    .where('kind', '=', kind)
    .where('number', '=', number)
    .where('year', '=', year ?? withoutYear)
    .executeTakeFirst()
  return deletion !== undefined
}
