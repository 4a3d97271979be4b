import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { propertiesOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { PaperKind } from '../rules.ts'

/** A paper for the procurement of companies. */
export const VendorPaperRow = defineEntity({
  name: 'VendorPaperRow',
  tableName: 'commerce_vendor_paper',
  properties: {
    id: p.uuid().primary(),
    kind: p.text().$type<PaperKind>(),
    title: p.text(),
    expiresOn: p.date().nullable(),
    /** The name of its PDF among the documents. */
    file: p.text(),
  },
})

type Tables = InferKyselyDB<typeof VendorPaperRow, { columnNamingStrategy: 'property' }>
export type PaperRow = Tables['commerce_vendor_paper']
export const vendorTables = (sql: Sql) => propertiesOn<Tables>(sql)
