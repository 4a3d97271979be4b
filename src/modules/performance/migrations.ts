import type { ModuleMigration } from '#platform/database/migration.ts'

export const performanceMigrations: ModuleMigration[] = [
  {
    name: '20261121-13-performance',
    sql: `
create table performance_page_load (
  id bigint generated always as identity primary key,
  route text not null,
  first_contentful_paint real,
  largest_contentful_paint real,
  dom_content_loaded real,
  load real,
  cumulative_layout_shift real,
  measured_at timestamptz not null
);
create index performance_page_load_newest on performance_page_load (measured_at);`,
  },
]
