import type { Database } from '../database/database.ts'
import type { Statement } from '../database/sql.ts'
import type { Clock } from '../kernel/clock.ts'
import { type AuditChange, type AuditEntry, AuditLog, type AuditRow } from './audit-log.ts'

const keptChanges = 50
const keptLength = 400

interface StoredRow {
  id: string
  at: Date
  done_by: string
  action: string
  subject: string
  changes: { count: number; first: AuditChange[] }
}

/** The audit log in the table `platform_audit`. Long values are cut; the stored versions have them whole. */
export class PostgresAuditLog extends AuditLog {
  readonly #database: Database
  readonly #clock: Clock

  constructor(database: Database, clock: Clock) {
    super()
    this.#database = database
    this.#clock = clock
  }

  override statementOf({ by, action, subject, changes }: AuditEntry): Statement {
    const first = changes
      .slice(0, keptChanges)
      .map(({ path, before, after }) => ({ path, before: cut(before), after: cut(after) }))
    return {
      text: 'insert into platform_audit (at, done_by, action, subject, changes) values ($1, $2, $3, $4, $5)',
      values: [this.#clock.now(), by, action, subject, JSON.stringify({ count: changes.length, first })],
    }
  }

  override async entries(before?: number): Promise<AuditRow[]> {
    const rows = await this.#database.sql.query<StoredRow>(
      'select id, at, done_by, action, subject, changes from platform_audit where $1::bigint is null or id < $1 order by id desc limit 50',
      [before ?? null],
    )
    return rows.map(({ id, at, done_by: by, action, subject, changes }) => ({
      id: Number(id),
      at,
      by,
      action,
      subject,
      changes: changes.first,
      changed: changes.count,
    }))
  }
}

function cut(value: unknown): unknown {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > keptLength ? `${text.slice(0, keptLength - 1)}…` : value
}
