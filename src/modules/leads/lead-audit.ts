import type { AuditChange, AuditLog } from '#platform/audit/audit-log.ts'
import { AuditedReads, type Reader } from '#platform/audit/audited-reads.ts'
import type { Database } from '#platform/database/database.ts'
import type { Sql } from '#platform/database/sql.ts'
import type { Clock } from '#platform/kernel/clock.ts'
import type { LeadFilter } from './contract-inbox.ts'
import type { Lead } from './lead.ts'

/**
 * Audit entries for reads, exports and changes of leads. Entries are never deleted, so they hold ids, but no text of a
 * lead, no note and no search text.
 */
export class LeadAudit {
  readonly #database: Database
  readonly #audit: AuditLog
  readonly #reads: AuditedReads

  constructor(database: Database, audit: AuditLog, clock: Clock) {
    this.#database = database
    this.#audit = audit
    this.#reads = new AuditedReads(database, audit, clock)
  }

  /** Recorded before the first line is sent, so that an interrupted export is recorded as well. */
  async exported(reader: Reader, filter: LeadFilter): Promise<void> {
    await this.#record(this.#database.sql, reader, 'Exported leads', 'leads.csv', filterOf(filter))
  }

  /** Recorded once an hour for each person, address and subject: a search reads the inbox at every keystroke. */
  read(reader: Reader, subject: string): Promise<void> {
    return this.#reads.record(reader, 'Read leads', subject)
  }

  /** In the transaction of the change. @param note the text of a note that was added with it */
  async changed(
    sql: Sql,
    reader: Reader,
    before: { status: string; owner: string | null },
    lead: Pick<Lead, 'id' | 'status' | 'owner'>,
    note: string | undefined,
  ): Promise<void> {
    const owner = lead.owner ?? null
    const changes: AuditChange[] = []
    if (before.status !== lead.status)
      changes.push({ path: 'status', before: before.status, after: lead.status })
    if (before.owner !== owner)
      changes.push({ path: 'owner', before: before.owner ?? 'nobody', after: owner ?? 'nobody' })
    if (note !== undefined) changes.push({ path: 'notes', after: sizeOf(note) })
    if (changes.length > 0) await this.#record(sql, reader, 'Changed a lead', `Lead ${lead.id}`, changes)
  }

  async #record(
    sql: Sql,
    { by, address }: Reader,
    action: string,
    subject: string,
    changes: readonly AuditChange[],
  ): Promise<void> {
    await this.#audit.record(sql, {
      by,
      action,
      subject,
      changes: [{ path: 'from', after: address }, ...changes],
    })
  }
}

const sizeOf = (text: string): string => `${text.length} characters`

function filterOf({ search, ...filter }: LeadFilter): AuditChange[] {
  const given: [string, string | undefined][] = [
    ...Object.entries(filter),
    ['search', search === undefined ? undefined : sizeOf(search)],
  ]
  return given.flatMap(([path, after]) => (after === undefined ? [] : [{ path, after }]))
}
