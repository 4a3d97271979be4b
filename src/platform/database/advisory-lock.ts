import type { Sql } from './sql.ts'

/** Waits for the lock of that name and holds it until the transaction of `sql` ends. */
export async function lockUntilEnd(sql: Sql, name: string): Promise<void> {
  await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
}
