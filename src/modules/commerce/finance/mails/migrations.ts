import type { ModuleMigration } from '#platform/database/migration.ts'

export const mailMigrations: ModuleMigration[] = [
  {
    name: '20261122-60-commerce-order-mails',
    sql: `
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
create index commerce_order_mail_unsent on commerce_order_mail (due_at, key) where state in ('owed', 'failed');`,
  },
  {
    name: '20261122-61-commerce-finance-report',
    sql: `
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
select date '2000-01-01', now(), position, false from es.head;`,
  },
]
