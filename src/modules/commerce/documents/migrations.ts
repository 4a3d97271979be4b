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
update commerce_order_customer set issued_revision = revision
  where order_id in (select order_id from commerce_invoice where kind = 'invoice');
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
-- What each document printed, in minor units, as its event says. Documents of releases that did not record it have a
-- total only: what their tax was, the log does not tell.
alter table commerce_invoice
  add column currency text,
  add column net_minor bigint,
  add column tax_minor bigint,
  add column total_minor bigint;
create function commerce_document_amounts(d commerce_invoice)
returns table (currency text, net bigint, tax bigint, total bigint) language sql stable as $$
  select coalesce(e.data->'printed'->>'currency', e.data->>'currency', placed.data->>'currency'),
    (e.data->'printed'->>'net')::bigint,
    (e.data->'printed'->>'tax')::bigint,
    coalesce(e.data->'printed'->>'total', e.data->>'amount', placed.data->>'unitPrice')::bigint
  from es.events e
  join es.events placed on placed.stream_id = e.stream_id and placed.type = 'OrderPlaced'
  where e.stream_id = 'order-' || d.order_id
    and e.type = case d.kind when 'invoice' then 'InvoiceIssued' when 'credit-note' then 'CreditNoteIssued'
      else 'DebitNoteIssued' end
    and d.refund_id is not distinct from e.data->>'refundId'
    and (e.data->>'number')::int = d.number
$$;
-- The table only grows, but for the owner who adds what the log tells.
alter table commerce_invoice disable trigger only_grows;
update commerce_invoice d
  set (currency, net_minor, tax_minor, total_minor) = (select a.* from commerce_document_amounts(d) a);
alter table commerce_invoice enable trigger only_grows;
-- Processes of the release before go on issuing documents while they are replaced. They store the number after the event.
create function commerce_fill_document_amounts() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  select a.* into new.currency, new.net_minor, new.tax_minor, new.total_minor from commerce_document_amounts(new) a;
  return new;
end $$;
create trigger amounts_of_the_log before insert on commerce_invoice
  for each row when (new.total_minor is null) execute function commerce_fill_document_amounts();
create index commerce_invoice_issued on commerce_invoice (issued_at desc, kind, year desc, number desc);`,
  },
  {
    name: '20261123-z3-commerce-document-amounts-of-lines',
    sql: `
-- As before; an order of version 2 costs what its lines come to.
create or replace function commerce_document_amounts(d commerce_invoice)
returns table (currency text, net bigint, tax bigint, total bigint) language sql stable as $$
  select coalesce(e.data->'printed'->>'currency', e.data->>'currency', placed.data->>'currency'),
    (e.data->'printed'->>'net')::bigint,
    (e.data->'printed'->>'tax')::bigint,
    coalesce((e.data->'printed'->>'total')::bigint, (e.data->>'amount')::bigint, (placed.data->>'unitPrice')::bigint,
      (select sum(greatest(0, (line->>'quantity')::bigint * (line->>'unitPrice')::bigint - (
          select coalesce(sum((discount->>'amount')::bigint), 0) from jsonb_array_elements(line->'discounts') discount
        ))) from jsonb_array_elements(placed.data->'lines') line)::bigint)
  from es.events e
  join es.events placed on placed.stream_id = e.stream_id and placed.type = 'OrderPlaced'
  where e.stream_id = 'order-' || d.order_id
    and e.type = case d.kind when 'invoice' then 'InvoiceIssued' when 'credit-note' then 'CreditNoteIssued'
      else 'DebitNoteIssued' end
    and d.refund_id is not distinct from e.data->>'refundId'
    and (e.data->>'number')::int = d.number
$$;`,
  },
]
