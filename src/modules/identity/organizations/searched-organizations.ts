import { sql } from 'kysely'
import type { AuditedReads } from '#platform/audit/audited-reads.ts'
import { hasWordsOf } from '#platform/database/contains-pattern.ts'
import type { Database } from '#platform/database/database.ts'
import { mostHits, SearchedList, type Searcher } from '#platform/http/searched-list.ts'
import { organizationTables } from './tables.ts'

/** Companies that buy, for the search of staff. */
export class SearchedOrganizations extends SearchedList {
  readonly group = 'companies'
  readonly roles = ['finance'] as const
  readonly #database: Database
  readonly #reads: AuditedReads

  constructor(database: Database, reads: AuditedReads) {
    super()
    this.#database = database
    this.#reads = reads
  }

  override async find(q: string, { actor, address }: Searcher) {
    await this.#reads.record({ by: actor.username, address }, 'Read companies', 'Companies')
    const matching = organizationTables(this.#database.sql)
      .selectFrom('identity_organization')
      .where(hasWordsOf(sql.ref('search_form'), q))
    const [rows, counted] = await Promise.all([
      matching
        .select(['id', 'name', 'city', 'country'])
        .orderBy('name')
        .orderBy('id')
        .limit(mostHits)
        .execute(),
      matching.select(({ fn }) => fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
    ])
    const hits = rows.map(({ id, name, city, country }) => ({
      id,
      title: name,
      details: [city, country].filter((detail) => detail !== ''),
      amount: null,
      currency: null,
    }))
    return { total: Number(counted.count), hits }
  }
}
