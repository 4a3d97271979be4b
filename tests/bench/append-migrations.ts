import type { ModuleMigration } from '#platform/database/migration.ts'
import { eventLogMigrations } from '#platform/event-log/schema.sql.ts'
import { jobsMigrations } from '#platform/jobs/schema.sql.ts'

/** The log, the jobs, and a row per order as wide as the product's. */
export const benchMigrations: ModuleMigration[] = [
  ...eventLogMigrations,
  ...jobsMigrations,
  {
    name: '20261121-99-bench-order',
    sql: `create table bench_order (id uuid primary key, buyer_id uuid not null, status text not null,
      received int not null, currency text not null, version int not null, updated_at timestamptz not null)`,
  },
]
