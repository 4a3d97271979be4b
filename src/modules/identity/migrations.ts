import type { ModuleMigration } from '#platform/database/migration.ts'
import { claimLogin } from './claim-login-migrations.ts'
import { organizationMigrations } from './organizations/migrations.ts'

export const identityMigrations: ModuleMigration[] = [
  {
    name: '20261121-10-identity-accounts',
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
        created_at timestamptz not null
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
    `,
  },
  {
    name: '20261121-11-identity-registrations',
    sql: `
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
        ended_at timestamptz
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
    `,
  },
  {
    name: '20261121-12-identity-login-tries',
    sql: `
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

      -- Counts a try before it is evaluated. Answers the seconds to wait, 0 when the try may be evaluated.
      ${claimLogin('create', 'wait > 0')}
      -- It runs with its caller's rights, so whoever has none on the table gains none.
      grant execute on function
        identity_claim_login(bytea, bytea, bytea, boolean, timestamptz, int[], int, int) to public;
    `,
  },
  {
    name: '20261121-13-identity-staff-totp',
    sql: `
      alter table identity_staff
        add column totp_box bytea,
        add column totp_step bigint not null default 0;
    `,
  },
  {
    name: '20261122-15-identity-simultaneous-tries',
    // Of two tries at one instant, the one that read its clock first may be counted second: where no delay is due it does not wait.
    sql: claimLogin(
      'create or replace',
      'p_delays[least(tries + 1, array_length(p_delays, 1))] > 0 and wait > 0',
    ),
  },
  {
    name: '20261122-16-identity-activity',
    // Facts are inserted and never changed; the addresses beside them are deleted after their time.
    sql: `
      create table identity_activity (
        id bigint generated always as identity primary key,
        at timestamptz not null,
        account text not null check (account in ('customer', 'staff')),
        account_id uuid,
        activity text not null,
        done_by text
      );
      create index identity_activity_account on identity_activity (account_id);
      create table identity_activity_address (
        activity_id bigint primary key,
        at timestamptz not null,
        address text not null
      );
      create index identity_activity_address_at on identity_activity_address (at);
      create function identity_refuse_change() returns trigger language plpgsql as $refuse$
      begin
        raise exception 'The table only grows: % on % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
      end
      $refuse$;
      create trigger only_grows before update or delete or truncate on identity_activity
        for each statement execute function identity_refuse_change();
      do $grants$
      declare
        v_app text := coalesce(nullif(current_setting('veralead.app_role', true), ''), 'veralead_app');
      begin
        if v_app <> current_user and exists (select from pg_roles where rolname = v_app) then
          execute format('revoke all on identity_activity from %I', v_app);
          execute format('grant select, insert on identity_activity to %I', v_app);
        end if;
      end
      $grants$;
    `,
  },
  {
    name: '20261122-17-identity-code-network',
    // A keyed digest of the network that asked for the code; codes from before have none.
    sql: 'alter table identity_code add column network bytea;',
  },
  {
    name: '20261122-c1-identity-staff-disabled',
    // Since then the member cannot sign in; the account stays, because audit and log name it.
    sql: 'alter table identity_staff add column disabled_at timestamptz;',
  },
  {
    name: '20261122-e0-identity-generated-hash',
    // The hash of a password that was generated for the first account. Whoever changes the password leaves this column.
    sql: 'alter table identity_staff add column generated_hash text;',
  },
  {
    name: '20261125-c2-identity-activity-filters',
    // For the log of one account, of staff or customers, of one activity and of a time.
    sql: `
      create index identity_activity_of_account on identity_activity (account_id, id desc);
      create index identity_activity_of_kind on identity_activity (account, id desc);
      create index identity_activity_of_activity on identity_activity (activity, id desc);
      create index identity_activity_time on identity_activity (at);`,
  },
  ...organizationMigrations,
]
