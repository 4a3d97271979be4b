import type { ModuleMigration } from '#platform/database/migration.ts'

export const organizationMigrations: ModuleMigration[] = [
  {
    name: '20261124-b2-identity-organizations',
    sql: `
      -- '' where nothing is said
      create table identity_organization (
        id uuid primary key,
        name text not null check (name <> ''),
        address_line1 text not null default '',
        address_line2 text not null default '',
        postal_code text not null default '',
        city text not null default '',
        region text not null default '',
        country text not null default '',
        tax_id text not null default '',
        created_at timestamptz not null,
        updated_at timestamptz not null
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
        primary key (organization_id, email)
      );
      create index identity_organization_invitation_email on identity_organization_invitation (email);
    `,
  },
  {
    name: '20261124-b5-identity-invitation-ids',
    // What jobs are told of an invitation, so that they keep no address.
    sql: `alter table identity_organization_invitation add column id uuid not null default gen_random_uuid()`,
  },
  {
    name: '20261125-b2-identity-organization-billing',
    // The organization's own number for orders, and where its invoices go as well; '' where nothing is said.
    sql: `alter table identity_organization add column reference text not null default '',
      add column billing_email text not null default ''`,
  },
  {
    name: '20261125-b4-identity-keys-without-addresses',
    // The first version named invitations by the address that was asked, for good; today's by their ids.
    sql: `delete from platform_owed_job where queue = 'identity.manager-mail' and key like '%@%'`,
  },
  {
    name: '20261126-s2-identity-billing-confirmed',
    // The owner of the billing address confirms it by a link, before anything is sent there.
    sql: `alter table identity_organization add column billing_request_id uuid unique,
      add column billing_confirmed_at timestamptz`,
  },
]
