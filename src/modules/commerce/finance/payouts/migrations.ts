import type { ModuleMigration } from '#platform/database/migration.ts'

export const payoutMigrations: ModuleMigration[] = [
  {
    name: '20261127-10-commerce-payouts',
    sql: `
-- Payouts as Stripe states them; everything here can be read again from Stripe.
create table commerce_payout (
  id text primary key,
  amount_minor bigint not null,
  currency text not null,
  status text not null,
  -- Stripe cannot itemise a manual payout.
  automatic boolean not null,
  -- Its items are all here.
  itemised boolean not null,
  failure text,
  arrives_at timestamptz not null,
  created_at timestamptz not null
);
create index commerce_payout_newest on commerce_payout (arrives_at desc, id);
create index commerce_payout_amount on commerce_payout (amount_minor);
create table commerce_payout_item (
  payout_id text not null references commerce_payout,
  id text not null,
  category text not null,
  description text,
  amount_minor bigint not null,
  fee_minor bigint not null,
  subject text not null,
  intent_id text,
  created_at timestamptz not null,
  primary key (payout_id, id)
);`,
  },
]
