import { keptTouches, LeadSources, type Touches, type TouchSide } from '#modules/commerce/index.ts'
import { canonicalEmail } from '#platform/contract/email.ts'
import type { Database } from '#platform/database/database.ts'
import { leadTables } from './lead.ts'

const mostRead = 50

/** What commerce asks about leads; those in quarantine do not count. */
export class SourcesOfLeads extends LeadSources {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  #accepted() {
    return leadTables(this.#database.sql).selectFrom('leads_lead').where('status', '<>', 'quarantined')
  }

  override async earliest(email: string): Promise<Touches | null> {
    const ofAddress = this.#accepted().where('email', '=', canonicalEmail(email) ?? email)
    const leads = await ofAddress.select('attribution').orderBy('created_at').limit(mostRead).execute()
    return leads.map(({ attribution }) => keptTouches(attribution)).find((kept) => kept !== null) ?? null
  }

  override async counts(from: Date, to: Date, side: TouchSide): Promise<Map<string | null, number>> {
    const rows = await this.#accepted()
      .select(({ fn }) => [`${side}_source as of`, fn.countAll<number>().as('leads')])
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .groupBy(`${side}_source`)
      .execute()
    return new Map(rows.map(({ of, leads }) => [of, Number(leads)]))
  }
}
