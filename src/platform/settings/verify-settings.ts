import type { Sql } from '../database/sql.ts'
import { canonical } from '../event-log/chain.ts'

/** The action of the audit's entries about settings. */
export const settingsChanged = 'Changed settings'

const latestText = `select coalesce(s.key, a.subject) as key, s.value, s.updated_by as "updatedBy",
    a.id::text as entry, a.done_by as "doneBy", a.changes->>'digest' as digest
  from platform_settings s full join (
    select distinct on (subject) id, subject, done_by, changes from platform_audit
    where action = $1 order by subject, id desc) a on a.subject = s.key order by 1`

interface Row {
  key: string
  /** Null without a row. */
  value: unknown
  updatedBy: string | null
  /** The id of the latest entry of the audit; null without one. */
  entry: string | null
  doneBy: string | null
  /** Of the value that the entry left; null without an entry. */
  digest: string | null
}

/** Compares the stored settings with the latest entry of the audit about each of them. @returns one sentence for each difference */
export async function verifySettings(sql: Sql): Promise<string[]> {
  const rows = await sql.query<Row>(latestText, [settingsChanged])
  return rows.flatMap(({ key, value, updatedBy, entry, doneBy, digest }) => {
    if (entry === null) return [`the settings "${key}" are stored, and the audit has no change of them`]
    if (updatedBy === null) return [`the settings "${key}" are not stored, and the audit has changes of them`]
    if (canonical(value).digest !== digest)
      return [`the settings "${key}" are not as audit entry ${entry} left them`]
    return updatedBy === doneBy
      ? []
      : [`the settings "${key}" were changed by ${doneBy}, by audit entry ${entry}, not by ${updatedBy}`]
  })
}
