import type { ModuleMigration } from '../database/migration.ts'

/**
 * The keys of all jobs ever owed. pg-boss forgets a job some days after it is done; a key must never come
 * back, or a mail would go out twice. pg-boss makes its own schema: see `prepare-jobs.ts`.
 */
export const jobsMigrations: ModuleMigration[] = [
  {
    name: '20261121-02-owed-jobs',
    sql: `
create table platform_owed_job (
  queue text not null,
  key text not null,
  primary key (queue, key)
);
`,
  },
]
