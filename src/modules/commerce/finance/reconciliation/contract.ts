import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Moment } from '#platform/contract/wire.ts'

import { differenceActions, differenceKinds, differenceStates } from '../../domain/difference.ts'

const lists = { staff: ['finance', 'viewer'] } as const
const finance = { staff: ['finance'] } as const

const Report = z.object({
  id: z.uuid(),
  startedAt: Moment,
  finishedAt: Moment.nullable(),
  /** A username, or a part of the product, such as `system:daily`. */
  startedBy: z.string(),
  since: Moment,
  /** How many were compared: payment intents of ours at Stripe, and orders in the log. */
  intents: z.number().int(),
  orders: z.number().int(),
  /** Payments of other products of the same Stripe account. */
  foreign: z.number().int(),
  /** Differences that this run found and left for a person to settle. */
  found: z.number().int(),
  /** Differences that this run recorded by itself. */
  recorded: z.number().int(),
  /** Why the run failed; differences found before that stay. */
  error: z.string().nullable(),
})

const Action = z.enum(differenceActions)

const Difference = z.object({
  id: z.uuid(),
  kind: z.enum(differenceKinds),
  intentId: z.string(),
  orderId: z.string().nullable(),
  /** In words, as of when it was found. */
  logSays: z.string(),
  stripeSays: z.string(),
  cause: z.string(),
  /** `automatic`: the product recorded it by itself, or the log has caught up without a person. */
  state: z.enum(differenceStates),
  /** The one action that settles it; null once it is settled. */
  action: Action.nullable(),
  foundAt: Moment,
  settledAt: Moment.nullable(),
  /** A username, or a part of the product, such as `system:reconciler`. */
  settledBy: z.string().nullable(),
})

const Answer = answer({
  /** The last finished comparison. */
  report: Report.nullable(),
  /** Waiting for a person, oldest first, at most 500. */
  open: z.array(Difference),
  /** Settled, newest first, at most 50. */
  settled: z.array(Difference),
  counts: z.record(z.enum(differenceStates), z.number().int()),
})

export const financeReconciliation = endpoint({
  method: 'GET',
  path: '/api/finance/reconciliation',
  summary: 'The last comparison of Stripe with the log, and every difference that was found',
  access: lists,
  response: Answer,
})

export const runReconciliation = endpoint({
  method: 'POST',
  path: '/api/finance/reconciliation/run',
  summary: 'Compare Stripe with the log now, both ways; reads only',
  access: finance,
  response: Answer,
})

export const settleDifference = endpoint({
  method: 'POST',
  path: '/api/finance/reconciliation/differences/:id/settle',
  summary:
    'Record what Stripe says about a difference, take a lost order over, or note the payment as foreign',
  access: finance,
  params: z.object({ id: z.uuid() }),
  /** The action that the screen showed; refused when the difference takes another action. */
  body: z.strictObject({ action: Action }),
  response: answer({ difference: Difference }),
})

export const settleDifferences = endpoint({
  method: 'POST',
  path: '/api/finance/reconciliation/differences/settle',
  summary: 'The same for up to 20 differences, each with an event of its own; one that fails stops no other',
  access: finance,
  body: z.strictObject({ action: Action, ids: z.array(z.uuid()).min(1).max(20) }),
  response: answer({
    settled: z.array(Difference),
    failures: z.array(
      z.object({
        id: z.uuid(),
        intentId: z.string(),
        orderId: z.string().nullable(),
        code: z.string(),
        error: z.string(),
      }),
    ),
  }),
})
