import { Client } from 'pg'
import { connectTo } from '#platform/database/connect-to.ts'
import type { Sql } from '#platform/database/sql.ts'

/** A table that holds only what is derived from the log, and the statement that derives it. */
export interface DerivedTable {
  name: string
  /** The columns that name a row; all of `columns` together are compared. */
  key: readonly string[]
  columns: readonly string[]
  /** Selects `columns`, in their order, from the log and from tables that were compared with it before. */
  derivation: string
  /** What is compared, where that is not the whole table or has columns made of it. */
  from?: string
}

interface Difference {
  name: string
  kept: Record<string, unknown> | null
  derived: Record<string, unknown> | null
}

const said = (value: unknown): string => (value === null ? 'nothing' : String(value))

/**
 * One sentence for each row that differs from the log, in both directions; the columns that differ are named.
 * @param values of the table's `derivation` and `from`
 */
export async function differingRows(
  sql: Sql,
  table: DerivedTable,
  values: readonly unknown[] = [],
): Promise<string[]> {
  const { name, key, columns, derivation, from = name } = table
  const rows = await sql.query<Difference>(
    `with derived as (${derivation}), kept as (select ${columns.join(', ')} from ${from})
     select concat_ws(' ', ${key.map((column) => `${column}::text`).join(', ')}) as name,
       to_jsonb(kept) as kept, to_jsonb(derived) as derived
     from kept full join derived using (${key.join(', ')}) where kept is distinct from derived order by 1`,
    values,
  )
  return rows.map(({ name: row, kept, derived }) => {
    if (kept === null) return `${name} does not have the row ${row} that the log gives`
    if (derived === null) return `${name} has a row ${row} that the log does not give`
    const wrong = columns.filter((column) => JSON.stringify(kept[column]) !== JSON.stringify(derived[column]))
    const each = wrong.map(
      (column) => `${column} is ${said(kept[column])}, by the log ${said(derived[column])}`,
    )
    return `${name} ${row}: ${each.join('; ')}`
  })
}

/**
 * Runs `work` as the owner of the tables in one transaction, during which nothing is appended to the log.
 * @param url the database's address as the owner's role
 */
export async function whileNothingIsAppended<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const client = new Client({ application_name: 'veralead-tables-rebuild', ...connectTo(url) })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select from es.head where id = 1 for update')
    const result = await work({
      query: async <Row>(text: string, values: readonly unknown[] = []) =>
        (await client.query(text, [...values])).rows as Row[],
    })
    await client.query('commit')
    return result
  } finally {
    // On a transaction that failed this ends it without an effect.
    await client.end()
  }
}
