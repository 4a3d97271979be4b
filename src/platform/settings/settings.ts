import type { z } from 'zod'

/** A group of values that an admin changes while the product runs. Declared by the module that reads it. */
export interface SettingSection<S extends z.ZodType = z.ZodType> {
  key: string
  /** Every field has a default, so that `{}` parses. */
  schema: S
}

/**
 * A section that the owner edits in the admin screen. Labels and help stand in the schema, as `meta({ title,
 * description })` of each field. Every module binds its own; the form is made from the schema.
 */
export abstract class SettingForm implements SettingSection<z.ZodObject> {
  abstract key: string
  abstract schema: z.ZodObject
  abstract title: string
  /** One sentence: what it decides. */
  abstract description: string
}

/** What is stored, and by whom; `revision` is empty while nothing is. */
export interface SettingState<S extends z.ZodType> {
  values: z.output<S>
  revision: string
  updatedBy: string | null
  updatedAt: Date | null
}

/** The `settings` table, cached and invalidated over LISTEN/NOTIFY on every replica. */
export abstract class Settings {
  abstract read<S extends z.ZodType>(section: SettingSection<S>): Promise<z.output<S>>
  /** What is stored now, past every cache. */
  abstract state<S extends z.ZodType>(section: SettingSection<S>): Promise<SettingState<S>>
  /** Calls `heard` after somebody, on any replica, wrote a section: its key, or '' when anything may have changed. */
  abstract onChange(heard: (key: string) => void): Promise<void>
  /** With `revision` the write is refused (conflict) when somebody wrote the section since that state was read. */
  abstract write<S extends z.ZodType>(
    section: SettingSection<S>,
    value: z.input<S>,
    by: string,
    revision?: string,
  ): Promise<void>
}
