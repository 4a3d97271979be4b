import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'

/** What leads keep about people: everything they left under their address. */
export class LeadPersonalData extends PersonalData {
  readonly name = 'leads'
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override export({ email }: Person): Promise<unknown> {
    return this.#database.sql.query(
      `select id, name, email, phone, company, message, lead_type, status, source, attribution, report, created_at
       from leads_lead where lower(email) = lower($1) order by created_at`,
      [email],
    )
  }

  override async erase({ email }: Person): Promise<void> {
    await this.#database.sql.query('delete from leads_lead where lower(email) = lower($1)', [email])
  }
}
