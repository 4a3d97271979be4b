import type { ModuleMigration } from '#platform/database/migration.ts'

export const credentialMigrations: ModuleMigration[] = [
  {
    name: '20261123-v1-leadership-credentials',
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
  renewal_asked_at timestamptz
);
create index program_credential_buyer on program_credential (buyer_id);
create index program_credential_cohort on program_credential (cohort_id);
create index program_credential_newest on program_credential (awarded_at desc, id);

-- Personal data: the events have its digest only.
create table program_credential_document (
  credential_id text primary key,
  name text not null,
  document text not null,
  jwt text not null
);

create table program_credential_status (
  status_index int primary key check (status_index >= 0),
  credential_id text not null,
  replaced boolean not null default false
);
create index program_credential_status_of on program_credential_status (credential_id);

create table program_credential_key (
  id text primary key,
  first_used_at timestamptz not null
);

create table program_credential_choice (
  order_id uuid primary key,
  name text,
  is_public boolean not null default false
);`,
  },
  {
    name: '20261123-y1-leadership-credential-keys',
    // Set by the owner of the tables when somebody else knows the private half.
    sql: 'alter table program_credential_key add column compromised_at timestamptz;',
  },
  {
    name: '20261126-m2-leadership-credentials-unpaid',
    sql: 'alter table program_credential add column unpaid boolean not null default false;',
  },
  {
    name: '20261126-y1-leadership-credentials-without-jwt',
    sql: 'alter table program_credential_document drop column jwt;',
  },
  {
    name: '20261126-z1-leadership-credential-key-rights',
    // A marked row is what keeps a key out: the site adds keys, and only the owner of the table marks them.
    sql: `
do $rights$
declare
  v_app text := coalesce(nullif(current_setting('veralead.app_role', true), ''), 'veralead_app');
begin
  if v_app <> current_user and exists (select from pg_roles where rolname = v_app) then
    execute format('revoke update, delete, truncate on program_credential_key from %I', v_app);
  end if;
end
$rights$;`,
  },
]
