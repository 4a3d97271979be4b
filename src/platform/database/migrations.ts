import type { ModuleMigration } from './migration.ts'
import { grantExecute, onlyGrows } from './rights.ts'

const apostrophes = '\u2018\u2019\u201b\u2032\u00b4\u0060\u02b9\u02bb\u02bc\u02bd\u02c8\u055a\u05f3\ua78c'
const digits = '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९'
const hyphens = '\u2010\u2011\u2012\u2013\u2014\u2015\u2212'

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

-- The form of a text in which searches compare it: in small letters, without accents, and with one kind of apostrophe,
-- hyphen and digit. Columns that are searched are generated with it, and what a person typed is brought to the same form.
create function platform_search_form(p_text text) returns text
language sql immutable parallel safe strict
return replace(translate(lower(regexp_replace(normalize(
  translate(p_text, '${apostrophes}${hyphens}', '${"''".repeat(apostrophes.length)}${'-'.repeat(hyphens.length)}'),
  nfkd), '[\\u0300-\\u036f]', '', 'g')), 'łøđħı${digits}', 'lodhi${'0123456789'.repeat(3)}'), 'ß', 'ss');
${grantExecute('platform_search_form(text)')}

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
