import type { ModuleMigration } from '#platform/database/migration.ts'

export const documentsMigrations: ModuleMigration[] = [
  {
    name: '20261122-30-commerce-documents-as-issued',
    sql: `
-- What a buyer adds for the invoice; personal, like the rest of the row.
alter table commerce_order_customer
  add column address_line1 text,
  add column address_line2 text,
  add column postal_code text,
  add column city text,
  add column region text,
  add column country text,
  add column tax_id text,
  -- Keys the digest of the buyer that the log holds: two random ids, erased with the row.
  add column salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  add column revision int not null default 0,
  -- The revision that the invoice printed. The row is not changed any more then.
  add column issued_revision int;
alter table commerce_order_customer add constraint commerce_order_customer_as_issued
  check (issued_revision is null or issued_revision = revision);

-- Numbers may begin anew each year; 0 for those that go on for ever.
alter table commerce_invoice add column year int not null default 0;
alter table commerce_invoice drop constraint commerce_invoice_pkey;
alter table commerce_invoice add primary key (kind, year, number);
alter table commerce_order add column invoice_year int;`,
  },
  {
    name: '20261122-b0-commerce-document-amounts',
    sql: `
-- What each document printed, in minor units, as its event says.
alter table commerce_invoice
  add column currency text,
  add column net_minor bigint,
  add column tax_minor bigint,
  add column total_minor bigint;
create index commerce_invoice_issued on commerce_invoice (issued_at desc, kind, year desc, number desc);`,
  },
]
