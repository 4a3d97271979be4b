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
    invitedBy: p.uuid(),
    invitedAt: p.datetime(),
  },
})

export const organizationEntities = [Organization, Manager, Invitation]
export const organizationTables = (sql: Sql) =>
  kyselyOn<InferKyselyDB<typeof Organization | typeof Manager | typeof Invitation>>(sql)
