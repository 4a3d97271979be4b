import type { ModuleMigration } from '#platform/database/migration.ts'
import { credentialMigrations } from './credentials/migrations.ts'
import { programMigrations } from './program/migrations.ts'

export const leadershipMigrations: ModuleMigration[] = [...programMigrations, ...credentialMigrations]
