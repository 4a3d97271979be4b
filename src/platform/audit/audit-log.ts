import type { Sql, Statement } from '../database/sql.ts'

/** One field before and after; a part that was added or removed is one change. */
export interface AuditChange {
  /** In words, such as `/home › book › title`. */
  path: string
  before?: unknown
  after?: unknown
}

export interface AuditEntry {
  /** The staff account's name, or `system`. */
  by: string
  /** A short verb phrase: "Saved content", "Changed settings". */
  action: string
  /** What it was done to: "Version 12", "Seller". */
  subject: string
  changes: readonly AuditChange[]
}

export interface AuditRow extends AuditEntry {
  id: number
  at: Date
  /** How many fields changed; `changes` holds at most the first fifty of them. */
  changed: number
}

/** What staff changed, who and when. An entry is written in the transaction of its change, so neither is without the other. */
export abstract class AuditLog {
  /** What stores an entry, for a change that commits by an append. */
  abstract statementOf(entry: AuditEntry): Statement
  /** Stores an entry on `sql`'s transaction. */
  async record(sql: Sql, entry: AuditEntry): Promise<void> {
    const { text, values } = this.statementOf(entry)
    await sql.query(text, values)
  }
  /** At most 50 entries, newest first, older than the one with the id `before`. */
  abstract entries(before?: number): Promise<AuditRow[]>
}
