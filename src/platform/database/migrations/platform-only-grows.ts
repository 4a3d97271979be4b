import type { ModuleMigration } from '../migration.ts'
import { onlyGrows } from '../only-grows.ts'

/** Tables whose rows are never changed or deleted, and a chain of digests over the audit. */
export const platformOnlyGrows: ModuleMigration = {
  name: '20261122-50-platform-only-grows',
  sql: `
create function platform_refuse_change() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $refuse$
begin
  raise exception 'The table only grows: % on % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end
$refuse$;

create function platform_make_only_grow(p_table text) returns void language plpgsql
as $grow$
declare
  v_app text := coalesce(nullif(current_setting('veralead.app_role', true), ''), 'veralead_app');
begin
  execute format('create trigger only_grows before update or delete or truncate on %I
    for each statement execute function platform_refuse_change()', p_table);
  if v_app <> current_user and exists (select from pg_roles where rolname = v_app) then
    execute format('revoke all on %I from %I', p_table, v_app);
    execute format('grant select, insert on %I to %I', p_table, v_app);
  end if;
end
$grow$;

-- Each row carries sha256(digest of the row before it, its own values): none can be changed, removed or put between
-- unseen. The lock makes writers take turns, so that the order of ids is the order of the chain.
alter table platform_audit add column digest bytea;
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
do $existing$
declare
  v_row platform_audit;
  v_digest bytea := decode(repeat('00', 32), 'hex');
begin
  for v_row in select * from platform_audit order by id loop
    v_digest := sha256(v_digest
      || record_send(row(v_row.id, v_row.at, v_row.done_by, v_row.action, v_row.subject, v_row.changes)));
    update platform_audit set digest = v_digest where id = v_row.id;
  end loop;
end
$existing$;
alter table platform_audit alter column digest set not null;
create trigger chained before insert on platform_audit for each row execute function platform_chain_audit();
${onlyGrows('platform_audit')}`,
}
