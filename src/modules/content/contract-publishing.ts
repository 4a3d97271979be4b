import { z } from 'zod'
import { isSayable } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'

const editors = { staff: ['editor'] } as const
const version = z.number().int().min(1).max(2_000_000_000)
const Done = answer({ message: z.string() })

export const publishState = endpoint({
  method: 'GET',
  path: '/api/cms/publishing',
  summary: 'What Production shows, whether that publish can be undone, and what is scheduled',
  access: { staff: ['editor', 'viewer'] },
  response: answer({
    production: z.object({
      version,
      kind: z.string(),
      savedBy: z.string(),
      savedAt: Moment,
      note: z.string().nullable(),
    }),
    /** The version that undoing would restore. */
    undoTo: version.nullable(),
    /** Scheduled publishes, the next first. */
    scheduled: z.array(z.object({ id: version, publishAt: Moment, by: z.string() })),
  }),
})

export const checkContent = endpoint({
  method: 'GET',
  path: '/api/cms/check',
  summary: 'What is wrong with the saved development content: errors stop a publish, warnings do not',
  access: { staff: ['editor', 'viewer'] },
  response: answer({
    findings: z.array(
      z.object({
        severity: z.enum(['error', 'warning']),
        /** As in the differences of the channels. */
        steps: z.array(z.string()),
        /** What is said of the field: "leads nowhere". */
        message: z.string(),
      }),
    ),
  }),
})

export const undoPublish = endpoint({
  method: 'POST',
  path: '/api/cms/publish/undo',
  summary: 'Brings back what Production showed before the publish of this version; in development only',
  access: editors,
  body: z.object({ version }),
  response: Done.extend({ version }),
})

export const schedulePublish = endpoint({
  method: 'PUT',
  path: '/api/cms/schedule',
  summary: 'Publishes what Development holds at that moment; several moments may wait; in development only',
  access: editors,
  body: z.object({
    publishAt: z.iso
      .datetime({ offset: true, error: 'must be a date with a time' })
      .refine(isSayable, 'must lie between the years 1900 and 9998'),
  }),
  response: Done,
})

export const cancelSchedule = endpoint({
  method: 'DELETE',
  path: '/api/cms/schedule/:id',
  summary: 'Takes a scheduled publish back',
  access: editors,
  params: z.object({ id: z.coerce.number().int().min(1).max(2_000_000_000) }),
  response: Done,
})
