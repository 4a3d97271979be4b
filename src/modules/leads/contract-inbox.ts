import { z } from 'zod'
import { Day } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'
import { leadSorts, leadTypes } from './rules.ts'

export const leadStatuses = ['new', 'contacted', 'qualified', 'closed', 'quarantined'] as const
const Status = z.enum(leadStatuses)
const LeadType = z.enum(leadTypes)
/** The username of a member of staff. */
const Username = z.string().min(1).max(64)

/** A column, with a hyphen before it in descending order. */
export const InboxSort = z.enum(leadSorts.flatMap((sort) => [sort, `-${sort}`] as const))

export const LeadView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null for viewers. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string(),
  message: z.string(),
  leadType: LeadType,
  status: Status,
  /** The reason for the quarantine at arrival; kept after the release. */
  quarantineReason: z.string().nullable(),
  source: z.string().nullable(),
  owner: Username.nullable(),
  createdAt: Moment,
})

const NoteView = z.object({
  id: z.uuid(),
  author: z.string(),
  at: Moment,
  text: z.string(),
})

export const InboxFilter = z.object({
  search: z.string().max(200).optional(),
  type: LeadType.optional(),
  status: Status.optional(),
  source: z.string().max(200).optional(),
  /** A username, `~me` or `~nobody`. */
  owner: Username.optional(),
  /** `without` leaves leads in quarantine out. */
  quarantine: z.enum(['without']).optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type LeadFilter = z.output<typeof InboxFilter>

export const listLeads = endpoint({
  method: 'GET',
  path: '/api/admin/leads',
  summary: 'The lead inbox, newest first unless sorted',
  access: { staff: ['editor', 'viewer'] },
  query: InboxFilter.extend({
    sort: InboxSort.default('-received'),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
  }),
  response: answer({
    leads: z.array(LeadView),
    total: z.number().int(),
    /** The number of leads in quarantine that match the filter without its status. */
    quarantined: z.number().int(),
    counts: z.array(z.object({ leadType: LeadType, source: z.string().nullable(), count: z.number().int() })),
    /** Members of staff, by username; those who may change leads can become owners. */
    staff: z.array(z.object({ username: z.string(), mayOwn: z.boolean() })),
  }),
})

export const leadPerson = endpoint({
  method: 'GET',
  path: '/api/admin/leads/:id/person',
  summary: 'One lead with its notes, and the other leads, account and orders of its sender',
  access: { staff: ['editor', 'viewer'] },
  params: z.object({ id: z.uuid() }),
  response: answer({
    lead: LeadView,
    /** Oldest first. */
    notes: z.array(NoteView),
    /** The sender's other leads, newest first; quarantine included. */
    leads: z.array(z.object({ id: z.uuid(), leadType: LeadType, status: Status, createdAt: Moment })),
    customerSince: Moment.nullable(),
    orders: z.array(
      z.object({
        id: z.uuid(),
        product: z.string(),
        status: z.string(),
        /** In minor units of `currency`. */
        totalMinor: z.number().int(),
        currency: z.string(),
        createdAt: Moment,
      }),
    ),
  }),
})

export const exportLeads = endpoint({
  method: 'GET',
  path: '/api/admin/leads.csv',
  summary: 'The filtered inbox as CSV, safe for spreadsheets',
  access: { staff: ['editor'] },
  query: InboxFilter,
  response: 'stream',
})

/** `null` removes the owner. */
const Changeable = { status: Status.optional(), owner: Username.nullable().optional() }

export const noteMax = 4000

export const changeLead = endpoint({
  method: 'PATCH',
  path: '/api/admin/leads/:id',
  summary: 'Sets status or owner, or adds a note; releasing a lead from quarantine sends its mails',
  access: { staff: ['editor'] },
  params: z.object({ id: z.uuid() }),
  // Strict: a note under another name must fail, not get lost.
  body: z.strictObject({
    ...Changeable,
    /** The caller chooses the id, so that a repeated call adds the note once. */
    note: z.object({ id: z.uuid(), text: z.string().trim().min(1).max(noteMax) }).optional(),
  }),
  response: answer({ lead: LeadView }),
})

export const changeLeads = endpoint({
  method: 'PATCH',
  path: '/api/admin/leads',
  summary: 'Sets status or owner of several leads; returns the outcome for each',
  access: { staff: ['editor'] },
  body: z.object({
    changes: z
      .array(
        z.object({
          id: z.uuid(),
          ...Changeable,
          /** Changes the lead only if it has these values, for example to undo a change. */
          expected: z.object(Changeable).optional(),
        }),
      )
      .min(1)
      .max(100),
  }),
  response: answer({
    /** In the order of the changes. */
    results: z.array(
      z.object({
        id: z.uuid(),
        /** `conflict`: the lead does not have the values of `expected`. */
        outcome: z.enum(['changed', 'unchanged', 'conflict', 'not-found']),
        /** The lead's values before the change. */
        before: z.object({ status: Status, owner: Username.nullable() }).optional(),
      }),
    ),
  }),
})
