import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'
import { hookTypes } from './domain/events.ts'

const access = { staff: ['owner'] } as const
const params = z.object({ id: z.uuid() })

const HookType = z.enum(hookTypes)

const HookEndpoint = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(HookType),
  pausedAt: Moment.nullable(),
  pausedBecause: z.string().nullable(),
  /** Until when the old secret is valid, while it is being replaced. */
  oldUntil: Moment.nullable(),
  waiting: z.number(),
  failed: z.number(),
})

export const listHooks = endpoint({
  method: 'GET',
  path: '/api/admin/hooks',
  summary: 'The endpoints that events are sent to, and the events',
  access,
  response: answer({
    events: z.array(z.object({ type: HookType, when: z.string() })),
    endpoints: z.array(HookEndpoint),
  }),
})

export const saveHook = endpoint({
  method: 'PUT',
  path: '/api/admin/hooks/:id',
  summary: 'Add an endpoint, or change one; the secret of a new one is shown once',
  access,
  params,
  body: z.object({
    url: z.url('must be a web address.').max(2_000),
    events: z.array(HookType).min(1),
  }),
  response: answer({ secret: z.string().nullable() }),
})

export const actOnHook = endpoint({
  method: 'POST',
  path: '/api/admin/hooks/:id',
  summary:
    'Pause, resume, test or delete an endpoint, replace its secret, or send one event or all since a moment again',
  access,
  params,
  body: z.object({
    action: z.enum(['pause', 'resume', 'test', 'delete', 'rotate', 'end-old-secret', 'again']),
    /** With `again`: one event, or all since a moment. */
    delivery: z.number().optional(),
    since: Moment.optional(),
  }),
  response: answer({ secret: z.string().nullable() }),
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/hooks/:id/deliveries',
  summary: 'What was sent to an endpoint, and what waits, newest first; at most 200',
  access,
  params,
  response: answer({
    deliveries: z.array(
      z.object({
        id: z.number(),
        eventId: z.string(),
        type: z.string(),
        objectId: z.string(),
        at: Moment,
        state: z.enum(['waiting', 'delivered', 'failed']),
        attempts: z.number(),
        nextTry: Moment.nullable(),
        status: z.number().nullable(),
        answer: z.string().nullable(),
      }),
    ),
  }),
})
