import type { ModuleMigration } from '#platform/database/migration.ts'
import { onlyGrows } from '#platform/database/only-grows.ts'
import { checkoutMigrations } from './checkout/migrations.ts'
import { documentsMigrations } from './documents/migrations.ts'
import { booksMigrations } from './finance/books/migrations.ts'
import { mailMigrations } from './finance/mails/migrations.ts'
import { reconciliationMigrations } from './finance/reconciliation/migrations.ts'
import { orderMigrations } from './orders/migrations.ts'
import { pricesMigrations } from './prices/migrations.ts'
import { quotesMigrations } from './quotes/migrations.ts'
import { transferMigrations } from './transfers/migrations.ts'

/** Columns of the read-model row; the rebuild makes its shadow table from the same text. */
export const commerceMigrations: ModuleMigration[] = [
  {
    name: '20261121-20-commerce-products',
    sql: `
create table commerce_product (
  id uuid primary key,
  stripe_product_id text not null unique,
  name text not null,
  description text not null,
  type text not null,
  price_minor bigint not null check (price_minor > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  active boolean not null,
  created_at timestamptz not null default now()
);
create index commerce_product_type on commerce_product (type) where active;
insert into commerce_product (id, stripe_product_id, name, description, type, price_minor, currency, active) values (
  '5f0d3a52-6c1e-4c8b-9a44-1b7c2e90d6af', 'prod_authentic_leader_certification',
  'Authentic Leader Certification',
  'A 12-week, cohort-based leadership certification with live labs and two private coaching sessions.',
  'certification_program', 250000, 'usd', true);`,
  },
  {
    name: '20261121-21-commerce-orders',
    sql: `
-- What lists and searches read. Every column is a function of the order's events: it may be deleted and rebuilt.
create table commerce_order (
  id uuid primary key,
  version int not null,
  status text not null check (status in ('pending', 'processing', 'completed', 'cancelled', 'refunded')),
  -- True while this order is the one that its buyer goes on paying.
  open boolean not null,
  buyer_id text not null,
  product_id text not null,
  product_name text not null,
  total_minor bigint not null,
  received_minor bigint not null,
  refunded_minor bigint not null,
  currency text not null,
  intent_ids text[] not null,
  flags text[] not null,
  disputed boolean not null,
  invoice_number int,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index commerce_order_one_open on commerce_order (buyer_id, product_id) where open;
create index commerce_order_buyer on commerce_order (buyer_id, created_at desc);
create index commerce_order_newest on commerce_order (created_at desc, id);
create index commerce_order_intents on commerce_order using gin (intent_ids);
create index commerce_order_flagged on commerce_order (created_at desc) where flags <> '{}';

-- Which orders the reconciler still looks after, and when next (product clock).
create table commerce_order_check (
  order_id uuid primary key,
  changed_at timestamptz not null,
  next_check_at timestamptz not null
);
create index commerce_order_check_due on commerce_order_check (next_check_at);

-- The buyer as of the order: personal, hence beside the log. Emptied when the person is erased.
create table commerce_order_customer (
  order_id uuid primary key,
  user_id text not null,
  first_name text not null,
  last_name text not null,
  email text not null,
  company text
);
create index commerce_order_customer_user on commerce_order_customer (user_id);

-- Numbers without a gap: each is taken in the transaction that stores the event which carries it.
create table commerce_invoice (
  kind text not null check (kind in ('invoice', 'credit-note')),
  number int not null check (number > 0),
  order_id uuid not null,
  refund_id text,
  issued_at timestamptz not null,
  primary key (kind, number),
  unique nulls not distinct (order_id, kind, refund_id)
);

-- Mailed documents: at most once per order and day, and whether it went out.
create table commerce_document_mail (
  order_id uuid primary key,
  owed_at timestamptz not null,
  state text not null check (state in ('owed', 'sent', 'failed'))
);`,
  },
  {
    name: '20261121-22-commerce-inbox',
    sql: `
create table commerce_stripe_inbox (
  event_id text primary key,
  type text not null,
  api_version text,
  livemode boolean not null,
  created timestamptz not null,
  received_at timestamptz not null,
  -- The verified body; emptied when it is old or its person is erased. The digest stays.
  raw bytea,
  raw_digest bytea not null,
  object_id text,
  intent_id text,
  order_id text,
  status text not null check (status in ('new', 'applied', 'ignored', 'foreign', 'parked', 'failed')),
  attempts int not null default 0,
  next_try timestamptz,
  last_error text
);
create index commerce_stripe_inbox_due on commerce_stripe_inbox (next_try) where next_try is not null;
create index commerce_stripe_inbox_newest on commerce_stripe_inbox (received_at desc, event_id);
create index commerce_stripe_inbox_order on commerce_stripe_inbox (order_id) where order_id is not null;
create index commerce_stripe_inbox_raw on commerce_stripe_inbox (received_at) where raw is not null;

create table commerce_reconciliation (
  id uuid primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  since timestamptz not null,
  report jsonb,
  error text
);
create index commerce_reconciliation_newest on commerce_reconciliation (started_at desc);`,
  },
  {
    name: '20261121-23-commerce-debit-notes',
    sql: `
alter table commerce_invoice drop constraint commerce_invoice_kind_check;
alter table commerce_invoice add constraint commerce_invoice_kind_check
  check (kind in ('invoice', 'credit-note', 'debit-note'));`,
  },
  {
    name: '20261121-24-commerce-reminders',
    sql: `
-- Orders whose buyer was reminded of an open payment: once each.
create table commerce_reminder (order_id uuid primary key);
-- Buyers who want no such mail.
create table commerce_reminder_refusal (buyer_id text primary key, refused_at timestamptz not null default now());`,
  },
  ...booksMigrations,
  {
    name: '20261121-25-commerce-document-retention',
    sql: `
-- The document's bytes are gone for good, its number is not.
alter table commerce_invoice add column deleted_at timestamptz;
create index commerce_invoice_kept on commerce_invoice (issued_at) where deleted_at is null;`,
  },
  ...reconciliationMigrations,
  {
    name: '20261122-51-commerce-only-grows',
    sql: `
-- Documents whose bytes were deleted at the end of their term. The row of the number stays as it is; its column
-- deleted_at, where this stood before, is not written any more.
create table commerce_document_deletion (
  kind text not null,
  -- 0 for numbers that go on for ever.
  year int not null default 0,
  number int not null,
  deleted_at timestamptz not null,
  primary key (kind, year, number)
);
insert into commerce_document_deletion (kind, number, deleted_at)
  select kind, number, deleted_at from commerce_invoice where deleted_at is not null;
${onlyGrows(
  'commerce_document_deletion',
  'commerce_book_entry',
  'commerce_invoice',
  'commerce_signed_head',
  'commerce_order_reading',
)}`,
  },
  {
    name: '20261122-10-commerce-edited-payments',
    sql: `
-- A payment whose order id was edited at Stripe used to be taken out of its order, and counts again. Those orders are
-- looked at, which brings their rows up to date, and the books are made anew from the log.
insert into commerce_order_check (order_id, changed_at, next_check_at)
select id, now(), now() from commerce_order where array_to_string(flags, ' ') like '%wrong-order:%'
on conflict (order_id) do update set next_check_at = excluded.next_check_at;
update commerce_book_mark set position = 0;
delete from commerce_book_entry;`,
  },
  {
    name: '20261122-97-commerce-inbox-unfinished',
    sql: `
-- Counted with every scrape of /metrics, however many events were applied since the site began.
create index commerce_stripe_inbox_unfinished on commerce_stripe_inbox (status) where status in ('new', 'parked', 'failed');`,
  },
  ...mailMigrations,
  ...documentsMigrations,
  ...pricesMigrations,
  ...quotesMigrations,
  ...checkoutMigrations,
  ...orderMigrations,
  ...transferMigrations,
]
