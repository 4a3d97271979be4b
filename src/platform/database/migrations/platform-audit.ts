import type { ModuleMigration } from '../migration.ts'

/** Who changed what, written with the change itself; nothing is ever updated or deleted here. */
export const platformAudit: ModuleMigration = {
  name: '20261121-70-platform-audit',
  sql: `
    create table platform_audit (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      done_by text not null,
      action text not null,
      subject text not null,
      changes jsonb not null
    );`,
}
