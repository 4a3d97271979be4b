import type { ModuleMigration } from '../database/migration.ts'

export const telemetryMigrations: ModuleMigration[] = [
  {
    name: '20261121-01-platform-telemetry',
    sql: `create table platform_telemetry_minute (
      minute timestamptz not null,
      process text not null,
      category text not null,
      name text not null,
      count integer not null,
      average double precision not null,
      max double precision not null,
      p95 double precision not null,
      primary key (minute, process, category, name)
    )`,
  },
]
