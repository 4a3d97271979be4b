import type { ModuleMigration } from './migration.ts'
import { onlyGrows } from './rights.ts'

/** The platform's own tables. */
export const platformMigrations: readonly ModuleMigration[] = [
  {
    name: '20261121-02-platform',
    sql: `
create function platform_refuse_change() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $refuse$
begin
  raise exception 'The table only grows: % on % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end
$refuse$;

-- What an admin changes while the product runs; one row per section.
create table platform_settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by text not null
);

-- Who changed what, written with the change itself. Each row carries sha256(digest of the row before it, its own values):
-- none can be changed, removed or put between unseen.
create table platform_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  done_by text not null,
  action text not null,
  subject text not null,
  changes jsonb not null,
  digest bytea not null
);
create index platform_audit_person on platform_audit (done_by, id desc);
create index platform_audit_action on platform_audit (action, id desc);
create index platform_audit_time on platform_audit (at);

-- The lock makes writers take turns, so that the order of ids is the order of the chain.
create function platform_chain_audit() returns trigger language plpgsql
set search_path = public, pg_catalog, pg_temp
as $chain$
declare
  v_last record;
begin
  perform pg_advisory_xact_lock(7205010);
  select a.id, a.digest into v_last from platform_audit a order by a.id desc limit 1;
  new.id := coalesce(v_last.id, 0) + 1;
  new.digest := sha256(coalesce(v_last.digest, decode(repeat('00', 32), 'hex'))
    || record_send(row(new.id, new.at, new.done_by, new.action, new.subject, new.changes)));
  return new;
end
$chain$;
create trigger chained before insert on platform_audit for each row execute function platform_chain_audit();
${onlyGrows('platform_audit')}`,
  },
]
