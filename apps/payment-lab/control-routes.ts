import { Router } from 'express'
import { z } from 'zod'
import { act } from './actions.ts'
import type { Account } from './api-route.ts'
import { ChaosPlan } from './chaos.ts'
import type { LabState } from './lab-state.ts'
import type { LabAddresses } from './options.ts'
import type { Scheduler } from './scheduler.ts'
import { StripeFault } from './stripe-error.ts'

const longestMove = 400 * 86_400_000

/** Advances by a duration or to a time; the latter has no effect if a shared clock is already there. */
const ClockMove = z
  .strictObject({
    advanceMs: z.int().min(0).max(longestMove).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(
    ({ advanceMs, to }) => (advanceMs === undefined) !== (to === undefined),
    'give either advanceMs or to',
  )
const Reset = z.strictObject({ seed: z.string().optional() })
const Rights = z.strictObject({ withhold: z.array(z.string().regex(/^[a-z_]+$/)) })
const Addresses = z.strictObject({
  webhookUrl: z.url().optional(),
  webhookSecret: z.string().optional(),
  publicUrl: z.url().optional(),
})

/** `POST /lab/chaos|clock|rights|reset|connect`, `POST /lab/objects/:id/:action` and `GET /lab/state`. */
export function controlRoutes(needs: {
  account: Account
  state: LabState
  scheduler: Scheduler
  connect: (addresses: LabAddresses) => void
}): Router {
  const { account, state, scheduler, connect } = needs
  const router = Router()

  router.post('/chaos', (request, response) => {
    account.chaos.begin(read(ChaosPlan, request.body))
    response.json(account.chaos.plan)
  })

  router.post('/clock', async (request, response) => {
    const { advanceMs, to } = read(ClockMove, request.body)
    const { clock } = account
    clock.advance(to === undefined ? (advanceMs ?? 0) : Math.max(0, Date.parse(to) - clock.millis()))
    await scheduler.runDue()
    response.json({ now: new Date(account.clock.millis()).toISOString(), offsetMs: account.clock.offsetMs })
  })

  router.post('/rights', (request, response) => {
    const { withhold } = read(Rights, request.body)
    account.withheld.clear()
    for (const resource of withhold) account.withheld.add(resource)
    response.json({ withheld: [...account.withheld] })
  })

  router.post('/reset', (request, response) => {
    state.reset(read(Reset, request.body).seed)
    response.json({ reset: true })
  })

  router.post('/connect', (request, response) => {
    const { webhookUrl, webhookSecret, publicUrl } = read(Addresses, request.body)
    connect({
      ...(webhookUrl === undefined ? {} : { webhookUrl }),
      ...(webhookSecret === undefined ? {} : { webhookSecret }),
      ...(publicUrl === undefined ? {} : { publicUrl }),
    })
    response.json({ webhookUrl: account.deliveries.endpoint.url ?? null })
  })

  router.get('/state', (_request, response) => {
    response.json(state.show())
  })

  router.post('/objects/:id/:action', (request, response) => {
    response.json(act(account, request.params.id, request.params.action, request.body ?? {}))
  })
  return router
}

/** Validates a body of the lab's own calls; the error names each invalid field. */
function read<Output>(schema: z.ZodType<Output>, body: unknown): Output {
  const result = schema.safeParse(body ?? {})
  if (result.success) return result.data
  const message = result.error.issues
    .map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`)
    .join('; ')
  throw new StripeFault(400, { type: 'invalid_request_error', message })
}
