import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import type { ManagedOrganizations } from './managed-organizations.ts'
import type { Managers } from './managers.ts'
import { organizationTables } from './tables.ts'

/** The organizations that a person manages or is invited to. The organizations themselves are not personal data. */
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

  override async export({ userId, email }: Person): Promise<unknown> {
    return {
      managed: await this.#organizations.managedBy(userId),
      invitations: await this.#managers.invitationsTo(email),
    }
  }

  /** Organizations are kept, also without a manager, because orders name them. Their invoices no longer go to the person's address. */
  override async erase({ userId, email }: Person): Promise<void> {
    const tables = organizationTables(this.#database.sql)
    await tables
      .updateTable('identity_organization')
      .set({ billing_email: '' })
      .where('billing_email', '=', email)
      .execute()
    await tables.deleteFrom('identity_organization_manager').where('user_id', '=', userId).execute()
    await tables.deleteFrom('identity_organization_invitation').where('email', '=', email).execute()
  }
}
