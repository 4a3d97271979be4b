import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { SavedQuery } from './contract-saved-filters.ts'
import { leadTables } from './lead.ts'

export interface SavedFilter {
  id: string
  name: string
  query: SavedQuery
}

/** More links than this above the list would be no help. */
const mostFilters = 30

/** Filters of the inbox that each member of staff named. */
export class SavedFilters {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Those of one member of staff, by name. */
  async of(username: string): Promise<SavedFilter[]> {
    return leadTables(this.#database.sql)
      .selectFrom('leads_saved_filter')
      .select(['id', 'name', 'query'])
      .where('username', '=', username)
      .orderBy(({ fn }) => fn('lower', ['name']))
      .execute()
  }

  /**
   * Adds a filter, or gives one of this member's another name and content.
   * @throws AppError `conflict` FILTER_NAME_TAKEN or TOO_MANY_FILTERS, `not-found` FILTER_NOT_FOUND for somebody else's
   */
  async save(username: string, { id, name, query }: SavedFilter): Promise<void> {
    const others = (await this.of(username)).filter((filter) => filter.id !== id)
    if (others.length >= mostFilters)
      throw new AppError(
        'conflict',
        'TOO_MANY_FILTERS',
        `You have ${mostFilters} saved filters. Delete one that you no longer use.`,
      )
    const stored = await leadTables(this.#database.sql)
      .insertInto('leads_saved_filter')
      .values({ id, username, name, query })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ name, query })
          .where('leads_saved_filter.username', '=', username),
      )
      .returning('id')
      .executeTakeFirst()
      .catch((error: unknown) => {
        if (!violates(error, 'leads_saved_filter', 'leads_saved_filter_name')) throw error
        const message = `You have a filter called "${name}" already. Choose another name.`
        throw new AppError('conflict', 'FILTER_NAME_TAKEN', message, { fields: [{ path: 'name', message }] })
      })
    if (stored === undefined) throw notFound()
  }

  /** @throws AppError `not-found` FILTER_NOT_FOUND */
  async delete(username: string, id: string): Promise<void> {
    const gone = await leadTables(this.#database.sql)
      .deleteFrom('leads_saved_filter')
      .where('id', '=', id)
      .where('username', '=', username)
      .returning('id')
      .executeTakeFirst()
    if (gone === undefined) throw notFound()
  }

  /**
   * Deletes the filters, whoever's, whose own name or search holds one of these addresses or of these names of people. A
   * name of one short word is left out: it is the name of too many others.
   */
  async forget(person: { addresses: readonly string[]; names: readonly string[] }): Promise<void> {
    const tables = leadTables(this.#database.sql)
    const filters = await tables.selectFrom('leads_saved_filter').select(['id', 'name', 'query']).execute()
    const addresses = person.addresses.map((address) => address.toLowerCase())
    const names = person.names.map(wordsOf).filter((name) => /\S \S/.test(name) || name.trim().length >= 5)
    const meant = filters.filter(({ name, query }) =>
      [name, query.search ?? ''].some(
        (text) =>
          addresses.some((address) => text.toLowerCase().includes(address)) ||
          names.some((each) => wordsOf(text).includes(each)),
      ),
    )
    if (meant.length > 0)
      await tables
        .deleteFrom('leads_saved_filter')
        .where(
          'id',
          'in',
          meant.map(({ id }) => id),
        )
        .execute()
  }
}

/** The words in small letters, with a space before and after each, so that no part of a word is taken for a word. */
const wordsOf = (text: string): string =>
  ` ${(
    text
      .normalize()
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `

const notFound = (): AppError =>
  new AppError('not-found', 'FILTER_NOT_FOUND', 'There is no saved filter of that id.')
