import { searchColumn } from '#platform/database/contains-pattern.ts'
import type { ModuleMigration } from '#platform/database/migration.ts'
import { grantExecute, onlyGrows } from '#platform/database/rights.ts'
import { booksMigrations } from './finance/books/migrations.ts'
import { payoutMigrations } from './finance/payouts/migrations.ts'
import { reconciliationMigrations } from './finance/reconciliation/migrations.ts'
import { transferMigrations } from './payments/bank-transfers/migrations.ts'
import { pricesMigrations } from './pricing/migrations.ts'
import { quotesMigrations } from './quotes/migrations.ts'
import { withdrawalMigrations } from './withdrawals/migrations.ts'

export const commerceMigrations: ModuleMigration[] = [
  {
    name: '20261121-10-commerce',
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
  'certification_program', 250000, 'usd', true);

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
  -- Of the cards that paid it, the last four digits each.
  card_last4 text[] not null default '{}',
  flags text[] not null,
  disputed boolean not null,
  invoice_number int,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  invoice_year int,
  -- What a company pays has its id; every other order is of one person, and due at once.
  organization_id text,
  seats int not null default 1,
  due_at timestamptz
);
create unique index commerce_order_one_open on commerce_order (buyer_id, product_id) where open;
create index commerce_order_buyer on commerce_order (buyer_id, created_at desc);
create index commerce_order_newest on commerce_order (created_at desc, id);
create index commerce_order_intents on commerce_order using gin (intent_ids);
create index commerce_order_flagged on commerce_order (created_at desc) where flags <> '{}';
create index commerce_order_organization on commerce_order (organization_id, created_at desc)
  where organization_id is not null;
create index commerce_order_due on commerce_order (due_at) where due_at is not null;
-- Searches that finance makes, fast at any number of orders.
create index commerce_order_short on commerce_order (right(id::text, 8));
create index commerce_order_invoice on commerce_order (invoice_number) where invoice_number is not null;
create index commerce_order_status on commerce_order (status, created_at desc, id);
create index commerce_order_status_total on commerce_order (status, total_minor desc, id);
create index commerce_order_changed on commerce_order (updated_at desc, id);

-- The refusal of commerce_order by the name commerce_order_unpaid: the organization, or the account that orders for it, has
-- p_most orders besides this one that nobody has paid. Calls run one after the other, by the lock of the log's head.
create function commerce_limit_unpaid_orders(p_order uuid, p_buyer text, p_organization text, p_most int) returns void
language plpgsql
set search_path = public, pg_catalog, pg_temp
as $limit$
begin
  perform es.lock_head();
  if (select count(*) from commerce_order where (organization_id = p_organization or buyer_id = p_buyer)
    and organization_id is not null and status in ('pending', 'processing') and id <> p_order) >= p_most then
    raise exception 'Too many orders are not paid'
      using errcode = 'check_violation', table = 'commerce_order', constraint = 'commerce_order_unpaid';
  end if;
end
$limit$;
${grantExecute('commerce_limit_unpaid_orders')}

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
  company text,
  -- What a buyer adds for the invoice.
  address_line1 text,
  address_line2 text,
  postal_code text,
  city text,
  region text,
  country text,
  tax_id text,
  -- Keys the digest of the buyer that the log holds: two random ids, erased with the row.
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  revision int not null default 0,
  -- The revision that the invoice printed. The row is not changed any more then.
  issued_revision int,
  -- What VIES says of the tax id, and when it is asked next.
  tax_check jsonb,
  tax_check_next timestamptz,
  -- The payer's own number of the purchase order.
  reference text,
  ${searchColumn('search_form', [
    ...['first_name', 'last_name', 'company', 'email', 'reference', 'tax_id'],
    ...['address_line1', 'address_line2', 'postal_code', 'city'],
  ])},
  constraint commerce_order_customer_as_issued check (issued_revision is null or issued_revision = revision)
);
create index commerce_order_customer_tax on commerce_order_customer (tax_check_next) where tax_check is not null;
create index commerce_order_customer_user on commerce_order_customer (user_id);

