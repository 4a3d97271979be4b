import type { z } from 'zod'
import type { StaffRole } from '../kernel/actor.ts'

/** A group of values that can be changed while the product runs. Declared by the module that reads it. */
export interface SettingSection<S extends z.ZodType = z.ZodType> {
  key: string
  /** Every field has a default, so that `{}` parses. */
  schema: S
}

/**
 * A section that the owner edits in the admin screen. Labels and help texts are in the schema, as `meta({ title,
 * description })` of each field. Every module binds its own; the form is generated from the schema.
 */
export abstract class SettingForm implements SettingSection<z.ZodObject> {
  abstract key: string
  abstract schema: z.ZodObject
  abstract title: string
  /** One sentence about what the section decides. */
  abstract description: string
  /** Its texts are printed on documents: they may have only letters that a font has. */
  readonly isPrinted?: boolean
  /** The roles that edit it besides an owner. */
  readonly editors?: readonly StaffRole[]
}

/** The stored values and their author; `revision` is empty while nothing is stored. */
export interface SettingState<S extends z.ZodType> {
  values: z.output<S>
  revision: string
  updatedBy: string | null
  updatedAt: Date | null
}

/** The `settings` table, cached; every process clears its cache by LISTEN/NOTIFY. */
export abstract class Settings {
  abstract read<S extends z.ZodType>(section: SettingSection<S>): Promise<z.output<S>>
  /** The stored values, read without any cache. */
  abstract state<S extends z.ZodType>(section: SettingSection<S>): Promise<SettingState<S>>
  /** The same of several sections in their order, read by one statement. */
  abstract states<S extends z.ZodType>(sections: readonly SettingSection<S>[]): Promise<SettingState<S>[]>
  /** Calls `changed` after any process wrote a section, with its key, or '' when anything may have changed. */
  abstract onChange(changed: (key: string) => void): Promise<void>
  /** With `revision` the write is refused (conflict) when the section was written since that state was read. */
  abstract write<S extends z.ZodType>(
    section: SettingSection<S>,
    value: z.input<S>,
    by: string,
    revision?: string,
  ): Promise<void>
}
