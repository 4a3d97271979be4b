import type { z } from 'zod'
import type { Database } from '../database/database.ts'
import { AppError } from '../kernel/error.ts'
import { type SettingSection, Settings } from './settings.ts'

const channel = 'platform_settings'

/**
 * Settings in the table `platform_settings`. Every section is read once and kept until somebody, on any
 * replica, writes it: the writing transaction notifies, and listeners forget what they kept.
 */
export class PostgresSettings extends Settings {
  readonly #db: Database
  readonly #kept = new Map<string, Promise<unknown>>()
  readonly #heard: ((key: string) => void)[] = []
  #listening: Promise<unknown> | undefined

  constructor(db: Database) {
    super()
    this.#db = db
  }

  /** The section's values; the default of every field that is not stored, or is not valid for a newer schema. */
  async read<S extends z.ZodType>(section: SettingSection<S>): Promise<z.output<S>> {
    // Listening comes before the first read, so that no change can slip in between and be missed.
    await this.#listen()
    const kept = this.#kept.get(section.key) ?? this.#keep(section.key)
    const value = await kept
    const parsed = section.schema.safeParse(value)
    return parsed.success ? parsed.data : section.schema.parse(withoutFields(value, parsed.error))
  }

  override async onChange(heard: (key: string) => void): Promise<void> {
    this.#heard.push(heard)
    await this.#listen()
  }

  /** @throws AppError('invalid') that names each wrong field. */
  async write<S extends z.ZodType>(section: SettingSection<S>, value: z.input<S>, by: string): Promise<void> {
    const parsed = section.schema.safeParse(value)
    if (!parsed.success) {
      const errors = parsed.error.issues.map(
        ({ path, message }) => `${path.join('.') || section.key}: ${message}`,
      )
      throw new AppError(
        'invalid',
        'settings.invalid',
        `These settings cannot be saved: ${errors.join('; ')}`,
        { errors },
      )
    }
    await this.#db.rawTransaction(async (sql) => {
      await sql.query(
        `insert into platform_settings (key, value, updated_by) values ($1, $2, $3)
         on conflict (key) do update set value = excluded.value, updated_at = now(), updated_by = excluded.updated_by`,
        [section.key, JSON.stringify(value), by],
      )
      await this.#db.notify(channel, section.key, sql)
    })
    this.#kept.delete(section.key)
  }

  async #listen(): Promise<void> {
    this.#listening ??= this.#db.listen(channel, (key) => {
      // An empty payload comes after a lost connection: anything may have changed meanwhile.
      if (key === '') this.#kept.clear()
      else this.#kept.delete(key)
      for (const heard of this.#heard) heard(key)
    })
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

function withoutFields(value: unknown, { issues }: z.ZodError): Record<string, unknown> {
  const wrong = new Set(issues.map(({ path }) => path[0]))
  return Object.fromEntries(Object.entries(value ?? {}).filter(([field]) => !wrong.has(field)))
}
