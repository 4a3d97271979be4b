import type { z } from 'zod'
import type { AuditLog } from '../audit/audit-log.ts'
import { fieldProblems } from '../contract/field-problems.ts'
import type { Database } from '../database/database.ts'
import { AppError } from '../kernel/error.ts'
import { type SettingSection, type SettingState, Settings } from './settings.ts'
import { settingsChanged } from './verify-settings.ts'

const channel = 'platform_settings'

/**
 * Settings in the table `platform_settings`. Every section is read once and cached until a process writes it: the writing
 * transaction notifies, and all processes clear the cached section.
 */
export class PostgresSettings extends Settings {
  readonly #db: Database
  readonly #audit: AuditLog
  readonly #kept = new Map<string, Promise<unknown>>()
  readonly #listeners: ((key: string) => void)[] = []
  #listening: Promise<unknown> | undefined

  constructor(db: Database, audit: AuditLog) {
    super()
    this.#db = db
    this.#audit = audit
  }

  /** The section's values, with the default for every field that is missing or not valid for a newer schema. */
  async read<S extends z.ZodType>(section: SettingSection<S>): Promise<z.output<S>> {
    // Listening starts before the first read, so that no change in between is missed.
    await this.#listen()
    const kept = this.#kept.get(section.key) ?? this.#keep(section.key)
    return usable(section, await kept)
  }

  override async state<S extends z.ZodType>(section: SettingSection<S>): Promise<SettingState<S>> {
    const [state] = await this.states([section])
    return state!
  }

  override async states<S extends z.ZodType>(
    sections: readonly SettingSection<S>[],
  ): Promise<SettingState<S>[]> {
    const rows = await this.#db.sql.query<StoredRow & { key: string }>(
      `select key, ${columns} where key = any($1)`,
      [sections.map(({ key }) => key)],
    )
    return sections.map((section) => {
      const row = rows.find(({ key }) => key === section.key)
      return {
        values: usable(section, row?.value ?? {}),
        revision: row?.revision ?? '',
        updatedBy: row?.updated_by ?? null,
        updatedAt: row?.updated_at ?? null,
      }
    })
  }

  override async onChange(changed: (key: string) => void): Promise<void> {
    this.#listeners.push(changed)
    await this.#listen()
  }

  /** @throws AppError('invalid') that names each wrong field; its paths begin with `values`, as in the body of `saveSettings`. */
  async write<S extends z.ZodType>(
    section: SettingSection<S>,
    value: z.input<S>,
    by: string,
    revision?: string,
  ): Promise<void> {
    const parsed = section.schema.safeParse(value, { error: settingWords })
    if (!parsed.success) {
      const errors = parsed.error.issues.map(
        ({ path, message }) => `${path.join('.') || section.key}: ${message}`,
      )
      const fields = fieldProblems(parsed.error, ['values'])
      throw new AppError(
        'invalid',
        'settings.invalid',
        `These settings cannot be saved: ${errors.join('; ')}`,
        { errors, fields },
      )
    }
    const stored: unknown = JSON.parse(JSON.stringify(value))
    await this.#db.rawTransaction(async (sql) => {
      await sql.query('select pg_advisory_xact_lock(hashtext($1))', [`settings ${section.key}`])
      const [row] = await sql.query<StoredRow>(`select ${columns} where key = $1`, [section.key])
      if (revision !== undefined && revision !== (row?.revision ?? '')) {
        throw new AppError(
          'conflict',
          'SETTINGS_CHANGED',
          `${row?.updated_by ?? 'Somebody'} saved these settings after you opened them. Nothing was overwritten.`,
        )
      }
      await this.#audit.record(sql, {
        by,
        action: settingsChanged,
        subject: section.key,
        changes: changedFields(usable(section, row?.value ?? {}), parsed.data),
        state: stored,
      })
      await sql.query(
        `insert into platform_settings (key, value, updated_by) values ($1, $2, $3)
         on conflict (key) do update set value = excluded.value, updated_at = now(), updated_by = excluded.updated_by`,
        [section.key, JSON.stringify(stored), by],
      )
      await this.#db.notify(channel, section.key, sql)
    })
    this.#kept.delete(section.key)
  }

  async #listen(): Promise<void> {
    const notified = (key: string): void => {
      // An empty payload means that anything may have changed.
      if (key === '') this.#kept.clear()
      else this.#kept.delete(key)
      for (const each of this.#listeners) each(key)
    }
    const state = () => this.#db.sql.query('select key, updated_at from platform_settings order by key')
    this.#listening ??= this.#db.listen(channel, notified, state)
    try {
      await this.#listening
    } catch (error) {
      this.#listening = undefined
      throw error
    }
  }

  #keep(key: string): Promise<unknown> {
    const reading = this.#stored(key)
    this.#kept.set(key, reading)
    reading.catch(() => {
      if (this.#kept.get(key) === reading) this.#kept.delete(key)
    })
    return reading
  }

  async #stored(key: string): Promise<unknown> {
    const rows = await this.#db.sql.query<{ value: unknown }>(
      'select value from platform_settings where key = $1',
      [key],
    )
    return rows[0]?.value ?? {}
  }
}

interface StoredRow {
  value: unknown
  revision: string
  updated_by: string
  updated_at: Date
}

const columns = `value, updated_by, updated_at, (extract(epoch from updated_at) * 1000000)::bigint::text as revision
  from platform_settings`

/** The values, with the default for every field that is missing or not valid for a newer schema. */
function usable<S extends z.ZodType>(section: SettingSection<S>, value: unknown): z.output<S> {
  const parsed = section.schema.safeParse(value)
  return parsed.success ? parsed.data : section.schema.parse(withoutFields(value, parsed.error))
}

function changedFields(before: unknown, after: unknown) {
  const [old, now] = [before, after].map((each) => ({ ...(each as Record<string, unknown>) }))
  return Object.keys({ ...old, ...now })
    .filter((path) => JSON.stringify(old?.[path]) !== JSON.stringify(now?.[path]))
    .map((path) => ({ path, before: old?.[path], after: now?.[path] }))
}

function withoutFields(value: unknown, { issues }: z.ZodError): Record<string, unknown> {
  const wrong = new Set(issues.map(({ path }) => path[0]))
  return Object.fromEntries(Object.entries(value ?? {}).filter(([field]) => !wrong.has(field)))
}

/**
 * The message for an invalid setting whose schema has no message of its own; the screen shows it after the setting's label.
 * Every message of a settings schema is worded for that: "must be an email address".
 */
function settingWords(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'too_big') return bounded('at most', issue.origin, issue.maximum)
  if (issue.code === 'too_small') return bounded('at least', issue.origin, issue.minimum)
  if (issue.code === 'invalid_type') return `must be ${kinds[issue.expected] ?? 'of another kind'}`
  if (issue.code === 'invalid_value') return `must be one of these: ${issue.values.map(String).join(', ')}`
  return 'must be written in another form'
}

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'on or off',
  array: 'a list',
}

function bounded(bound: string, origin: string, count: number | bigint): string {
  if (origin === 'string') return `must be ${bound} ${count} characters`
  return origin === 'array' ? `must have ${bound} ${count} entries` : `must be ${bound} ${count}`
}
