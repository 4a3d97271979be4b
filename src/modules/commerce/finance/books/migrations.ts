import type { ModuleMigration } from '#platform/database/migration.ts'

/** Everything that the books keep beside the log. The first two tables are functions of it and may be refilled. */
export const booksMigrations: ModuleMigration[] = [
  {
    name: '20261121-28-commerce-books',
    sql: `
-- How far the books have read the log.
create table commerce_book_mark (
  id int primary key check (id = 1),
  position bigint not null
);
insert into commerce_book_mark (id, position) values (1, 0);
-- By how much each event moved a figure. The sum of a figure's entries is the figure.
create table commerce_book_entry (
  position bigint not null,
  kind text not null check (kind in ('received', 'refunded', 'disputed', 'fees', 'unassigned')),
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  order_id uuid not null,
  booked_at timestamptz not null,
  primary key (position, kind, currency)
);
create index commerce_book_entry_booked on commerce_book_entry (booked_at, position);
create index commerce_book_entry_order on commerce_book_entry (order_id);

-- Heads of the log that were signed and sent away: what the log must still contain.
create table commerce_signed_head (
  position bigint not null,
  hash text not null,
  signed_at timestamptz not null,
  signature text not null,
  primary key (signed_at, position)
);

-- Who looked at whose order, and when (product clock). Repeats within a minute are one.
create table commerce_order_reading (
  order_id uuid,
  staff_id text not null,
  username text not null,
  what text not null,
  read_at timestamptz not null,
  unique nulls not distinct (order_id, staff_id, what, read_at)
);
create index commerce_order_reading_newest on commerce_order_reading (read_at desc);

-- Searches that finance makes, fast at any number of orders.
create index commerce_order_short on commerce_order (right(id::text, 8));
create index commerce_order_invoice on commerce_order (invoice_number) where invoice_number is not null;
create index commerce_order_status on commerce_order (status, created_at desc, id);
create index commerce_order_changed on commerce_order (updated_at desc, id);`,
  },
  {
    // The log is read again from its beginning: every entry gets both dates.
    name: '20261122-70-commerce-books-dates',
    sql: `
-- The table only grows, but for the owner who makes the books anew.
alter table commerce_book_entry disable trigger only_grows;
truncate commerce_book_entry;
alter table commerce_book_entry enable trigger only_grows;
update commerce_book_mark set position = 0;
-- booked_at: when the provider moved the money. recorded_at: when the event was recorded.
alter table commerce_book_entry add column recorded_at timestamptz not null;
-- One event may move a figure on two dates: money that went there and back before it was seen.
alter table commerce_book_entry drop constraint commerce_book_entry_pkey;
alter table commerce_book_entry add primary key (position, kind, currency, booked_at);
create index commerce_book_entry_recorded on commerce_book_entry (recorded_at, position);`,
  },
  {
    name: '20261122-m1-commerce-orders-by-amount',
    // Otherwise every order of the status is read and sorted for one page.
    sql: 'create index commerce_order_status_total on commerce_order (status, total_minor desc, id);',
  },
  {
    // The log is read again from its beginning: money of bank transfers that no order has is booked, too.
    name: '20261126-n1-commerce-books-transfers',
    sql: `
alter table commerce_book_entry disable trigger only_grows;
truncate commerce_book_entry;
alter table commerce_book_entry enable trigger only_grows;
update commerce_book_mark set position = 0;
-- Null for what a bank transfer moves beside any order.
alter table commerce_book_entry alter column order_id drop not null;`,
  },
]
