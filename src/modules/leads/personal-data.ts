import type { Database } from '#platform/database/database.ts'
import { columnsOf } from '#platform/database/kysely-on.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { Lead, leadTables } from './lead.ts'
import { spellingsOf } from './lead-addresses.ts'

/** All that a lead holds of its sender; the digest of the address means nothing to anybody. */
const exported = columnsOf(Lead).filter((column) => column !== 'address_digest')

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
    return leadTables(this.#database.sql)
      .selectFrom('leads_lead')
      .select(exported)
      .where(({ fn }) => fn('lower', ['email']), 'in', spellings)
      .orderBy('created_at')
      .execute()
  }

  override async erase({ email }: Person): Promise<void> {
    const spellings = await spellingsOf(this.#database.sql, email)
    await leadTables(this.#database.sql)
      .deleteFrom('leads_lead')
      .where(({ fn }) => fn('lower', ['email']), 'in', spellings)
      .execute()
  }
}
