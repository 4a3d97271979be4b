import type { ModuleMigration } from './migration.ts'
import { platformAudit } from './migrations/platform-audit.ts'
import { platformAuditFilters } from './migrations/platform-audit-filters.ts'
import { platformOnlyGrows } from './migrations/platform-only-grows.ts'
import { platformSettings } from './migrations/platform-settings.ts'

/** The migrations of the platform's own tables; each has its file in migrations/. */
export const platformMigrations: readonly ModuleMigration[] = [
  platformSettings,
  platformAudit,
  platformOnlyGrows,
  platformAuditFilters,
]
