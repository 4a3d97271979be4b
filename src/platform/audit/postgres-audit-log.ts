import type { Database } from '../database/database.ts'
import type { Statement } from '../database/sql.ts'
import { canonical } from '../event-log/chain.ts'
import type { Clock } from '../kernel/clock.ts'
import { type AuditChange, type AuditEntry, type AuditFilter, AuditLog, type AuditRow } from './audit-log.ts'

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

  override statementOf({ by, action, subject, changes, state }: AuditEntry): Statement {
    const first = changes
      .slice(0, keptChanges)
      .map(({ path, before, after }) => ({ path, before: cut(before), after: cut(after) }))
    const digest = state === undefined ? undefined : canonical(state).digest
    return {
      text: 'insert into platform_audit (at, done_by, action, subject, changes) values ($1, $2, $3, $4, $5)',
      values: [
        this.#clock.now(),
        by,
        action,
        subject,
        JSON.stringify({ count: changes.length, first, digest }),
      ],
    }
  }

  override async entries({ by, action, reads, from, until, before }: AuditFilter): Promise<AuditRow[]> {
    const conditions: string[] = []
    const values: unknown[] = []
    const narrow = (condition: string, value: unknown): void => {
      if (value === undefined) return
      values.push(value)
      conditions.push(`${condition} $${values.length}`)
    }
    // Every action of `AuditedReads` begins with this word.
    if (reads === 'without') conditions.push("action not like 'Read %'")
    narrow('done_by =', by)
    narrow('action =', action)
    narrow('at >=', from)
    narrow('at <', until)
    narrow('id <', before)
    const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`
    const rows = await this.#database.sql.query<StoredRow>(
      `select id, at, done_by, action, subject, changes from platform_audit ${where} order by id desc limit 50`,
      values,
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

  override async choices(): Promise<{ people: string[]; actions: string[] }> {
    const [people, actions] = await Promise.all([this.#valuesOf('done_by'), this.#valuesOf('action')])
    return { people, actions }
  }

  /** One look into the index for each value, however many rows have it. */
  async #valuesOf(column: 'done_by' | 'action'): Promise<string[]> {
    const next = (after: string): string =>
      `(select ${column} from platform_audit ${after} order by ${column} limit 1)`
    const rows = await this.#database.sql.query<{ value: string }>(
      `with recursive each as (
         select ${next('')} as value
         union all select ${next(`where ${column} > each.value`)} from each where each.value is not null
       ) select value from each where value is not null`,
    )
    return rows.map(({ value }) => value).sort((a, b) => a.localeCompare(b, 'en'))
  }
}

function cut(value: unknown): unknown {
  if (value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > keptLength ? `${text.slice(0, keptLength - 1)}…` : value
}
