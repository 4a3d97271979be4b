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
  notes text not null default '',
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
    name: '20261122-85-leads-thank-you',
    sql: `
-- Which leads were granted a mail to their sender. The mailbox is a keyed digest: enough to count.
create table leads_thank_you (
  lead_id uuid primary key,
  mailbox bytea not null,
  granted_at timestamptz not null
);
create index leads_thank_you_mailbox on leads_thank_you (mailbox, granted_at);
create index leads_thank_you_granted on leads_thank_you (granted_at);`,
  },
  {
    name: '20261122-86-leads-older-spellings',
    // Leads from before addresses had one form, with an international domain as it was typed.
    sql: `create index leads_lead_older_spelling on leads_lead (email)
      where octet_length(email) <> char_length(email)`,
  },
]
