import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import type { ManagedOrganizations } from './managed-organizations.ts'
import type { Managers } from './managers.ts'
import { organizationTables } from './tables.ts'

/** Which organizations a person manages, or is asked to. The organizations themselves are not the person's. */
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

  /** An organization stays, also without a manager: its orders name it. Its invoices go to the person's address no more. */
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
