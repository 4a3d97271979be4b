import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Done, Moment } from '#platform/contract/wire.ts'
import { hookTypes } from './domain/events.ts'

const access = { staff: ['owner'] } as const
const params = z.object({ id: z.uuid() })
const Events = z.array(z.enum(hookTypes)).min(1, 'choose at least one.')
/** Shown once. */
const secret = z.string().nullable()

export const listHooks = endpoint({
  method: 'GET',
  path: '/api/admin/hooks',
  summary: 'The endpoints that events are sent to, and the events',
  access,
  response: answer({
    events: z.array(z.object({ type: z.string(), when: z.string() })),
    endpoints: z.array(
      z.object({
        id: z.string(),
        url: z.string(),
        events: z.array(z.string()),
        pausedAt: Moment.nullable(),
        pausedBecause: z.string().nullable(),
        /** While a secret is replaced: until when the old one is valid. */
        oldUntil: Moment.nullable(),
        waiting: z.number(),
        failed: z.number(),
      }),
    ),
  }),
})

export const saveHook = endpoint({
  method: 'PUT',
  path: '/api/admin/hooks/:id',
  summary: 'Add an endpoint, or change one; the secret of a new one is shown once',
  access,
  params,
  body: z.object({ url: z.url('must be a web address.').max(2_000), events: Events }),
  response: answer({ secret }),
})

export const hookActions = ['pause', 'resume', 'test', 'rotate', 'end-old-secret'] as const

export const actOnHook = endpoint({
  method: 'POST',
  path: '/api/admin/hooks/:id',
  summary: 'Pause, resume or test an endpoint, or replace its secret: the old one is valid for 24 hours more',
  access,
  params,
  body: z.object({ action: z.enum(hookActions) }),
  response: answer({ secret }),
})

export const deleteHook = endpoint({
  method: 'DELETE',
  path: '/api/admin/hooks/:id',
  summary: 'Delete an endpoint with its deliveries; what waits is not sent',
  access,
  params,
  response: Done,
})

export const listDeliveries = endpoint({
  method: 'GET',
  path: '/api/admin/hooks/:id/deliveries',
  summary: 'What was sent to an endpoint, and what waits, newest first',
  access,
  params,
  query: z.object({ before: z.coerce.number().int().min(1).max(9e15).optional() }),
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
        triedAt: Moment.nullable(),
        nextTry: Moment.nullable(),
        status: z.number().nullable(),
        answer: z.string().nullable(),
      }),
    ),
  }),
})

export const sendHookAgain = endpoint({
  method: 'POST',
  path: '/api/admin/hooks/:id/again',
  summary: 'Send one event again, or all since a moment; ids stay the same',
  access,
  params,
  body: z.union([z.object({ delivery: z.number() }), z.object({ since: Moment })]),
  response: answer({ sent: z.number() }),
})
