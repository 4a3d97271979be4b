import type { ModuleMigration } from '../database/migration.ts'
import { forApp, grantExecute } from '../database/rights.ts'

/** The log, and the one row that holds the next position and the tip of the chain. */
const tables = `
create schema es;

create table es.head (
  id int primary key check (id = 1),
  position bigint not null,
  hash bytea not null
) with (fillfactor = 10, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);
insert into es.head (id, position, hash) values (1, 0, decode(repeat('00', 32), 'hex'));

create table es.events (
  position bigint primary key,
  stream_id text not null,
  version int not null,
  event_id uuid not null unique,
  type text not null,
  schema_version smallint not null,
  data jsonb not null,
  data_digest bytea not null,
  metadata jsonb not null,
  metadata_digest bytea not null,
  correlation_id uuid not null,
  source text not null,
  source_id text not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  prev_hash bytea not null,
  hash bytea not null,
  unique (stream_id, version),
  unique (stream_id, source_id, source)
);

create function es.refuse_change() returns trigger language plpgsql
set search_path = pg_catalog, pg_temp
as $refuse$
begin
  raise exception 'The event log only grows: % on es.% is refused', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$refuse$;

create trigger only_grows before update or delete or truncate on es.events
  for each statement execute function es.refuse_change();
create trigger stays before delete or truncate on es.head
  for each statement execute function es.refuse_change();
`

/**
 * One call appends a group of items, one item per stream, given as arrays with one entry per event. An item is stored
 * whole, or not at all because its stream has another version than expected (its events then have no position). Events
 * that are stored already keep their position. With `p_whole` the call fails unless the whole group is stored. The head
 * row is locked first, so positions follow the order of commit without a gap.
 *
 * hash = sha256(prev_hash ‖ record), where record is PostgreSQL's binary form of the row of all other columns:
 * every part carries its length, and `prev_hash` is one of the parts. `verify-chain.ts` computes the same.
 * Data and metadata enter as digests of their canonical JSON (RFC 8785), made by the writer, checked by verify.
 *
 * Its settings keep plans that were made for small tables right after the tables have grown.
 */
const append = `
create function es.append(
  p_item int[], p_stream text[], p_expected int[], p_event_id uuid[], p_type text[], p_schema_version smallint[],
  p_data jsonb[], p_data_digest bytea[], p_metadata jsonb[], p_metadata_digest bytea[], p_correlation_id uuid[],
  p_source text[], p_source_id text[], p_occurred_at timestamptz[], p_whole boolean)
returns table (positions bigint[], versions int[], currents int[], repeats boolean[])
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $append$
declare
  v_head bigint;
  v_hash bytea;
  v_now timestamptz;
  v_records bytea[];
  v_record bytea;
  v_chain bytea[];
  v_links int := 0;
begin
  select h.position, h.hash into strict v_head, v_hash from es.head h where h.id = 1 for update;
  v_now := date_trunc('milliseconds', clock_timestamp());

  with found as materialized (
    select x.*, (select e.version from es.events e where e.stream_id = x.stream order by e.version desc limit 1) as last
    from unnest(p_item, p_stream, p_expected, p_event_id, p_type, p_schema_version, p_data_digest,
        p_metadata_digest, p_correlation_id, p_source, p_source_id, p_occurred_at) with ordinality
      as x(item, stream, expected, event_id, type, schema_version, data_digest,
        metadata_digest, correlation_id, source, source_id, occurred_at, n)
  ), given as materialized (
    select f.*, coalesce(f.last, 0) as current,
      case when f.last is not null then (select e.position from es.events e
        where e.stream_id = f.stream and e.source_id = f.source_id and e.source = f.source) end as stored
    from found f
  ), placed as (
    select g.*, f.fresh,
      coalesce(g.stored, case when f.fresh then v_head + count(*) filter (where f.fresh) over (order by g.n) end)
        as position,
      case when f.fresh then
        g.current + (count(*) filter (where f.fresh) over (partition by g.item order by g.n))::int end as version
    from given g, lateral (select g.stored is null and g.current = g.expected as fresh) f
  )
  select array_agg(p.position order by p.n), array_agg(p.version order by p.n), array_agg(p.current order by p.n),
    array_agg(p.stored is not null order by p.n),
    array_agg(record_send(row(
      p.position, convert_to(p.stream, 'UTF8'), p.version, p.event_id, convert_to(p.type, 'UTF8'),
      p.schema_version, p.data_digest, p.metadata_digest, p.correlation_id, convert_to(p.source, 'UTF8'),
      convert_to(p.source_id, 'UTF8'), coalesce(p.occurred_at, v_now), v_now)) order by p.n) filter (where p.fresh)
  into positions, versions, currents, repeats, v_records
  from placed p;

  if p_whole and coalesce(cardinality(v_records), 0) < cardinality(p_item) then
    raise exception 'not all events of the group are new at the expected versions' using errcode = 'VL001';
  end if;

  if v_records is not null then
    v_chain := array[v_hash];
    foreach v_record in array v_records loop
      v_hash := sha256('\\x00000020'::bytea || v_hash || v_record);
      v_links := v_links + 1;
      v_chain[v_links + 1] := v_hash;
    end loop;

    insert into es.events
    select x.position, x.stream, x.version, x.event_id, x.type, x.schema_version, x.data, x.data_digest, x.metadata,
      x.metadata_digest, x.correlation_id, x.source, x.source_id, coalesce(x.occurred_at, v_now), v_now,
      v_chain[x.position - v_head], v_chain[x.position - v_head + 1]
    from unnest(positions, p_stream, versions, p_event_id, p_type, p_schema_version, p_data, p_data_digest, p_metadata,
        p_metadata_digest, p_correlation_id, p_source, p_source_id, p_occurred_at)
      as x(position, stream, version, event_id, type, schema_version, data, data_digest, metadata,
        metadata_digest, correlation_id, source, source_id, occurred_at)
    where x.version is not null;

    update es.head h set position = v_head + v_links, hash = v_hash where h.id = 1;
  end if;
  return next;
end
$append$;
`

/**
 * For statements that commit with an append, or by themselves, and decide in the database what becomes an event. The rows
 * that the decision depends on must be read under the lock of the log's head, so that they do not change before the event
 * is stored.
 */
const appendFact = `
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
`

/** The application may read and append, and nothing else; where there is only one role, that role owns all of this. */
const rights = `
revoke all on schema es from public;
revoke all on all tables in schema es from public;
revoke all on all functions in schema es from public;
${forApp('grant usage on schema es to %I', 'grant select on es.events, es.head to %I')}
${grantExecute('es.append', 'es.lock_head', 'es.append_fact')}`

export const eventLogMigrations: ModuleMigration[] = [
  { name: '20261121-03-event-log', sql: `${tables}${append}${appendFact}${rights}` },
]
