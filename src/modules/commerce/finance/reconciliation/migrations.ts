import type { ModuleMigration } from '#platform/database/migration.ts'

export const reconciliationMigrations: ModuleMigration[] = [
  {
    name: '20261121-10-commerce-reconciliation',
    sql: `
create table commerce_reconciliation (
  id uuid primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  since timestamptz not null,
  report jsonb,
  error text,
  started_by text not null default 'system:daily'
);
create index commerce_reconciliation_newest on commerce_reconciliation (started_at desc);

-- Where Stripe and the log say different things about a payment, and what became of it.
create table commerce_difference (
  id uuid primary key,
  -- The last comparison that found it; null for what the product recorded by itself.
  run_id uuid,
  intent_id text not null,
  order_id text,
  kind text not null check (kind in
    ('behind-stripe', 'missing-in-log', 'ahead-of-stripe', 'missing-at-stripe', 'unknown-order', 'lost-order')),
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
-- An append whose answer got lost is repeated: what came along with it is listed once all the same.
create unique index commerce_difference_automatic
  on commerce_difference (intent_id, md5(log_says || ' / ' || stripe_says)) where state = 'automatic' and run_id is null;

-- When Stripe was last asked for events that it could not deliver (product clock).
create table commerce_undelivered_mark (id int primary key check (id = 1), asked_at timestamptz not null);
insert into commerce_undelivered_mark (id, asked_at) values (1, 'epoch');

-- How far the provider's fees are collected; null before the first time, which begins before the first order.
create table commerce_fee_mark (
  id int primary key check (id = 1),
  collected_until timestamptz,
  refused boolean not null default false
);
insert into commerce_fee_mark (id) values (1);`,
  },
]
