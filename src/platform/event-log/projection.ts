import { isDeepStrictEqual } from 'node:util'
import type { EntitySchemaWithMeta, InferKyselyTable } from '@mikro-orm/postgresql'
import type { Selectable } from 'kysely'
import { columnsOf } from '../database/kysely-on.ts'
import type { Sql } from '../database/sql.ts'
import { type DerivedTable, differingRows } from './derived-tables.ts'
import type { Write } from './event-log.ts'
import { foldOf, type StreamEvent, type StreamKind } from './streams.ts'

/** A row of an entity's table, by property. */
export type RowOf<Entity extends EntitySchemaWithMeta> = Selectable<
  InferKyselyTable<Entity, { columnNamingStrategy: 'property' }>
>

type Columns = Record<string, unknown>

interface FoundStream {
  id: string
  facts: [type: string, data: object, moment: number][]
}

/** Streams that are folded at a time, so that memory stays flat however many there are. */
const streamsAtOnce = 500

/**
 * A table with one row for each stream of a kind: the row follows from the state of the stream. That is written once, for the
 * row that commits with the events, for the comparison with the log, and for the repair. A table that several streams feed
 * is not of this kind.
 */
export class Projection<State, Event extends StreamEvent, Entity extends EntitySchemaWithMeta> {
  readonly #kind: StreamKind<State, Event>
  readonly #rowOf: (state: State) => RowOf<Entity> | null
  readonly #table: string
  readonly #properties: readonly string[]
  readonly #columns: readonly string[]
  /** The first column. */
  readonly #key: string

  /**
   * @param entity its first property is the key, and has the stream's id
   * @param rowOf null for a stream without a row
   */
  constructor(kind: StreamKind<State, Event>, entity: Entity, rowOf: (state: State) => RowOf<Entity> | null) {
    this.#kind = kind
    this.#rowOf = rowOf
    this.#table = entity.tableName
    this.#properties = Object.keys(entity.properties)
    this.#columns = columnsOf(entity)
    this.#key = this.#columns[0]!
  }

  /**
   * What a change of the stream does to its row. Of a row that is there only the columns that change are written: functions
   * of the database may have counted in the others in the same transaction.
   */
  write(before: State, after: State): Write[] {
    const [was, is] = [this.#columnsOf(before), this.#columnsOf(after)]
    const row = `where ${this.#key} = $1`
    if (is === null)
      return was === null ? [] : [{ text: `delete from ${this.#table} ${row}`, values: [was[this.#key]] }]
    if (was === null) return [{ text: this.#insert('jsonb_populate_record'), values: [JSON.stringify(is)] }]
    const changed = this.#columns.filter((column) => !isDeepStrictEqual(was[column], is[column]))
    if (changed.length === 0) return []
    const names = changed.join(', ')
    const text = `update ${this.#table} set (${names}) =
      (select ${names} from jsonb_populate_record(null::${this.#table}, $2)) ${row}`
    return [{ text, values: [is[this.#key], JSON.stringify(is)] }]
  }

  /** One sentence for each row that differs from the log, in both directions. */
  async differing(sql: Sql): Promise<string[]> {
    const columns = this.#columns.join(', ')
    const table = { name: this.#table, key: [this.#key], columns: this.#columns }
    const page: DerivedTable = {
      ...table,
      from: `(select ${columns} from ${this.#table} where ${this.#key} = any($2)) as kept_rows`,
      derivation: `select ${columns} from jsonb_populate_recordset(null::${this.#table}, $1)`,
    }
    const stream = `'${this.#kind.prefix}' || ${this.#key}`
    const strays: DerivedTable = {
      ...table,
      from: `(select ${columns} from ${this.#table}
        where not exists (select from es.events where stream_id = ${stream})) as strays`,
      derivation: `select ${columns} from ${this.#table} where false`,
    }
    const faults: string[] = []
    for await (const { ids, rows } of this.#pages(sql, true))
      faults.push(...(await differingRows(sql, page, [JSON.stringify(rows), ids])))
    return [...faults, ...(await differingRows(sql, strays))]
  }

  /** Fills the table again from the log where a row differs, while nothing is appended. @returns how many rows differed */
  async restore(sql: Sql): Promise<number> {
    const { length: differing } = await this.differing(sql)
    if (differing === 0) return 0
    await sql.query(`delete from ${this.#table}`)
    for await (const { rows } of this.#pages(sql, false))
      await sql.query(this.#insert('jsonb_populate_recordset'), [JSON.stringify(rows)])
    return differing
  }

  /** All streams of the kind, some at a time. @param isLenient a stream that cannot be folded has no row, instead of an error */
  async *#pages(sql: Sql, isLenient: boolean): AsyncGenerator<{ ids: string[]; rows: Columns[] }> {
    const { prefix } = this.#kind
    const moment = '(extract(epoch from occurred_at) * 1000)::bigint'
    const text = `select substring(stream_id from ${prefix.length + 1}) as id,
        json_agg(json_build_array(type, data, ${moment}) order by version) as facts
      from es.events where stream_id like '${prefix}%' and stream_id > $1
      group by stream_id order by stream_id limit ${streamsAtOnce}`
    for (let last = ''; ; ) {
      const found: FoundStream[] = await sql.query<FoundStream>(text, [`${prefix}${last}`])
      if (found.length === 0) return
      const rows = found.map((each) => this.#derived(each, isLenient)).filter((row) => row !== null)
      yield { ids: found.map(({ id }) => id), rows }
      last = found.at(-1)!.id
    }
  }

  #derived({ id, facts }: FoundStream, isLenient: boolean): Columns | null {
    const events = facts.map(([type, data, at]) => ({ type, data, occurredAt: new Date(at) }))
    try {
      return this.#columnsOf(foldOf(this.#kind, id, events))
    } catch (error) {
      if (isLenient) return null
      throw error
    }
  }

  #insert(populate: string): string {
    const columns = this.#columns.join(', ')
    return `insert into ${this.#table} (${columns}) select ${columns} from ${populate}(null::${this.#table}, $1)`
  }

  #columnsOf(state: State): Columns | null {
    const row = this.#rowOf(state) as Columns | null
    if (row === null) return null
    return Object.fromEntries(this.#properties.map((property, at) => [this.#columns[at], row[property]]))
  }
}
