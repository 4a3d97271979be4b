import { searchColumn } from '#platform/database/contains-pattern.ts'
import type { ModuleMigration } from '#platform/database/migration.ts'
import { forApp } from '#platform/database/rights.ts'

export const leadsMigrations: ModuleMigration[] = [
  {
    name: '20261121-08-leads',
    sql: `
create table leads_lead (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text not null,
  company text not null,
  message text not null,
  lead_type text not null check (lead_type in ('normal_lead', 'whitepaper_download', 'pre_order_book')),
  status text not null check (status in ('new', 'contacted', 'qualified', 'closed', 'quarantined')),
  quarantine_reason text,
  source text,
  -- As orders have them: a slug or a host, by the first and by the last touch.
  first_source text,
  last_source text,
  attribution jsonb not null default '{}',
  -- A keyed digest of the sender's address: enough to count, useless to anybody without the key.
  address_digest bytea not null,
  created_at timestamptz not null,
  -- The figures of a calculator report that the sender asked to have mailed.
  report jsonb,
  owner text,
  ${searchColumn('search_form', ['name', 'company', 'message'])},
  -- Apart, because not every reader of leads may find them by it.
  ${searchColumn('contact_form', ['email', "regexp_replace(phone, '\\D', '', 'g')"])}
);
create index leads_lead_newest on leads_lead (created_at desc);
create index leads_lead_address on leads_lead (address_digest, created_at);
create index leads_lead_person on leads_lead (email);
-- The inbox counts all leads by type, source and status with every page: from an index of 7 bytes a lead, not from the leads.
create index leads_lead_counts on leads_lead (status, lead_type, source);

create table leads_note (
  id uuid primary key,
  lead_id uuid not null references leads_lead (id) on delete cascade,
  author text not null,
  at timestamptz not null,
  text text not null
);
create index leads_note_lead on leads_note (lead_id, at);
-- Notes are never changed. They go with their lead, which the foreign key does as the owner of the table.
create trigger only_grows before update or truncate on leads_note
  for each statement execute function platform_refuse_change();
${forApp('revoke all on leads_note from %I', 'grant select, insert on leads_note to %I')}

create table leads_saved_filter (
  id uuid primary key,
  username text not null,
  name text not null,
  query jsonb not null
);
create unique index leads_saved_filter_name on leads_saved_filter (username, lower(name));`,
  },
]
