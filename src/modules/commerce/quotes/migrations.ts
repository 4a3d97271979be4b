import { searchColumn } from '#platform/database/contains-pattern.ts'
import type { ModuleMigration } from '#platform/database/migration.ts'
import { grantExecute } from '#platform/database/rights.ts'

export const quotesMigrations: ModuleMigration[] = [
  {
    name: '20261121-10-commerce-quotes',
    sql: `
-- Every column follows from the events of quote-<id>.
create table commerce_quote (
  id uuid primary key,
  number int not null check (number > 0),
  owner_id text not null,
  organization_id uuid not null,
  product_name text not null,
  seats int not null,
  total_minor bigint not null,
  currency text not null,
  status text not null check (status in ('open', 'accepted', 'expired')),
  -- the first day of a cohort for this organization only
  private_start date,
  issued_at timestamptz not null,
  valid_until timestamptz not null,
  ended_at timestamptz,
  constraint commerce_quote_number unique (number)
);
create index commerce_quote_owner on commerce_quote (owner_id, issued_at desc);
create index commerce_quote_newest on commerce_quote (issued_at desc, number desc);
create index commerce_quote_due on commerce_quote (valid_until) where status = 'open';

-- Whom a quote is for, who accepted it, and its address: personal, hence beside the log. Gone with its owner.
create table commerce_quote_person (
  quote_id uuid primary key,
  owner_id text not null,
  token text not null unique,
  first_name text not null,
  last_name text not null,
  email text not null,
  company text not null,
  address_line1 text not null,
  address_line2 text not null,
  postal_code text not null,
  city text not null,
  region text not null,
  country text not null,
  tax_id text not null,
  accepted_by text,
  -- who handed it on to the person who signs, the last time
  forwarded_by text,
  forwarded_at timestamptz,
  reference text,
  ${searchColumn('search_form', [
    ...['first_name', 'last_name', 'company', 'email', 'reference', 'tax_id'],
    ...['address_line1', 'address_line2', 'postal_code', 'city'],
  ])}
);
create index commerce_quote_person_owner on commerce_quote_person (owner_id);

-- Records that a quote ended without an order, and gives its discounts back. Nothing happens once its order is placed: both
-- take the lock of the log's head first. Answers whether it did.
create function commerce_expire_quote(p_quote uuid, p_at timestamptz) returns boolean language plpgsql
set search_path = public, pg_catalog, pg_temp
as $expire$
begin
  perform es.lock_head();
  update commerce_quote set status = 'expired', ended_at = p_at where id = p_quote and status = 'open'
    and valid_until <= p_at and not exists (select from commerce_order where id = p_quote);
  if not found then return false; end if;
  perform es.append_fact('quote-' || p_quote, 'QuoteExpired', '{}', 'system:quotes', p_quote, p_at);
  perform commerce_give_back_discounts(p_quote, 'quote-ended', p_at);
  return true;
end
$expire$;
${grantExecute('commerce_expire_quote')}`,
  },
]
