import type { ModuleMigration } from '#platform/database/migration.ts'

export const contentMigrations: ModuleMigration[] = [
  {
    name: '20261121-07-content',
    sql: `
create table content_version (
  version int generated always as identity primary key,
  channel text not null check (channel in ('development', 'production')),
  kind text not null check (kind in ('template', 'save', 'reset', 'publish', 'restore', 'receive')),
  tree jsonb not null,
  saved_by text not null,
  saved_at timestamptz not null,
  note text,
  -- What the version changed, page by page; null for the first of a channel.
  changed jsonb,
  -- The uploaded pictures that the tree names: while a version does, the picture cannot be removed.
  uploads text[] not null
);
create index content_version_channel on content_version (channel, version desc);
-- One row a channel: which version is current. Locked by every save, so that versions of a channel never interleave.
create table content_channel (
  channel text primary key check (channel in ('development', 'production')),
  version int not null references content_version (version)
);

create table content_schedule (
  id int generated always as identity primary key,
  publish_at timestamptz not null,
  created_by text not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'cancelled')),
  -- The production version it became.
  version int references content_version (version),
  sent boolean not null default false
);
-- Several may wait; two at the same moment would be one.
create unique index content_schedule_waiting on content_schedule (publish_at) where state = 'waiting';

create table content_upload (
  name text primary key,
  alt text not null,
  content_type text not null,
  width int not null,
  height int not null,
  bytes int not null,
  original_name text not null,
  uploaded_by text not null,
  uploaded_at timestamptz not null
);

-- Signatures of publishes that another deployment sent, for as long as they would be accepted: each counts once.
create table content_received (
  signature bytea primary key,
  signed_at timestamptz not null
);`,
  },
]
