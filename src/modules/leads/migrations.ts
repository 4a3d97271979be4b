import type { ModuleMigration } from '#platform/database/migration.ts'

export const leadsMigrations: ModuleMigration[] = [
  {
    name: '20261121-30-leads-leads',
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
  attribution jsonb not null default '{}',
  -- A keyed digest of the sender's address: enough to count, useless to anybody without the key.
  address_digest bytea not null,
  created_at timestamptz not null
);
create index leads_lead_newest on leads_lead (created_at desc);
create index leads_lead_address on leads_lead (address_digest, created_at);
create index leads_lead_person on leads_lead (lower(email));`,
  },
  {
    name: '20261121-93-leads-report',
    // The figures of a calculator report that the sender asked to have mailed.
    sql: 'alter table leads_lead add column report jsonb',
  },
  {
    name: '20261122-86-leads-older-spellings',
    // Leads from before addresses had one form, with an international domain as it was typed.
    sql: `create index leads_lead_older_spelling on leads_lead (email)
      where octet_length(email) <> char_length(email)`,
  },
  {
    name: '20261122-c0-leads-notes-owners',
    sql: `
alter table leads_lead add column owner text;
create table leads_note (
  id uuid primary key,
  lead_id uuid not null references leads_lead (id) on delete cascade,
  author text,
  at timestamptz not null,
  text text not null
);
create index leads_note_lead on leads_note (lead_id, at);
-- Notes are never changed. They go with their lead, which the foreign key does as the owner of the table.
create trigger only_grows before update or truncate on leads_note
  for each statement execute function platform_refuse_change();
do $grants$
declare
  v_app text := coalesce(nullif(current_setting('veralead.app_role', true), ''), 'veralead_app');
begin
  if v_app <> current_user and exists (select from pg_roles where rolname = v_app) then
    execute format('revoke all on leads_note from %I', v_app);
    execute format('grant select, insert on leads_note to %I', v_app);
  end if;
end
$grants$;
create table leads_saved_filter (
  id uuid primary key,
  username text not null,
  name text not null,
  query jsonb not null
);
create unique index leads_saved_filter_name on leads_saved_filter (username, lower(name));`,
  },
  {
    name: '20261122-f0-leads-counts',
    // The inbox counts all leads by type, source and status with every page: from an index of 7 bytes a lead, not from the leads.
    // Leads cannot be stored while it is made: where there are many, it is made before the deploy (docs/operations.md).
    sql: 'create index if not exists leads_lead_counts on leads_lead (status, lead_type, source)',
  },
]
