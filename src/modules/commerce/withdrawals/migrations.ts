import type { ModuleMigration } from '#platform/database/migration.ts'

export const withdrawalMigrations: ModuleMigration[] = [
  {
    name: '20261127-10-commerce-withdrawals',
    sql: `
create table commerce_withdrawal (
  id uuid primary key,
  received_at timestamptz not null,
  -- a case of the terms; null for a withdrawal by law
  refund_case text,
  -- as stated; empty once the person is erased
  name text not null,
  order_number text not null,
  email text not null,
  -- the order with this number that was bought with this address
  order_id uuid,
  state text not null check (state in ('received', 'paying', 'refunded', 'waiting', 'refused', 'nothing')),
  amount_minor bigint not null default 0,
  currency text,
  decision text not null default '',
  answer text not null default '',
  answered_by text,
  answered_at timestamptz
);
create index commerce_withdrawal_newest on commerce_withdrawal (received_at desc);
create index commerce_withdrawal_email on commerce_withdrawal (email);
create index commerce_withdrawal_waiting on commerce_withdrawal (received_at) where state = 'waiting';`,
  },
]
