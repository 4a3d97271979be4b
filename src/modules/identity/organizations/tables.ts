import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { kyselyOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'

/** The recipient of invoices of its orders; '' for details that were not entered. */
const Organization = defineEntity({
  name: 'Organization',
  tableName: 'identity_organization',
  properties: {
    id: p.uuid().primary(),
    name: p.text(),
    addressLine1: p.text(),
    addressLine2: p.text(),
    postalCode: p.text(),
    city: p.text(),
    region: p.text(),
    country: p.text(),
    taxId: p.text(),
    reference: p.text().default(''),
    billingEmail: p.text().default(''),
    /** Of the link that confirms the billing address; another one when the address changes. */
    billingRequestId: p.uuid().nullable(),
    billingConfirmedAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
    /** Made by the database, for searches. */
    searchForm: p.text().nullable().default(null),
  },
})

/** A person who buys for an organization and assigns its seats. */
const Manager = defineEntity({
  name: 'OrganizationManager',
  tableName: 'identity_organization_manager',
  properties: { organizationId: p.uuid().primary(), userId: p.uuid().primary(), since: p.datetime() },
})

/** An invitation to manage an organization. */
const Invitation = defineEntity({
  name: 'OrganizationInvitation',
  tableName: 'identity_organization_invitation',
  properties: {
    organizationId: p.uuid().primary(),
    email: p.text().primary(),
    id: p.uuid(),
    invitedBy: p.uuid(),
    invitedAt: p.datetime(),
  },
})

export const organizationEntities = [Organization, Manager, Invitation]
export const organizationTables = (sql: Sql) =>
  kyselyOn<InferKyselyDB<typeof Organization | typeof Manager | typeof Invitation>>(sql)

/** Days for which an invitation can be answered. */
const invitationDays = 30

/** Open invitations: sent within 30 days, by a person who still manages the organization. */
export const liveInvitations = (sql: Sql, now: Date) =>
  organizationTables(sql)
    .selectFrom('identity_organization_invitation as i')
    .innerJoin('identity_organization as o', 'o.id', 'i.organization_id')
    .innerJoin('identity_organization_manager as m', (join) =>
      join.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.user_id', '=', 'i.invited_by'),
    )
    .where('i.invited_at', '>', new Date(now.getTime() - invitationDays * 86_400_000))
