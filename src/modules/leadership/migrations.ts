import type { ModuleMigration } from '#platform/database/migration.ts'
import { programMigrations } from './cohorts/migrations.ts'
import { credentialMigrations } from './credentials/migrations.ts'

export const leadershipMigrations: ModuleMigration[] = [...programMigrations, ...credentialMigrations]
