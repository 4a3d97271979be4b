/**
 * For statements that commit with an append, or by themselves, and decide in the database what becomes an event. The rows
 * that the decision depends on must be read under the lock of the log's head, so that they do not change before the event
 * is stored.
 */
export const appendFact = `
-- No other transaction appends until this one ends.
create function es.lock_head() returns void language sql security definer
set search_path = pg_catalog, pg_temp
as $lock$ select from es.head h where h.id = 1 for update $lock$;

-- Appends one event to a stream, whatever its version: a fact of the caller's transaction, which holds the lock of the head.
-- p_data must be canonical JSON (RFC 8785). p_actor names a kind and an id, never a person.
create function es.append_fact(p_stream text, p_type text, p_data text, p_actor text, p_correlation_id uuid,
  p_occurred_at timestamptz) returns void language plpgsql
set search_path = pg_catalog, pg_temp
as $fact$
declare
  v_version int;
  v_id uuid := gen_random_uuid();
  v_metadata text := format('{"actor":"%s"}', p_actor);
begin
  perform es.lock_head();
  select e.version into v_version from es.events e where e.stream_id = p_stream order by e.version desc limit 1;
  perform es.append(array[0], array[p_stream], array[coalesce(v_version, 0)], array[v_id], array[p_type],
    array[1]::smallint[], array[p_data::jsonb], array[sha256(convert_to(p_data, 'UTF8'))], array[v_metadata::jsonb],
    array[sha256(convert_to(v_metadata, 'UTF8'))], array[p_correlation_id], array['app'], array[v_id::text],
    array[p_occurred_at], true);
end
$fact$;

revoke all on function es.lock_head(), es.append_fact(text, text, text, text, uuid, timestamptz) from public;
do $rights$
declare
  v_app text := coalesce(nullif(current_setting('veralead.app_role', true), ''), 'veralead_app');
begin
  if v_app <> current_user and exists (select from pg_roles where rolname = v_app) then
    execute format('grant execute on function es.lock_head(),
      es.append_fact(text, text, text, text, uuid, timestamptz) to %I', v_app);
  end if;
end
$rights$;
`
