import type { ModuleMigration } from '#platform/database/migration.ts'

export const reconciliationMigrations: ModuleMigration[] = [
  {
    name: '20261121-95-commerce-differences',
    sql: `
alter table commerce_reconciliation add column started_by text not null default 'system:daily';

-- Where Stripe and the log say different things about a payment, and what became of it.
create table commerce_difference (
  id uuid primary key,
  -- The last comparison that found it; null for what the product recorded by itself.
  run_id uuid,
  intent_id text not null,
  order_id text,
  kind text not null check (kind in
    ('behind-stripe', 'missing-in-log', 'ahead-of-stripe', 'missing-at-stripe', 'unknown-order')),
  log_says text not null,
  stripe_says text not null,
  cause text not null,
  state text not null check (state in ('open', 'recorded', 'foreign', 'automatic')),
  found_at timestamptz not null,
  settled_at timestamptz,
  -- A username, or who of the product itself (such as system:reconciler).
  settled_by text,
  check ((state = 'open') = (settled_at is null))
);
create unique index commerce_difference_open on commerce_difference (intent_id) where state = 'open';
create index commerce_difference_intent on commerce_difference (intent_id);
create index commerce_difference_settled on commerce_difference (settled_at desc, id) where state <> 'open';

-- When Stripe was last asked for events that it could not deliver (product clock).
create table commerce_undelivered_mark (id int primary key check (id = 1), asked_at timestamptz not null);
insert into commerce_undelivered_mark (id, asked_at) values (1, 'epoch');`,
  },
]
