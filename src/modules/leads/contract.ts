import { z } from 'zod'
import { Day } from '#platform/contract/dates.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { checkCompany, checkEmail, checkName, checkPhone, leadTypes, messageMax } from './rules.ts'

export const leadStatuses = ['new', 'contacted', 'qualified', 'closed', 'quarantined'] as const
const Status = z.enum(leadStatuses)
const LeadTypeSchema = z.enum(leadTypes)

/** Text that `check` has no objection to; the objection becomes the error's sentence. */
const checked = (check: (text: string) => string | null, max: number) =>
  z
    .string()
    .max(max)
    .superRefine((text, context) => {
      const problem = check(text)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    })

const tag = z.string().max(200).optional()
const Touch = z.object({
  source: tag,
  medium: tag,
  campaign: tag,
  term: tag,
  content: tag,
  referrer: z.string().max(500).optional(),
  landingPage: z.string().max(500).optional(),
})

export const LeadBody = z.object({
  name: checked(checkName, 200),
  phone_number: checked(checkPhone, 40),
  email: checked(checkEmail, 254),
  company_name: checked(checkCompany, 200),
  additional_message: z
    .string()
    .max(messageMax, `Message must be at most ${messageMax} characters`)
    .default(''),
  lead_type: LeadTypeSchema,
  turnstileToken: z.string().max(4096).optional(),
  /** A field that people do not see. */
  website: z.string().max(500).optional(),
  /** Milliseconds between the first key and the submit. */
  fill_ms: z.number().min(0).max(1e9).optional(),
  /** The sender wants the report of this calculation by mail; its fields are the calculator's to check. */
  report: z.record(z.string().max(40), z.unknown()).optional(),
  attribution: z.object({ first: Touch.optional(), last: Touch.optional() }).optional(),
})

export const submitLead = endpoint({
  method: 'POST',
  path: '/api/leads',
  summary: 'A visitor leaves their details',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  bodyLimit: 20_000,
  body: LeadBody,
  response: z.object({ success: z.literal(true), message: z.string(), downloadUrl: z.string().optional() }),
})

/** The same lead from a browser without JavaScript: named as the form's fields are, answered with a page. */
export const submitLeadForm = endpoint({
  method: 'POST',
  path: '/api/leads/form',
  summary: 'The lead form, sent by a browser without JavaScript; answers with a page',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  bodyLimit: 20_000,
  bodyType: 'form',
  body: z.record(z.string().max(40), z.string()),
  response: 'stream',
})

export const downloadWhitepaper = endpoint({
  method: 'GET',
  path: '/api/leads/whitepaper',
  summary: 'The whitepaper, by signed link',
  access: 'public',
  limit: { points: 60, seconds: 60 },
  query: z.record(z.string(), z.string()),
  response: 'stream',
})

export const LeadView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null for viewers. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string(),
  message: z.string(),
  leadType: LeadTypeSchema,
  status: Status,
  quarantineReason: z.string().nullable(),
  source: z.string().nullable(),
  notes: z.string(),
  createdAt: z.iso.datetime(),
})

const Filter = z.object({
  search: z.string().max(200).optional(),
  type: LeadTypeSchema.optional(),
  status: Status.optional(),
  source: z.string().max(200).optional(),
  from: Day.optional(),
  to: Day.optional(),
})
export type LeadFilter = z.output<typeof Filter>

export const listLeads = endpoint({
  method: 'GET',
  path: '/api/admin/leads',
  summary: 'The lead inbox, newest first',
  access: { staff: ['editor', 'viewer'] },
  query: Filter.extend({ page: z.coerce.number().int().min(1).max(10_000).default(1) }),
  response: z.object({
    success: z.literal(true),
    leads: z.array(LeadView),
    total: z.number().int(),
    counts: z.array(
      z.object({ leadType: LeadTypeSchema, source: z.string().nullable(), count: z.number().int() }),
    ),
  }),
})

export const leadPerson = endpoint({
  method: 'GET',
  path: '/api/admin/leads/:id/person',
  summary: 'One lead, and what else is known of its sender: other leads, account, orders',
  access: { staff: ['editor', 'viewer'] },
  params: z.object({ id: z.uuid() }),
  response: z.object({
    success: z.literal(true),
    lead: LeadView,
    /** Their other leads, newest first; quarantine included. */
    leads: z.array(
      z.object({ id: z.uuid(), leadType: LeadTypeSchema, status: Status, createdAt: z.iso.datetime() }),
    ),
    customerSince: z.iso.datetime().nullable(),
    orders: z.array(
      z.object({
        id: z.uuid(),
        product: z.string(),
        status: z.string(),
        /** In minor units of `currency`. */
        totalMinor: z.number().int(),
        currency: z.string(),
        createdAt: z.iso.datetime(),
      }),
    ),
  }),
})

export const exportLeads = endpoint({
  method: 'GET',
  path: '/api/admin/leads.csv',
  summary: 'The filtered inbox as CSV, safe for spreadsheets',
  access: { staff: ['editor'] },
  query: Filter.extend({ bom: z.enum(['true', 'false']).default('false') }),
  response: 'stream',
})

export const changeLead = endpoint({
  method: 'PATCH',
  path: '/api/admin/leads/:id',
  summary: 'Sets status or notes; taking a lead out of quarantine sends what it is owed',
  access: { staff: ['editor'] },
  params: z.object({ id: z.uuid() }),
  body: z.object({ status: Status.optional(), notes: z.string().max(4000).optional() }),
  response: z.object({ success: z.literal(true), lead: LeadView }),
})
