import type { ModuleMigration } from '#platform/database/migration.ts'
import { hookTriggers } from './domain/events.ts'

export const hooksMigrations: ModuleMigration[] = [
  {
    name: '20261121-14-hooks',
    sql: `
create table hooks_endpoint (
  id uuid primary key,
  url text not null,
  events text[] not null,
  -- Sealed. While a secret is replaced, messages are signed with the old one, too, until old_until.
  secret bytea not null,
  old_secret bytea,
  old_until timestamptz,
  paused_at timestamptz,
  paused_because text,
  created_at timestamptz not null
);

-- One row for each event and endpoint, in the order of the events of an object.
create table hooks_delivery (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null references hooks_endpoint (id) on delete cascade,
  event_id uuid not null,
  type text not null,
  object_id text not null,
  at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  -- the first attempt since it began to wait
  waits_since timestamptz,
  calling_until timestamptz,
  tried_at timestamptz,
  next_try timestamptz,
  status int,
  -- The beginning of the answer: may hold anything, so it goes when any person is erased.
  answer text
);
create index hooks_delivery_waiting on hooks_delivery (endpoint_id, object_id, id) where state = 'waiting';
create index hooks_delivery_newest on hooks_delivery (endpoint_id, id desc);
create index hooks_delivery_age on hooks_delivery (at);

-- Stores the event of a trigger for each endpoint that wants it, with the jobs that deliver it, and wakes a process.
-- Arguments: the event's type, and the column with the object's id.
create function hooks_tell() returns trigger language plpgsql
set search_path = public, pg_catalog, pg_temp
as $tell$
declare
  v_event uuid := gen_random_uuid();
  v_row jsonb;
  v_jobs jsonb;
begin
  if not exists (select from hooks_endpoint where tg_argv[0] = any(events)) then return null; end if;
  v_row := case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  with told as (
    insert into hooks_delivery (endpoint_id, event_id, type, object_id, at)
    select id, v_event, tg_argv[0], regexp_replace(v_row->>tg_argv[1], '^(order|seat|credential)-', ''), now()
    from hooks_endpoint where tg_argv[0] = any(events) order by id
    returning id
  )
  select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'delay', 0,
    'data', jsonb_build_object('delivery', id, 'attempt', 0))) into v_jobs from told;
  insert into platform_job_outbox (queue, jobs) values ('hooks-deliver', v_jobs);
  perform pg_notify('platform_jobs', '');
  return null;
end
$tell$;
${hookTriggers}`,
  },
]
