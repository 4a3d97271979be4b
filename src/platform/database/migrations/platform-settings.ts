import type { ModuleMigration } from '../migration.ts'

/** What an admin changes while the product runs; one row per section. */
export const platformSettings: ModuleMigration = {
  name: '20261121-01-platform-settings',
  sql: `
    create table platform_settings (
      key text primary key,
      value jsonb not null,
      updated_at timestamptz not null default now(),
      updated_by text not null
    );`,
}
