import { searchColumn } from '#platform/database/contains-pattern.ts'
import type { ModuleMigration } from '#platform/database/migration.ts'
import { onlyGrows } from '#platform/database/rights.ts'

export const identityMigrations: ModuleMigration[] = [
  {
    name: '20261121-09-identity',
    sql: `
create table identity_customer (
  id uuid primary key,
  email text not null unique check (email = lower(email)),
  first_name text not null,
  last_name text not null,
  phone text,
  company text,
  password_hash text not null,
  is_email_verified boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create table identity_staff (
  id uuid primary key,
  username text not null unique check (username = lower(username)),
  role text not null check (role in ('owner', 'editor', 'finance', 'viewer')),
  password_hash text not null,
  created_at timestamptz not null,
  totp_box bytea,
  totp_step bigint not null default 0,
  -- Since then the member cannot sign in; the account stays, because audit and log name it.
  disabled_at timestamptz,
  -- The hash of a password that was generated for the first account. Whoever changes the password leaves this column.
  generated_hash text,
  -- Issuer and subject at the identity provider, once the person has signed in with it.
  provider_subject text unique
);
create table identity_session (
  id_hash bytea primary key,
  handle uuid not null unique,
  kind text not null check (kind in ('customer', 'staff')),
  subject uuid not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text not null,
  agent text not null
);
create index identity_session_subject on identity_session (subject);
create index identity_session_expiry on identity_session (expires_at);

create table identity_registration (
  id uuid primary key,
  cookie_hash bytea not null unique,
  email text not null unique,
  first_name text not null,
  last_name text not null,
  phone text,
  company text,
  password_hash text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- Kept for a day after it ended: the rows are also what the limits per address are counted from.
create table identity_code (
  id uuid primary key,
  registration_id uuid not null,
  email text not null,
  code_hmac bytea,
  attempts int not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- A keyed digest of the network that asked for the code.
  network bytea
);
create index identity_code_email on identity_code (email, created_at);
create unique index identity_code_live on identity_code (registration_id) where ended_at is null;
create table identity_reset (
  id uuid primary key,
  customer_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index identity_reset_customer on identity_reset (customer_id, created_at);
create table identity_challenge_pass (
  token_hash bytea primary key,
  expires_at timestamptz not null
);
-- Holds the address of an erased person until every part of the site has erased its own.
create table identity_erasure (
  user_id uuid primary key,
  email text not null,
  requested_at timestamptz not null
);

create table identity_login_try (
  id uuid primary key default gen_random_uuid(),
  account bytea not null,
  source bytea not null,
  network bytea not null,
  known boolean not null,
  at timestamptz not null
);
create index identity_login_try_account on identity_login_try (account, at);
create index identity_login_try_network on identity_login_try (network, at);

-- Counts a try before it is evaluated. Answers the seconds to wait, 0 when the try may be evaluated. Of two tries at one
-- instant, the one that read its clock first may be counted second: where no delay is due it does not wait.
create function identity_claim_login(
  p_account bytea, p_source bytea, p_network bytea, p_known boolean, p_now timestamptz,
  p_delays int[], p_per_account int, p_per_network int
) returns double precision language plpgsql as $claim$
declare
  tries int;
  moment timestamptz;
  hour_ago timestamptz := p_now - interval '1 hour';
  wait double precision;
begin
  perform pg_advisory_xact_lock(hashtextextended('identity.login:' || encode(p_account, 'hex'), 0));

  select count(*), max(at) into tries, moment from identity_login_try
    where account = p_account and source = p_source and at > hour_ago;
  wait := coalesce(extract(epoch from moment), 0)
    + p_delays[least(tries + 1, array_length(p_delays, 1))] - extract(epoch from p_now);
  if p_delays[least(tries + 1, array_length(p_delays, 1))] > 0 and wait > 0 then return wait; end if;

  if not p_known then
    select at into moment from identity_login_try
      where account = p_account and not known and at > hour_ago
      order by at desc offset p_per_account - 1 limit 1;
    if found then return greatest(extract(epoch from moment - hour_ago), 1); end if;
    select at into moment from identity_login_try
      where network = p_network and not known and at > hour_ago
      order by at desc offset p_per_network - 1 limit 1;
    if found then return greatest(extract(epoch from moment - hour_ago), 1); end if;
  end if;

  insert into identity_login_try (account, source, network, known, at)
    values (p_account, p_source, p_network, p_known, p_now);
  return 0;
end
$claim$;
-- It runs with its caller's rights, so whoever has none on the table gains none.
grant execute on function
  identity_claim_login(bytea, bytea, bytea, boolean, timestamptz, int[], int, int) to public;

-- Facts are inserted and never changed; the addresses beside them are deleted after their time.
create table identity_activity (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  account text not null check (account in ('customer', 'staff')),
  account_id uuid,
  activity text not null,
  done_by text
);
create index identity_activity_of_account on identity_activity (account_id, id desc);
create index identity_activity_of_kind on identity_activity (account, id desc);
create index identity_activity_of_activity on identity_activity (activity, id desc);
create index identity_activity_time on identity_activity (at);
create table identity_activity_address (
  activity_id bigint primary key,
  at timestamptz not null,
  address text not null
);
create index identity_activity_address_at on identity_activity_address (at);
${onlyGrows('identity_activity')}

-- '' where nothing is said
create table identity_organization (
  id uuid primary key,
  name text not null check (name <> ''),
  ${searchColumn('search_form', ['name', 'city', 'postal_code', 'address_line1', 'tax_id', 'billing_email'])},
  address_line1 text not null default '',
  address_line2 text not null default '',
  postal_code text not null default '',
  city text not null default '',
  region text not null default '',
  country text not null default '',
  tax_id text not null default '',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The organization's own number for orders, and where its invoices go as well.
  reference text not null default '',
  billing_email text not null default '',
  -- The owner of the billing address confirms it by a link, before anything is sent there.
  billing_request_id uuid unique,
  billing_confirmed_at timestamptz
);
create table identity_organization_manager (
  organization_id uuid not null references identity_organization,
  user_id uuid not null,
  since timestamptz not null,
  primary key (organization_id, user_id)
);
create index identity_organization_manager_user on identity_organization_manager (user_id);
-- Personal data: whom a manager has asked to manage with them, until it is accepted or taken back.
create table identity_organization_invitation (
  organization_id uuid not null references identity_organization,
  email text not null,
  invited_by uuid not null,
  invited_at timestamptz not null,
  -- What jobs are told of an invitation, so that they keep no address.
  id uuid not null default gen_random_uuid(),
  primary key (organization_id, email)
);
create index identity_organization_invitation_email on identity_organization_invitation (email);`,
  },
]
