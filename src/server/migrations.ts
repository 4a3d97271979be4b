import { createHash } from 'node:crypto'
import type { ModuleMigration } from '#platform/database/migration.ts'
import { platformMigrations } from '#platform/database/migrations.ts'
import { eventLogMigrations } from '#platform/event-log/schema.sql.ts'
import { jobsMigrations } from '#platform/jobs/schema.sql.ts'
import { mailMigrations } from '#platform/mail/migrations.ts'
import { telemetryMigrations } from '#platform/telemetry/telemetry-migrations.ts'
import { commerceMigrations } from '../modules/commerce/migrations.ts'
import { contentMigrations } from '../modules/content/migrations.ts'
import { hooksMigrations } from '../modules/hooks/migrations.ts'
import { identityMigrations } from '../modules/identity/migrations.ts'
import { leadershipMigrations } from '../modules/leadership/migrations.ts'
import { leadsMigrations } from '../modules/leads/migrations.ts'
import { performanceMigrations } from '../modules/performance/migrations.ts'

/** The whole schema: the baseline of every module. They run in the order of their names. */
const schema: readonly ModuleMigration[] = [
  ...platformMigrations,
  ...mailMigrations,
  ...telemetryMigrations,
  ...eventLogMigrations,
  ...jobsMigrations,
  ...contentMigrations,
  ...leadsMigrations,
  ...identityMigrations,
  ...commerceMigrations,
  ...leadershipMigrations,
  ...performanceMigrations,
  ...hooksMigrations,
]

/**
 * The mark of a database that this version can bring forward. Until the first release, migrations are edited instead of
 * added, and this name changes with every edit: a database made before it is refused at the start.
 */
export const baseline: ModuleMigration = {
  name: `20261121-01-baseline-of-${digestOf(schema)}`,
  sql: 'select 1',
}

export const allMigrations: readonly ModuleMigration[] = [baseline, ...schema]

function digestOf(migrations: readonly ModuleMigration[]): string {
  const digest = createHash('sha256')
  for (const { name, sql } of migrations) digest.update(name).update(sql)
  return digest.digest('hex').slice(0, 12)
}
