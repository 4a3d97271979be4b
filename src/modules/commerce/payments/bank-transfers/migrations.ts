import { searchColumn } from '#platform/database/contains-pattern.ts'
import type { ModuleMigration } from '#platform/database/migration.ts'

export const transferMigrations: ModuleMigration[] = [
  {
    name: '20261121-10-commerce-transfers',
    sql: `
-- Money that arrived by bank transfer. Every column follows from the events of transfer-<id> and of orders.
create table commerce_transfer (
  id uuid primary key,
  source text not null check (source in ('statement', 'stripe')),
  digest text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  booked_on text not null,
  applied_minor bigint not null default 0,
  returned_minor bigint not null default 0 check (returned_minor >= 0),
  recorded_at timestamptz not null,
  -- Since when a transfer counts as recorded by mistake.
  voided_at timestamptz,
  -- What the bank took back of a transfer although it had been sent back before.
  beyond_minor bigint not null default 0 check (beyond_minor >= 0),
  -- The import of a statement that recorded it; null for money at Stripe.
  import_id uuid,
  constraint commerce_transfer_spent check (applied_minor + returned_minor - beyond_minor <= amount_minor),
  constraint commerce_transfer_voided check (voided_at is null or applied_minor + returned_minor = 0),
  -- What lists cannot answer is not stored.
  constraint commerce_transfer_booked_on check (to_char(booked_on::date, 'YYYY-MM-DD') = booked_on)
);
create index commerce_transfer_newest on commerce_transfer (recorded_at desc, id);
create index commerce_transfer_unassigned on commerce_transfer (recorded_at desc, id)
  where applied_minor + returned_minor <> amount_minor;
create index commerce_transfer_booked on commerce_transfer (booked_on);
create index commerce_transfer_import on commerce_transfer (import_id);
create index commerce_transfer_amount on commerce_transfer (amount_minor);

-- What an order has of a transfer. The order's events name it by use_id: of the second time on it has a number. It is negative
-- if the order had refunded a part before the bank took all of the transfer: its payer has that part twice.
create table commerce_transfer_use (
  order_id uuid not null,
  use_id text not null,
  transfer_id uuid not null,
  applied_minor bigint not null check (applied_minor > 0),
  withdrawn_minor bigint not null default 0 check (withdrawn_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  primary key (order_id, use_id),
  constraint commerce_transfer_use_left check (withdrawn_minor <= applied_minor and refunded_minor <= applied_minor)
);
create index commerce_transfer_use_transfer on commerce_transfer_use (transfer_id);

-- What went back without an order: the bank took it, or it was sent back.
create table commerce_transfer_return (
  return_id text primary key,
  transfer_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  reason text not null,
  returned_at timestamptz not null
);
create index commerce_transfer_return_transfer on commerce_transfer_return (transfer_id);

-- Who sent it and what they wrote: personal, hence beside the log. Emptied when the person is erased.
create table commerce_transfer_sender (
  transfer_id uuid primary key,
  name text,
  account text,
  remittance text not null,
  ${searchColumn('search_form', ['name', 'remittance', 'account'])}
);

-- What a transfer of a statement is recognized by in other files: the bank's id for it, what it says, and the line of a table.
-- Of equal ones the ordinal counts, so that only one import can record each of them.
create table commerce_transfer_identity (
  kind text not null check (kind in ('bank', 'same', 'line')),
  digest text not null,
  ordinal integer not null,
  transfer_id uuid not null,
  format text not null check (format in ('camt', 'csv')),
  primary key (kind, digest, ordinal)
);
create index commerce_transfer_identity_transfer on commerce_transfer_identity (transfer_id);

-- Entries of statements that a person has to look at. Text and account are personal: emptied when the entry is settled.
create table commerce_transfer_unmatched (
  key text primary key,
  kind text not null check (kind in ('reversal', 'bounced')),
  reason text not null check (reason in ('no-transfer', 'several-transfers', 'own-payment', 'perhaps-reversal')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  booked_on text not null,
  remittance text not null,
  account text,
  import_id uuid not null,
  recorded_at timestamptz not null,
  settled_at timestamptz,
  -- Who settled it, by id.
  settled_by text,
  -- What lists cannot answer is not stored.
  constraint commerce_transfer_unmatched_booked_on check (to_char(booked_on::date, 'YYYY-MM-DD') = booked_on)
);
create index commerce_transfer_unmatched_open on commerce_transfer_unmatched (booked_on) where settled_at is null;

-- How the CSV files of an account with these columns were read last.
create table commerce_csv_choice (
  account text not null,
  names text not null,
  choice jsonb not null,
  chosen_at timestamptz not null,
  primary key (account, names)
);

-- The customer at Stripe in whose cash balance the transfers of an organization arrive.
create table commerce_stripe_customer (
  organization_id uuid primary key,
  customer_id text not null unique,
  created_at timestamptz not null
);

-- Payments at Stripe that wait for bank transfers, and where their money is sent: printed on the invoice.
create table commerce_bank_payment (
  intent_id text primary key,
  order_id uuid not null,
  customer_id text not null,
  rows jsonb not null,
  reference text not null,
  made_at timestamptz not null
);
-- In whose cash balance a transfer arrived.
create table commerce_stripe_transfer (
  transfer_id uuid primary key,
  customer_id text not null
);
create index commerce_bank_payment_order on commerce_bank_payment (order_id, made_at desc);`,
  },
]
