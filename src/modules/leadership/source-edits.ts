import type { z } from 'zod'
import type { AuditLog } from '#platform/audit/audit-log.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { editableSources, saveSource } from './contract.ts'
import { differences } from './domain/source-differences.ts'
import { ResearchFactor, ResearchSourceRow } from './research-source.ts'
import { type Source, view } from './research-sources.ts'

type Change = z.input<typeof editableSources.response>['changes'][number]
type Entry = z.output<NonNullable<typeof saveSource.body>>

/** What editors do to the research sources. Every change is logged with what was there before, and can be undone. */
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
   * Adds the source `id` or replaces it with its values. Throws conflict when another has its name, and when the
   * entry says what the editor saw and that is not what is there.
   */
  async save(id: string, entry: Entry, by: string): Promise<Source> {
    return this.#database.transaction(async ({ em, sql }) => {
      await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`leadership source ${id}`])
      const [taken] = await sql.query<{ id: string }>(
        'select id from leadership_source where name = $1 and id <> $2',
        [entry.source_name, id],
      )
      if (taken !== undefined)
        throw new AppError('conflict', 'SOURCE_NAME_TAKEN', `Name: another source, ${taken.id}, has it.`, {
          fields: [{ path: 'source_name', message: `another source, ${taken.id}, has it.` }],
        })
      const before = await this.#source(em, id)
      if (entry.revision !== undefined) await this.#unchanged(sql, id, entry.revision, before)
      await sql.query(
        `insert into leadership_source (id, name, publisher, year, url, confidence_score, freshness_days)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (id) do update set name = excluded.name, publisher = excluded.publisher, year = excluded.year,
           url = excluded.url, confidence_score = excluded.confidence_score, freshness_days = excluded.freshness_days`,
        [
          id,
          entry.source_name,
          entry.publisher,
          entry.year,
          entry.url,
          entry.confidence_score,
          entry.data_freshness_days,
        ],
      )
      await sql.query('delete from leadership_factor where source_id = $1', [id])
      await sql.query(
        `insert into leadership_factor (source_id, factor_key, value, derivation)
         select $1, * from unnest($2::text[], $3::numeric[], $4::text[])`,
        [
          id,
          entry.factors.map(({ factor_key }) => factor_key),
          entry.factors.map(({ value }) => value),
          entry.factors.map(({ derivation }) => derivation),
        ],
      )
      em.clear()
      const after = await this.#source(em, id)
      if (after === null) throw new Error(`The source ${id} is gone within its own transaction`)
      await this.#log(sql, id, by, before, after)
      return after
    })
  }

  /** Throws not-found. */
  async remove(id: string, by: string): Promise<void> {
    await this.#database.transaction(async ({ em, sql }) => {
      await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`leadership source ${id}`])
      const before = await this.#source(em, id)
      if (before === null)
        throw new AppError('not-found', 'SOURCE_NOT_FOUND', 'There is no research source of that id.')
      await sql.query('delete from leadership_source where id = $1', [id])
      await this.#log(sql, id, by, before, null)
    })
  }

  /** The newest changes first, at most a hundred. */
  async changes(): Promise<Change[]> {
    const rows = await this.#database.sql.query<Omit<Change, 'id' | 'at'> & { id: string; at: Date }>(
      `select id, source_id, at, by_username as by, before, after from leadership_change
       order by at desc, id desc limit 100`,
    )
    return rows.map((row) => ({ ...row, id: Number(row.id), at: new Date(row.at).toISOString() }))
  }

  /** The id of the newest change of each source that was ever changed. */
  async revisions(): Promise<Map<string, number>> {
    const rows = await this.#database.sql.query<{ source_id: string; id: string }>(
      'select source_id, max(id) as id from leadership_change group by source_id',
    )
    return new Map(rows.map(({ source_id, id }) => [source_id, Number(id)]))
  }

  async #unchanged(sql: Tx['sql'], id: string, seen: number | null, now: Source | null): Promise<void> {
    if (seen === null) {
      if (now === null) return
      throw new AppError(
        'conflict',
        'SOURCE_ID_TAKEN',
        `Name: the source ${now.source_name} has its id already.`,
      )
    }
    const [newest] = await sql.query<{ id: string; by: string }>(
      'select id, by_username as by from leadership_change where source_id = $1 order by id desc limit 1',
      [id],
    )
    if (now === null || Number(newest?.id ?? 0) !== seen)
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
    await sql.query(
      'insert into leadership_change (source_id, at, by_username, before, after) values ($1, $2, $3, $4, $5)',
      [
        id,
        this.#clock.now(),
        by,
        before === null ? null : JSON.stringify(before),
        after === null ? null : JSON.stringify(after),
      ],
    )
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
