import type { z } from 'zod'

/** A group of values that an admin changes while the product runs. Declared by the module that reads it. */
export interface SettingSection<S extends z.ZodType = z.ZodType> {
  key: string
  /** Every field has a default, so that `{}` parses. */
  schema: S
}

/** The `settings` table, cached and invalidated over LISTEN/NOTIFY on every replica. */
export abstract class Settings {
  abstract read<S extends z.ZodType>(section: SettingSection<S>): Promise<z.output<S>>
  /** Calls `heard` after somebody, on any replica, wrote a section: its key, or '' when anything may have changed. */
  abstract onChange(heard: (key: string) => void): Promise<void>
  abstract write<S extends z.ZodType>(
    section: SettingSection<S>,
    value: z.input<S>,
    by: string,
  ): Promise<void>
}
