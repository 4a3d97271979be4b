import type { EntityProperty, EntitySchema } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PostgresDatabase } from '#platform/database/postgres-database.ts'
import { financeStatementEntities } from '../../src/modules/commerce/finance/books/tables.ts'
import { payoutStatementEntities } from '../../src/modules/commerce/finance/payouts/tables.ts'
import { documentStatementEntities } from '../../src/modules/commerce/invoices/tables.ts'
import { commerceEntities } from '../../src/modules/commerce/module.ts'
import { orderStatementEntities } from '../../src/modules/commerce/orders/tables.ts'
import { transferStatementEntities } from '../../src/modules/commerce/payments/bank-transfers/tables.ts'
import { priceStatementEntities } from '../../src/modules/commerce/pricing/tables.ts'
import { quoteStatementEntities } from '../../src/modules/commerce/quotes/tables.ts'
import { VendorPaperRow } from '../../src/modules/commerce/vendor-pack/tables.ts'
import { Withdrawal } from '../../src/modules/commerce/withdrawals/tables.ts'
import { contentEntities, contentStatementEntities } from '../../src/modules/content/content-version.ts'
import { identityEntities, identityStatementEntities } from '../../src/modules/identity/accounts/rows.ts'
import { organizationEntities } from '../../src/modules/identity/organizations/tables.ts'
import { programEntities } from '../../src/modules/leadership/cohorts/tables.ts'
import { credentialEntities } from '../../src/modules/leadership/credentials/tables.ts'
import { leadsStatementEntities } from '../../src/modules/leads/lead.ts'
import { leadsEntities } from '../../src/modules/leads/module.ts'
import { PageLoad } from '../../src/modules/performance/page-loads.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const entities = [
  ...[...commerceEntities, ...orderStatementEntities, ...documentStatementEntities],
  ...[...priceStatementEntities, ...quoteStatementEntities, ...transferStatementEntities],
  ...[Withdrawal, VendorPaperRow],
  ...payoutStatementEntities,
  ...[...financeStatementEntities, ...contentEntities, ...contentStatementEntities],
  ...[...identityEntities, ...identityStatementEntities],
  ...programEntities,
  ...organizationEntities,
  ...credentialEntities,
  ...[...leadsEntities, ...leadsStatementEntities, PageLoad],
] as EntitySchema[]

/** What a statement by column names reads, for each type of PostgreSQL. */
const values: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  real: 'number',
  numeric: 'string',
  text: 'string',
  uuid: 'string',
  date: 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  jsonb: 'json',
  ARRAY: 'list',
  'timestamp with time zone': 'Date',
}

function readAs({ type, runtimeType }: EntityProperty): string {
  if (type === 'JsonType' || type === 'json') return 'json'
  return type === 'ArrayType' || type === 'array' ? 'list' : runtimeType
}

interface Column {
  table: string
  column: string
  value: string
  nullable: boolean
}

const byName = (a: Column, b: Column): number =>
  `${a.table}.${a.column}` < `${b.table}.${b.column}` ? -1 : 1

describe('the entities of all modules', () => {
  let test: TestDatabase
  let database: PostgresDatabase

  beforeAll(async () => {
    test = await createTestDatabase()
    database = await PostgresDatabase.open({ url: test.url, entities })
  })
  afterAll(async () => {
    await database?.close()
    await test?.drop()
  })

  it('given the migrated database, then every table of a module has an entity with its columns, and no others', async () => {
    const columns = await database.sql.query<{
      table: string
      column: string
      type: string
      nullable: boolean
    }>(
      `select table_name as "table", column_name as "column", data_type as type, is_nullable = 'YES' as nullable
       from information_schema.columns
       where table_schema = 'public' and table_name ~ '^(commerce|content|identity|leadership|program|leads|performance)_'`,
    )
    const stored = columns.map(({ type, ...column }): Column => ({ ...column, value: values[type] ?? type }))
    const declared = [...database.em().getMetadata().getAll().values()].flatMap(({ tableName, props }) =>
      props.map(
        (prop): Column => ({
          table: tableName,
          column: String(prop.fieldNames[0]),
          value: readAs(prop),
          nullable: prop.nullable ?? false,
        }),
      ),
    )
    expect(declared.length).toBeGreaterThan(150)
    expect(declared.toSorted(byName)).toEqual(stored.toSorted(byName))
  })
})
