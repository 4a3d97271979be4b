import type { ModuleMigration } from '../database/migration.ts'

export const telemetryMigrations: ModuleMigration[] = [
  {
    name: '20261121-06-telemetry',
    // Histograms instead of percentiles: percentiles of several operations cannot be added.
    sql: `
create table platform_telemetry_category (
  grain text not null check (grain in ('minute', 'hour')),
  at timestamptz not null,
  process text not null,
  category text not null,
  count bigint not null,
  seconds double precision not null,
  max double precision not null,
  buckets bigint[] not null,
  primary key (grain, at, process, category)
);
create table platform_telemetry_process (
  grain text not null check (grain in ('minute', 'hour')),
  at timestamptz not null,
  process text not null,
  observed double precision not null,
  cpu_seconds double precision not null,
  rss bigint not null,
  event_loop_p99 double precision not null,
  event_loop_max double precision not null,
  primary key (grain, at, process)
);
create table platform_slow_statement (
  hour timestamptz not null,
  route text not null,
  digest text not null,
  statement text not null,
  count bigint not null,
  seconds double precision not null,
  max double precision not null,
  request_id text,
  last_seen timestamptz not null,
  primary key (hour, route, digest)
);
create table platform_request_trace (
  id bigint generated always as identity primary key,
  request_id text not null,
  route text not null,
  status integer,
  started_at timestamptz not null,
  seconds double precision not null,
  database_seconds double precision not null,
  statement_count integer not null,
  statements jsonb not null
);
create index platform_request_trace_id on platform_request_trace (request_id);
create index platform_request_trace_age on platform_request_trace (started_at);

create table platform_problem (
  kind text not null,
  route text not null,
  digest text not null,
  what text not null,
  count bigint not null,
  most double precision not null,
  request_id text,
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  first_release text not null,
  last_release text not null,
  mailed_at timestamptz,
  primary key (kind, route, digest)
);
create index platform_problem_newest on platform_problem (last_seen);
create table platform_release (
  name text primary key,
  first_seen timestamptz not null
);`,
  },
]
