import type { Compilable } from 'kysely'
import type { Sql } from '../database/sql.ts'
import type { Write } from './event-log.ts'

/** A kysely statement as a write that commits with events. */
export function writeOf(statement: Compilable): Write {
  const { sql: text, parameters: values } = statement.compile()
  return { text, values }
}

/** Runs writes that commit without an event: there was nothing new, or the append was a repeat. */
export async function runWrites(sql: Sql, writes: readonly Write[]): Promise<void> {
  for (const { text, values } of writes) await sql.query(text, values)
}
