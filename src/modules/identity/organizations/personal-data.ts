import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import type { ManagedOrganizations } from './managed-organizations.ts'
import type { Managers } from './managers.ts'
import { organizationTables } from './tables.ts'

const noBillingAddress = { billing_request_id: null, billing_confirmed_at: null }
const noDetails = {
  name: 'Organization without a manager',
  address_line1: '',
  address_line2: '',
  postal_code: '',
  city: '',
  region: '',
  country: '',
  tax_id: '',
  reference: '',
  billing_email: '',
  ...noBillingAddress,
}

/** The organizations that a person manages or is invited to. */
export class OrganizationPersonalData extends PersonalData {
  readonly name = 'organizations'
  readonly #database: Database
  readonly #organizations: ManagedOrganizations
  readonly #managers: Managers

  constructor(database: Database, organizations: ManagedOrganizations, managers: Managers) {
    super()
    this.#database = database
    this.#organizations = organizations
    this.#managers = managers
  }

  /** Invitations that the person has sent are without the addresses, which are other people's. */
  override async export({ userId, email }: Person): Promise<unknown> {
    return {
      managed: await this.#organizations.managedBy(userId),
      invitations: await this.#managers.invitationsTo(email),
      invitationsSent: await organizationTables(this.#database.sql)
        .selectFrom('identity_organization_invitation')
        .select(['organization_id as organizationId', 'invited_at as invitedAt'])
        .where('invited_by', '=', userId)
        .orderBy('invited_at')
        .execute(),
    }
  }

  /**
   * Organizations are kept, because orders name them. Their invoices no longer go to the person's address. With its last
   * manager an organization loses its details and invitations: they may be those of a person who trades alone, and nobody
   * could ask for their erasure any more. Issued invoices have copies with a term of their own.
   */
  override async erase({ userId, email }: Person): Promise<void> {
    await this.#database.rawTransaction(async (sql) => {
      const tables = organizationTables(sql)
      await tables
        .updateTable('identity_organization')
        .set({ billing_email: '', ...noBillingAddress })
        .where('billing_email', '=', email)
        .execute()
      await tables
        .deleteFrom('identity_organization_invitation')
        .where(({ eb, or }) => or([eb('email', '=', email), eb('invited_by', '=', userId)]))
        .execute()
      const managed = tables
        .selectFrom('identity_organization_manager')
        .select('organization_id')
        .where('user_id', '=', userId)
      // When the last two managers are erased at once, the second waits here.
      const locked = await tables
        .selectFrom('identity_organization')
        .select('id')
        .where('id', 'in', managed)
        .orderBy('id')
        .forUpdate()
        .execute()
      await tables.deleteFrom('identity_organization_manager').where('user_id', '=', userId).execute()
      for (const { id } of locked) {
        const left = await tables
          .selectFrom('identity_organization_manager')
          .select('user_id')
          .where('organization_id', '=', id)
          .executeTakeFirst()
        if (left !== undefined) continue
        await tables.updateTable('identity_organization').set(noDetails).where('id', '=', id).execute()
        await tables
          .deleteFrom('identity_organization_invitation')
          .where('organization_id', '=', id)
          .execute()
      }
    })
  }
}
