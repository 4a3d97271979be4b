import type { ModuleMigration } from '../database/migration.ts'

/**
 * The outbox: jobs of committed transactions that pg-boss does not have yet. And the keys of all jobs ever stored: pg-boss
 * forgets a job some days after it is done; a key must never be accepted again, or a mail would go out twice. pg-boss makes
 * its own schema: see `prepare-jobs.ts`.
 */
export const jobsMigrations: ModuleMigration[] = [
  {
    name: '20261121-04-jobs',
    sql: `
create table platform_owed_job (
  queue text not null,
  key text not null,
  primary key (queue, key)
);
create table platform_job_outbox (
  id bigint generated always as identity,
  queue text not null,
  owed_at timestamptz not null default now(),
  -- [{ id, key, data, delay }], the delay in milliseconds after owed_at.
  jobs jsonb not null,
  primary key (queue, id)
);
`,
  },
]
