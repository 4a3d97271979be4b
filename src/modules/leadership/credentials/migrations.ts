import { searchColumn } from '#platform/database/contains-pattern.ts'
import type { ModuleMigration } from '#platform/database/migration.ts'
import { forApp } from '#platform/database/rights.ts'

export const credentialMigrations: ModuleMigration[] = [
  {
    name: '20261121-12-leadership-credentials',
    sql: `
create table program_credential (
  id text primary key,
  order_id uuid not null unique,
  buyer_id text not null,
  cohort_id uuid not null,
  awarded_at timestamptz not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  key_id text not null,
  document_digest text not null,
  status_index int not null unique,
  disputed boolean not null,
  held boolean not null,
  revoked text check (revoked in ('refunded', 'dispute', 'person', 'erased')),
  changed_at timestamptz not null,
  version int not null,
  -- in no event: goes when the person is erased
  reason text,
  renewal_asked_at timestamptz,
  unpaid boolean not null default false
);
create index program_credential_buyer on program_credential (buyer_id);
create index program_credential_cohort on program_credential (cohort_id);
create index program_credential_newest on program_credential (awarded_at desc, id);

-- Personal data: the events have its digest only.
create table program_credential_document (
  credential_id text primary key,
  name text not null,
  document text not null,
  ${searchColumn('search_form', ['name'])}
);

create table program_credential_status (
  status_index int primary key check (status_index >= 0),
  credential_id text not null,
  replaced boolean not null default false
);
create index program_credential_status_of on program_credential_status (credential_id);

create table program_credential_key (
  id text primary key,
  first_used_at timestamptz not null,
  -- Set by the owner of the table when somebody else knows the private half.
  compromised_at timestamptz
);
-- A marked row is what keeps a key out: the site adds keys, and only the owner of the table marks them.
${forApp('revoke update, delete, truncate on program_credential_key from %I')}

create table program_credential_choice (
  order_id uuid primary key,
  name text,
  is_public boolean not null default false
);`,
  },
]
