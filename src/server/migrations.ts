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

/** The whole schema: every migration of every module. They run in the order of their names. */
export const allMigrations: readonly ModuleMigration[] = [
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
