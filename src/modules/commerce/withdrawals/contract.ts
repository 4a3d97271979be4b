import { z } from 'zod'
import { canonicalEmail, emailMax } from '#platform/contract/email.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { InputId } from '#platform/contract/input-id.ts'
import { Line } from '#platform/contract/line.ts'
import { Amount, answer, Done, Moment, priced } from '#platform/contract/wire.ts'
import { orderParams } from '../contract.ts'
import type { RefundCase } from '../domain/withdrawal.ts'
import { refundCases } from '../rules.ts'

const refundCase = z.enum(Object.keys(refundCases) as [RefundCase])

export const states = ['received', 'paying', 'refunded', 'waiting', 'refused', 'nothing'] as const
export type WithdrawalState = (typeof states)[number]

export const stateWithdrawal = endpoint({
  method: 'POST',
  path: '/api/withdrawals',
  summary:
    'Withdraw from an order, or ask for a refund, without an account; the answer is the same whether the order exists',
  access: 'public',
  limit: { points: 10, seconds: 60, perDay: 40 },
  body: z.object({
    /** Chosen by the caller; a repeat with the same id is the same statement. */
    id: InputId,
    name: Line.min(1, 'is needed'),
    orderNumber: Line.min(1, 'is needed'),
    email: z
      .string()
      .max(emailMax)
      .refine((text) => canonicalEmail(text) !== null, 'must be an email address'),
    /** Null for a withdrawal by law; without the setting for the EU it counts as `other`. */
    refundCase: refundCase.nullable().default(null),
  }),
  response: answer({ receivedAt: Moment }),
})

const Decision = priced(
  z.object({ refundCase: refundCase.nullable(), amount: Amount, sentence: z.string(), currency: z.string() }),
)

export const withdrawalOfOrder = endpoint({
  method: 'GET',
  path: '/api/orders/:id/withdrawal',
  summary: 'What a withdrawal from an order, or each case of a refund, would give now',
  access: 'customer',
  params: orderParams,
  response: answer({
    /** `withdrawal` while the law gives the right, else `refund`. */
    kind: z.enum(['withdrawal', 'refund']),
    /** Why there is no right to withdraw; null without the setting for the EU, or with the right. */
    whyNot: z.string().nullable(),
    name: z.string(),
    orderNumber: z.string(),
    email: z.string(),
    decisions: z.array(Decision),
  }),
})

export const agreeEarlyStart = endpoint({
  method: 'POST',
  path: '/api/orders/:id/early-start',
  summary: 'The buyer asks for a start within the term for withdrawing; stored with the version of the text',
  access: 'customer',
  params: orderParams,
  body: z.object({ version: z.string().max(20) }),
  response: Done,
})

const Listed = priced(
  z.object({
    id: z.uuid(),
    receivedAt: Moment,
    refundCase: refundCase.nullable(),
    /** Null for viewers; empty once erased. */
    name: z.string().nullable(),
    email: z.string().nullable(),
    orderNumber: z.string(),
    orderId: z.uuid().nullable(),
    state: z.enum(states),
    amount: Amount,
    currency: z.string(),
    decision: z.string(),
    answer: z.string(),
    answeredAt: Moment.nullable(),
  }),
)

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/api/finance/withdrawals',
  summary: 'Withdrawals and requests for refunds: those that wait first, then the newest',
  access: { staff: ['finance', 'viewer'] },
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  response: answer({
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    withdrawals: z.array(Listed),
  }),
})

export const answerWithdrawal = endpoint({
  method: 'POST',
  path: '/api/finance/withdrawals/:id/answer',
  summary: 'Answer a withdrawal that waits: refund its order, or refuse; the reason is mailed',
  access: { staff: ['finance'] },
  params: z.object({ id: InputId }),
  body: z.strictObject({
    /** `refunded`: the money was returned elsewhere, such as by bank transfer. */
    answer: z.enum(['refund', 'refunded', 'refused']),
    /** Of the refund, as a decimal; absent for what the rule gives. */
    amount: z
      .string()
      .regex(/^\d{1,10}(\.\d{1,3})?$/, 'must be an amount such as 250.00')
      .optional(),
    reason: z.string().trim().min(3).max(1_000),
  }),
  response: Done,
})
