import { defineEntity, type InferKyselyDB, p } from '@mikro-orm/postgresql'
import { kyselyOn } from '#platform/database/kysely-on.ts'
import type { Sql } from '#platform/database/sql.ts'

/** Whom invoices of its orders are for; '' where nothing is said. */
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
    createdAt: p.datetime(),
    updatedAt: p.datetime(),
  },
})

/** Who buys for an organization and hands its seats out. */
const Manager = defineEntity({
  name: 'OrganizationManager',
  tableName: 'identity_organization_manager',
  properties: { organizationId: p.uuid().primary(), userId: p.uuid().primary(), since: p.datetime() },
})

/** Whom a manager has asked to manage with them. */
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

/** So long an invitation can be answered. */
const invitationDays = 30

/** Invitations that can be answered: sent within 30 days, by somebody who manages the organization still. */
export const liveInvitations = (sql: Sql, now: Date) =>
  organizationTables(sql)
    .selectFrom('identity_organization_invitation as i')
    .innerJoin('identity_organization as o', 'o.id', 'i.organization_id')
    .innerJoin('identity_organization_manager as m', (join) =>
      join.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.user_id', '=', 'i.invited_by'),
    )
    .where('i.invited_at', '>', new Date(now.getTime() - invitationDays * 86_400_000))
