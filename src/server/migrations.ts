import type { ModuleMigration } from '#platform/database/migration.ts'
import { platformMigrations } from '#platform/database/migrations.ts'
import { eventLogMigrations } from '#platform/event-log/schema.sql.ts'
import { jobsMigrations } from '#platform/jobs/schema.sql.ts'
import { mailMigrations } from '#platform/mail/mailbox-mailer.ts'
import { telemetryMigrations } from '#platform/telemetry/telemetry-migrations.ts'
import { commerceMigrations } from '../modules/commerce/migrations.ts'
import { contentMigrations } from '../modules/content/migrations.ts'
import { identityMigrations } from '../modules/identity/migrations.ts'
import { leadershipMigrations } from '../modules/leadership/migrations.ts'
import { leadsMigrations } from '../modules/leads/migrations.ts'
import { performanceMigrations } from '../modules/performance/migrations.ts'

/**
 * The first migration of a database that this release can bring forward. Until the first release, migrations are edited
 * instead of added, and this name changes with them: a database made before that is refused at the start.
 */
export const baseline: ModuleMigration = { name: '20261121-01-baseline-of-2026-11-26', sql: 'select 1' }

/** The whole schema: every migration of every module. They run in the order of their names. */
export const allMigrations: readonly ModuleMigration[] = [
  baseline,
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
]
