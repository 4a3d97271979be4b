import type { z } from 'zod'
import type { AuditLog } from '#platform/audit/audit-log.ts'
import { lockUntilEnd } from '#platform/database/advisory-lock.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { editableSources, saveSource } from './contract.ts'
import { differences } from './domain/source-differences.ts'
import { ResearchFactor, ResearchSourceRow, researchTables, type Source } from './research-source.ts'
import { view } from './research-sources.ts'

type Change = z.output<typeof editableSources.response>['changes'][number]
type Entry = z.output<NonNullable<typeof saveSource.body>>

/** Editors' changes of the research sources. Each is logged with the state before, so that it can be undone. */
export class SourceEdits {
  readonly #database: Database
  readonly #clock: Clock
  readonly #audit: AuditLog

  constructor(database: Database, clock: Clock, audit: AuditLog) {
    this.#database = database
    this.#clock = clock
    this.#audit = audit
  }

  /**
   * Adds the source `id`, or replaces it with its values.
   * @throws AppError conflict `SOURCE_NAME_TAKEN`; `SOURCE_ID_TAKEN`, `SOURCE_CHANGED` if the entry's revision is not current
   */
  async save(id: string, entry: Entry, by: string): Promise<Source> {
    return this.#database.transaction(async ({ em, sql }) => {
      await lockUntilEnd(sql, `leadership source ${id}`)
      const tables = researchTables(sql)
      const taken = await tables
        .selectFrom('leadership_source')
        .select('id')
        .where('name', '=', entry.source_name)
        .where('id', '<>', id)
        .executeTakeFirst()
      if (taken !== undefined)
        throw new AppError('conflict', 'SOURCE_NAME_TAKEN', `Name: another source, ${taken.id}, has it.`, {
          fields: [{ path: 'source_name', message: `another source, ${taken.id}, has it.` }],
        })
      const before = await this.#source(em, id)
      if (entry.revision !== undefined) await this.#assertUnchanged(sql, id, entry.revision, before)
      const row = {
        name: entry.source_name,
        publisher: entry.publisher,
        year: entry.year,
        url: entry.url,
        confidence_score: String(entry.confidence_score),
        freshness_days: entry.data_freshness_days,
      }
      await tables
        .insertInto('leadership_source')
        .values({ id, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute()
      await tables.deleteFrom('leadership_factor').where('source_id', '=', id).execute()
      const factors = entry.factors.map(({ value, ...factor }) => ({
        source_id: id,
        value: String(value),
        ...factor,
      }))
      if (factors.length > 0) await tables.insertInto('leadership_factor').values(factors).execute()
      em.clear()
      const after = await this.#source(em, id)
      if (after === null) throw new Error(`The source ${id} is gone within its own transaction`)
      await this.#log(sql, id, by, before, after)
      return after
    })
  }

  /** @throws AppError not-found `SOURCE_NOT_FOUND` */
  async remove(id: string, by: string): Promise<void> {
    await this.#database.transaction(async ({ em, sql }) => {
      await lockUntilEnd(sql, `leadership source ${id}`)
      const before = await this.#source(em, id)
      if (before === null)
        throw new AppError('not-found', 'SOURCE_NOT_FOUND', 'There is no research source of that id.')
      await researchTables(sql).deleteFrom('leadership_source').where('id', '=', id).execute()
      await this.#log(sql, id, by, before, null)
    })
  }

  /** The newest changes first, at most a hundred. */
  changes(): Promise<Change[]> {
    return researchTables(this.#database.sql)
      .selectFrom('leadership_change')
      .select(['id', 'source_id', 'at', 'by_username as by', 'before', 'after'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(100)
      .execute()
  }

  /** The id of the newest change of each source that was ever changed. */
  async revisions(): Promise<Map<string, number>> {
    const rows = await researchTables(this.#database.sql)
      .selectFrom('leadership_change')
      .select(({ fn }) => ['source_id', fn.max('id').as('id')])
      .groupBy('source_id')
      .execute()
    return new Map(rows.map(({ source_id, id }) => [source_id, id]))
  }

  async #assertUnchanged(sql: Tx['sql'], id: string, seen: number | null, now: Source | null): Promise<void> {
    if (seen === null) {
      if (now === null) return
      throw new AppError(
        'conflict',
        'SOURCE_ID_TAKEN',
        `Name: the source ${now.source_name} has its id already.`,
      )
    }
    const newest = await researchTables(sql)
      .selectFrom('leadership_change')
      .select(['id', 'by_username as by'])
      .where('source_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (now === null || (newest?.id ?? 0) !== seen)
      throw new AppError(
        'conflict',
        'SOURCE_CHANGED',
        `${newest?.by ?? 'Somebody'} ${now === null ? 'removed' : 'saved'} this source after you opened it. Nothing was overwritten.`,
      )
  }

  async #source(em: Tx['em'], id: string): Promise<Source | null> {
    const row = await em.findOne(ResearchSourceRow, { id })
    return row === null ? null : view(row, await em.find(ResearchFactor, { sourceId: id }))
  }

  async #log(
    sql: Tx['sql'],
    id: string,
    by: string,
    before: Source | null,
    after: Source | null,
  ): Promise<void> {
    await researchTables(sql)
      .insertInto('leadership_change')
      .values({ source_id: id, at: this.#clock.now(), by_username: by, before, after })
      .execute()
    await this.#audit.record(sql, {
      by,
      action:
        before === null
          ? 'Added research source'
          : after === null
            ? 'Removed research source'
            : 'Changed research source',
      subject: (after ?? before)?.source_name ?? id,
      changes: differences(before, after),
    })
  }
}
