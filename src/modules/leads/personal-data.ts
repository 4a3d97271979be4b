import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { spellingsOf } from './lead-addresses.ts'

/** What leads keep about people: everything they left under their address. */
export class LeadPersonalData extends PersonalData {
  readonly name = 'leads'
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override async export({ email }: Person): Promise<unknown> {
    const spellings = await spellingsOf(this.#database.sql, email)
    return this.#database.sql.query(
      `select id, name, email, phone, company, message, lead_type, status, quarantine_reason, notes, source, attribution, report, created_at
       from leads_lead where lower(email) = any($1) order by created_at`,
      [spellings],
    )
  }

  override async erase({ email }: Person): Promise<void> {
    const spellings = await spellingsOf(this.#database.sql, email)
    await this.#database.sql.query('delete from leads_lead where lower(email) = any($1)', [spellings])
  }
}
