import type { ModuleMigration } from '#platform/database/migration.ts'

export const contentMigrations: ModuleMigration[] = [
  {
    name: '20261121-40-content-versions',
    sql: `
create table content_version (
  version int generated always as identity primary key,
  channel text not null check (channel in ('development', 'production')),
  kind text not null check (kind in ('template', 'save', 'reset', 'publish', 'restore', 'receive')),
  tree jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  note text
);
create index content_version_channel on content_version (channel, version desc);
-- One row a channel: which version is current. Locked by every save, so that versions of a channel never interleave.
create table content_channel (
  channel text primary key check (channel in ('development', 'production')),
  version int not null references content_version (version)
);`,
  },
]
