import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'

const lists = { staff: ['finance', 'viewer'] } as const
const finance = { staff: ['finance'] } as const

export const inboxStatuses = ['new', 'applied', 'ignored', 'foreign', 'parked', 'failed'] as const

export const InboxEvent = z.object({
  id: z.string(),
  type: z.string(),
  status: z.enum(inboxStatuses),
  objectId: z.string().nullable(),
  /** The order that it names or was recorded in. */
  orderId: z.string().nullable(),
  /** Whether that order is on this site. */
  orderKnown: z.boolean(),
  attempts: z.number().int(),
  receivedAt: Moment,
  nextTry: Moment.nullable(),
  /** Why it could not be applied, as a sentence without its full stop. */
  lastError: z.string().nullable(),
})
export type InboxEvent = z.output<typeof InboxEvent>

export const financeInbox = endpoint({
  method: 'GET',
  path: '/api/finance/inbox',
  summary: 'Webhooks received, newest first',
  access: lists,
  query: z.object({
    status: z.enum(inboxStatuses).optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(25),
  }),
  response: answer({
    events: z.array(InboxEvent),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
  }),
})

export const replayInbox = endpoint({
  method: 'POST',
  path: '/api/finance/inbox/:id/replay',
  summary: 'Apply a received webhook once more',
  access: finance,
  params: z.object({ id: z.string().max(255) }),
  response: answer({ event: InboxEvent }),
})

export const inboxBody = endpoint({
  method: 'GET',
  path: '/api/finance/inbox/:id/body',
  summary: 'A received webhook with its raw body, as long as that is kept',
  access: finance,
  params: z.object({ id: z.string().max(255) }),
  response: answer({
    event: InboxEvent,
    apiVersion: z.string().nullable(),
    livemode: z.boolean(),
    /** When Stripe made it. */
    createdAt: Moment,
    /** Hex sha256 of the body; it stays when the body is emptied. */
    digest: z.string(),
    body: z.string().nullable(),
  }),
})
