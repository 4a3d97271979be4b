import type { z } from 'zod'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import { AppError } from '#platform/kernel/error.ts'
import type { editableSources, SourceEntry } from './contract.ts'
import { ResearchFactor, ResearchSourceRow } from './research-source.ts'
import { type Source, view } from './research-sources.ts'

type Change = z.input<typeof editableSources.response>['changes'][number]

/** What editors do to the research sources. Every change is logged with what was there before. */
export class SourceEdits {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.#clock = clock
  }

  /** Adds the source `id` or replaces it with its values. Throws conflict when another has its name. */
  async save(id: string, entry: z.output<typeof SourceEntry>, by: string): Promise<Source> {
    return this.#database.transaction(async ({ em, sql }) => {
      const [taken] = await sql.query<{ id: string }>(
        'select id from leadership_source where name = $1 and id <> $2',
        [entry.source_name, id],
      )
      if (taken !== undefined)
        throw new AppError('conflict', 'SOURCE_NAME_TAKEN', `Name: another source, ${taken.id}, has it.`)
      const before = await this.#source(em, id)
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
  }
}
