import { z } from 'zod'
import { MomentText } from './dates.ts'
import { endpoint } from './endpoint.ts'
import { answer, Moment } from './wire.ts'

/** An owner uses all settings, finance those that name it. */
const editors = { staff: ['finance'] } as const

const SettingsSection = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  /** JSON schema of the values; titles and descriptions of its fields are the form's labels and help texts. */
  schema: z.record(z.string(), z.unknown()),
  values: z.record(z.string(), z.unknown()),
  /** The revision of the stored values; a change sends it back, so that it cannot overwrite an unseen change. */
  revision: z.string(),
  updatedBy: z.string().nullable(),
  updatedAt: Moment.nullable(),
})
export type SettingsSection = z.output<typeof SettingsSection>

export const listSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  summary: 'The sections of settings that the caller may change, with schema and values',
  access: editors,
  response: answer({ sections: z.array(SettingsSection) }),
})

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/settings/:key',
  summary: 'Saves one section of settings',
  access: editors,
  params: z.object({ key: z.string().max(60) }),
  body: z.object({ values: z.record(z.string(), z.unknown()), revision: z.string().max(40) }),
  response: answer({ section: SettingsSection }),
})

const Change = z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() })

export const readAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  summary: 'Who changed or read what, newest first; all of it, or of one person, kind of action or time',
  access: { staff: ['editor', 'viewer'] },
  query: z.object({
    /** Who did it, as in `people`. */
    by: z.string().max(200).optional(),
    /** As in `actions`. */
    action: z.string().max(200).optional(),
    /** `without` leaves out entries that record a read. */
    reads: z.literal('without').optional(),
    from: MomentText.optional(),
    /** Before this moment. */
    until: MomentText.optional(),
    before: z.coerce.number().int().min(1).max(2_000_000_000).optional(),
  }),
  response: answer({
    /** What `by` and `action` can be. */
    people: z.array(z.string()),
    actions: z.array(z.string()),
    entries: z.array(
      z.object({
        id: z.number(),
        at: Moment,
        by: z.string(),
        action: z.string(),
        subject: z.string(),
        changed: z.number(),
        changes: z.array(Change),
      }),
    ),
  }),
})
