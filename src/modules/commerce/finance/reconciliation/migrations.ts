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
  {
    name: '20261121-96-commerce-automatic-once',
    sql: `
-- An append whose answer got lost is repeated: what came along with it is listed once all the same.
delete from commerce_difference a using commerce_difference b
where a.state = 'automatic' and b.state = 'automatic' and a.run_id is null and b.run_id is null
  and a.intent_id = b.intent_id and a.log_says = b.log_says and a.stripe_says = b.stripe_says and a.id > b.id;
create unique index commerce_difference_automatic
  on commerce_difference (intent_id, md5(log_says || ' / ' || stripe_says)) where state = 'automatic' and run_id is null;`,
  },
  {
    name: '20261121-97-commerce-lost-orders',
    sql: `
alter table commerce_difference drop constraint commerce_difference_kind_check;
alter table commerce_difference add constraint commerce_difference_kind_check check (kind in
  ('behind-stripe', 'missing-in-log', 'ahead-of-stripe', 'missing-at-stripe', 'unknown-order', 'lost-order'));`,
  },
  {
    name: '20261122-40-commerce-open-at-provider',
    sql: `
-- Orders of earlier releases whose dispute, refund or further payment may be open at Stripe: each is asked about once,
-- and goes on being asked about while something is open.
insert into commerce_order_check (order_id, changed_at, next_check_at)
select id, updated_at, now() from commerce_order where cardinality(intent_ids) > 1 or exists (
  select from es.events where stream_id = 'order-' || commerce_order.id::text
    and type in ('DisputeObserved', 'RefundObserved')
    and data->>'state' not in ('succeeded', 'failed', 'canceled'))
on conflict (order_id) do nothing;`,
  },
  {
    name: '20261122-41-commerce-fee-mark',
    sql: `
-- How far the provider's fees are collected; null before the first time, which begins before the first order.
create table commerce_fee_mark (
  id int primary key check (id = 1),
  collected_until timestamptz,
  refused boolean not null default false
);
insert into commerce_fee_mark (id) values (1);`,
  },
]
