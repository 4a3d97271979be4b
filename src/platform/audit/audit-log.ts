import type { InputOf } from '../contract/endpoint.ts'
import type { readAudit } from '../contract/settings-contract.ts'
import type { Sql, Statement } from '../database/sql.ts'

/** One field before and after the change; an added or removed part of a tree is one change. */
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
  /** The object of the action: "Version 12", "Seller". */
  subject: string
  changes: AuditChange[]
  /** Everything as it is after the change; the entry keeps its digest, with which the stored row can be compared. */
  state?: unknown
}

export interface AuditRow extends AuditEntry {
  id: number
  at: Date
  /** The number of changed fields; `changes` holds at most the first fifty of them. */
  changed: number
}

/** Which entries are read; each part narrows it. */
export type AuditFilter = InputOf<typeof readAudit>['query']

/** The changes that staff made, with author and time. An entry is written in the same transaction as its change. */
export abstract class AuditLog {
  /** The statement that stores an entry, for a change that commits with an append to the event log. */
  abstract statementOf(entry: AuditEntry): Statement
  /** Stores an entry in the transaction of `sql`. */
  async record(sql: Sql, entry: AuditEntry): Promise<void> {
    const { text, values } = this.statementOf(entry)
    await sql.query(text, values)
  }
  /** At most 50 entries, newest first. */
  abstract entries(filter: AuditFilter): Promise<AuditRow[]>
  /** Everyone who made an entry, and every kind of action, each in alphabetical order. */
  abstract choices(): Promise<{ people: string[]; actions: string[] }>
}