-- Where an order came from: slugs and hosts, only of buyers who agreed. Deleted when the person is erased.
create table commerce_order_touch (
  order_id uuid primary key,
  user_id text not null,
  first_source text not null,
  last_source text not null,
  touches jsonb not null
);
create index commerce_order_touch_user on commerce_order_touch (user_id);

-- Numbers without a gap: each is taken in the transaction that stores the event which carries it.
create table commerce_invoice (
  kind text not null check (kind in ('invoice', 'credit-note', 'debit-note')),
  number int not null check (number > 0),
  order_id uuid not null,
  refund_id text,
  issued_at timestamptz not null,
  -- Numbers may begin anew each year; 0 for those that go on for ever.
  year int not null default 0,
  -- What the document printed, in minor units, as its event says.
  currency text,
  net_minor bigint,
  tax_minor bigint,
  total_minor bigint,
  -- What the tax was decided on.
  country text,
  buyers text,
  treatment text,
  percent text,
  primary key (kind, year, number),
  unique nulls not distinct (order_id, kind, refund_id)
);
create index commerce_invoice_issued on commerce_invoice (issued_at desc, kind, year desc, number desc);
-- Documents whose bytes were deleted at the end of their term.
create table commerce_document_deletion (
  kind text not null,
  -- 0 for numbers that go on for ever.
  year int not null default 0,
  number int not null,
  deleted_at timestamptz not null,
  primary key (kind, year, number)
);
-- The PDF of a document, in the transaction of its number; it has names of people. Deleted at the end of the document's term.
create table commerce_document_file (
  kind text not null,
  -- 0 for numbers that go on for ever.
  year int not null,
  number int not null,
  bytes bytea not null,
  -- When the copy outside the database was written: before the document is first handed out.
  copied_at timestamptz,
  primary key (kind, year, number)
);
-- A PDF is compressed.
alter table commerce_document_file alter column bytes set storage external;
${onlyGrows('commerce_document_deletion', 'commerce_invoice')}

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
-- Counted with every scrape of /metrics, however many events were applied since the site began.
create index commerce_stripe_inbox_unfinished on commerce_stripe_inbox (status) where status in ('new', 'parked', 'failed');

-- Buyers who want no mail about an open payment.
create table commerce_reminder_refusal (buyer_id text primary key, refused_at timestamptz not null default now());

-- Every mail that an order ever owed its buyer, and what became of it. Nothing is deleted here.
create table commerce_order_mail (
  key text primary key,
  order_id uuid not null,
  kind text not null,
  -- Which refund, payment try or request it is about.
  subject text,
  owed_at timestamptz not null,
  due_at timestamptz not null,
  state text not null check (state in ('owed', 'sent', 'failed', 'not-needed')),
  -- How often a person has had it sent again; jobs of earlier rounds do nothing.
  round int not null default 0,
  tries int not null default 0,
  -- When the try began that has not ended.
  trying_since timestamptz,
  last_error text,
  reason text,
  done_at timestamptz
);
create index commerce_order_mail_order on commerce_order_mail (order_id);
create index commerce_order_mail_unsent on commerce_order_mail (due_at, key) where state in ('owed', 'failed');

-- The daily mails to finance: what was told until when. A day without anything to look at has its line, too.
create table commerce_finance_report (
  day date primary key,
  told_at timestamptz not null,
  -- How far the log was read for flags.
  position bigint not null,
  mailed boolean not null
);
-- The first report begins where the log is now.
insert into commerce_finance_report (day, told_at, position, mailed)
select date '2000-01-01', now(), position, false from es.head;

-- Papers for the procurement of companies, which get each until its last day; the files are with the documents.
create table commerce_vendor_paper (
  id uuid primary key,
  kind text not null,
  title text not null,
  expires_on date,
  file text not null
);`,
  },
  ...booksMigrations,
  ...payoutMigrations,
  ...reconciliationMigrations,
  ...pricesMigrations,
  ...quotesMigrations,
  ...withdrawalMigrations,
  ...transferMigrations,
]
