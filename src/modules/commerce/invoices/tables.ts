import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import { kyselyOn, unconnected } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Write } from '#platform/event-log/event-log.ts'
import { writeOf } from '#platform/event-log/writes.ts'
import {
  type DocumentKind,
  type DocumentNumber,
  filesOf,
  type NumberedKind,
  withoutYear,
} from '../domain/document-names.ts'
import type { BuyerKind, Treatment } from '../domain/tax.ts'
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
    /** What was printed, in minor units, positive for every kind; net and tax are null when the log does not have them. */
    currency: p.text().nullable(),
    netMinor: p.bigint('number').nullable(),
    taxMinor: p.bigint('number').nullable(),
    totalMinor: p.bigint('number').nullable(),
    /** What the tax was decided on. */
    country: p.text().nullable(),
    buyers: p.text().$type<BuyerKind>().nullable(),
    treatment: p.text().$type<Treatment>().nullable(),
    percent: p.text().nullable(),
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

/** The PDF of a document, committed with its number. A receipt has the number of its invoice, and its row when it is first asked for. */
const DocumentFile = defineEntity({
  name: 'DocumentFile',
  tableName: 'commerce_document_file',
  properties: {
    kind: p.text().$type<DocumentKind>().primary(),
    year: p.integer().primary(),
    number: p.integer().primary(),
    bytes: p.blob().$type<Buffer>(),
    /** When the copy outside the database was written; null until the document is first handed out. */
    copiedAt: p.datetime().nullable(),
  },
})

/** Reached by statements only: MikroORM is not started with them. */
export const documentStatementEntities = [Invoice, DocumentDeletion, DocumentFile]
export type DocumentTables = OrderTables &
  InferKyselyDB<typeof Invoice | typeof DocumentDeletion | typeof DocumentFile>
export const documentTables = (sql: Sql = unconnected) => kyselyOn<DocumentTables>(sql)

/** Until the transaction of `sql` ends, the bytes of the document are not deleted by another one, nor stored. */
export const lockDocument = (sql: Sql, kind: NumberedKind, { number, year }: DocumentNumber): Promise<void> =>
  lockUntilEnd(sql, `document ${kind} ${year ?? withoutYear} ${number}`)

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

/** Stores the bytes of a document; what is stored under its number is replaced. */
export function fileWrite(
  kind: DocumentKind,
  { number, year }: DocumentNumber,
  file: { bytes: Buffer; copied_at: Date | null },
): Write {
  return writeOf(
    documentTables()
      .insertInto('commerce_document_file')
      .values({ kind, year: year ?? withoutYear, number, ...file })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'year', 'number']).doUpdateSet(({ ref }) => ({
          bytes: ref('excluded.bytes'),
          copied_at: ref('excluded.copied_at'),
        })),
      ),
  )
}

export type StoredFiles = Map<DocumentKind, { bytes: Buffer; copied_at: Date | null }>

/** The files of all documents with one number. */
export async function storedFiles(
  sql: Sql,
  kind: NumberedKind,
  { number, year }: DocumentNumber,
): Promise<StoredFiles> {
  const rows = await documentTables(sql)
    .selectFrom('commerce_document_file')
    .select(['kind', 'bytes', 'copied_at'])
    .where('kind', 'in', filesOf(kind))
    .where('year', '=', year ?? withoutYear)
    .where('number', '=', number)
    .execute()
  return new Map(rows.map(({ kind: of, ...file }) => [of, file]))
}

/** The copy outside the database is written. */
export async function markCopied(
  sql: Sql,
  kind: DocumentKind,
  { number, year }: DocumentNumber,
  copiedAt: Date,
): Promise<void> {
  await documentTables(sql)
    .updateTable('commerce_document_file')
    .set({ copied_at: copiedAt })
    .where('kind', '=', kind)
    .where('year', '=', year ?? withoutYear)
    .where('number', '=', number)
    .execute()
}
