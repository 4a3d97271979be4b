import type { OutputOf } from '#platform/contract/endpoint.ts'
import type { Database } from '#platform/database/database.ts'
import { violates } from '#platform/database/failures.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { listSavedFilters } from './contract-saved-filters.ts'
import { leadTables } from './lead.ts'

export type SavedFilter = OutputOf<typeof listSavedFilters>['filters'][number]

/** Saved filters are links above the list; more than this would not help. */
const mostFilters = 30

/** Filters of the inbox that each member of staff named. */
export class SavedFilters {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The filters of one member of staff, by name. */
  async of(username: string): Promise<SavedFilter[]> {
    return leadTables(this.#database.sql)
      .selectFrom('leads_saved_filter')
      .select(['id', 'name', 'query'])
      .where('username', '=', username)
      .orderBy(({ fn }) => fn('lower', ['name']))
      .execute()
  }

  /**
   * Adds a filter, or replaces the name and content of one of this member's filters.
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
    const deleted = await leadTables(this.#database.sql)
      .deleteFrom('leads_saved_filter')
      .where('id', '=', id)
      .where('username', '=', username)
      .returning('id')
      .executeTakeFirst()
    if (deleted === undefined) throw notFound()
  }

  /**
   * Deletes the filters of all members of staff whose name or search contains one of these addresses or names. A name of
   * one word with fewer than five letters is ignored: too many other people have it.
   */
  async forget(person: { address: string; names: readonly string[] }): Promise<void> {
    const tables = leadTables(this.#database.sql)
    const filters = await tables.selectFrom('leads_saved_filter').select(['id', 'name', 'query']).execute()
    const names = person.names.map(wordsOf).filter((name) => /\S \S/.test(name) || name.trim().length >= 5)
    const matching = filters.filter(({ name, query }) =>
      [name, query.search ?? ''].some(
        (text) =>
          text.toLowerCase().includes(person.address) || names.some((name) => wordsOf(text).includes(name)),
      ),
    )
    if (matching.length > 0)
      await tables
        .deleteFrom('leads_saved_filter')
        .where(
          'id',
          'in',
          matching.map(({ id }) => id),
        )
        .execute()
  }
}

/** The words in lower case with a space before and after each, so that only whole words match. */
const wordsOf = (text: string): string =>
  ` ${(
    text
      .normalize()
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ')} `

const notFound = (): AppError =>
  new AppError('not-found', 'FILTER_NOT_FOUND', 'There is no saved filter of that id.')
