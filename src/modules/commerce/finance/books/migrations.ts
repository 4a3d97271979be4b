import type { ModuleMigration } from '#platform/database/migration.ts'
import { onlyGrows } from '#platform/database/rights.ts'

/** Everything that the books keep beside the log. The first two tables are functions of it and may be refilled. */
export const booksMigrations: ModuleMigration[] = [
  {
    name: '20261121-10-commerce-books',
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
  -- Null for what a bank transfer moves beside any order.
  order_id uuid,
  -- When the provider moved the money.
  booked_at timestamptz not null,
  -- When the event was recorded.
  recorded_at timestamptz not null,
  -- One event may move a figure on two dates: money that went there and back before it was seen.
  primary key (position, kind, currency, booked_at)
);
create index commerce_book_entry_booked on commerce_book_entry (booked_at, position);
create index commerce_book_entry_order on commerce_book_entry (order_id);
create index commerce_book_entry_recorded on commerce_book_entry (recorded_at, position);

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
${onlyGrows('commerce_book_entry', 'commerce_signed_head', 'commerce_order_reading')}`,
  },
]
