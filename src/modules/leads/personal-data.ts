import { canonicalEmail } from '#platform/contract/email.ts'
import type { Database } from '#platform/database/database.ts'
import { type Person, PersonalData } from '#platform/privacy/personal-data.ts'
import { leadColumns, leadTables } from './lead.ts'
import type { LeadNotes } from './lead-notes.ts'
import type { SavedFilters } from './saved-filters.ts'

/** The columns to export. The digest is not readable. */
const exported = leadColumns.filter((column) => column !== 'address_digest')

/** Personal data in leads: the leads of a person's address with their notes, and saved filters that name the person. */
export class LeadPersonalData extends PersonalData {
  readonly name = 'leads'
  readonly #database: Database
  readonly #notes: LeadNotes
  readonly #savedFilters: SavedFilters

  constructor(database: Database, notes: LeadNotes, savedFilters: SavedFilters) {
    super()
    this.#database = database
    this.#notes = notes
    this.#savedFilters = savedFilters
  }

  override async export({ email }: Person): Promise<unknown> {
    const leads = await leadTables(this.#database.sql)
      .selectFrom('leads_lead')
      .select(exported)
      .where('email', '=', storedAs(email))
      .orderBy('created_at')
      .execute()
    const notes = await this.#notes.of(leads.map(({ id }) => id))
    return leads.map((lead) => ({
      ...lead,
      notes: (notes.get(lead.id) ?? []).map(({ author, at, text }) => ({ author, at, text })),
    }))
  }

  override async erase({ email }: Person): Promise<void> {
    const address = storedAs(email)
    const named = await leadTables(this.#database.sql)
      .selectFrom('leads_lead')
      .select('name')
      .distinct()
      .where('email', '=', address)
      .execute()
    await this.#savedFilters.forget({ address, names: named.map(({ name }) => name) })
    await leadTables(this.#database.sql).deleteFrom('leads_lead').where('email', '=', address).execute()
  }
}

/** The form in which leads have an address. */
const storedAs = (email: string): string => canonicalEmail(email) ?? email.toLowerCase()
