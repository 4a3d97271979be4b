import type {
  financeReconciliation,
  runReconciliation,
  settleDifference,
  settleDifferences,
} from '#modules/commerce/finance/reconciliation/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type Reconciliation = AnswerOf<typeof financeReconciliation>
export type Report = NonNullable<Reconciliation['report']>
export type Difference = Reconciliation['open'][number]
export type Action = NonNullable<Difference['action']>

export const lastReconciliation = () =>
  call<typeof financeReconciliation>('GET', '/api/finance/reconciliation')

export const reconcileNow = () => call<typeof runReconciliation>('POST', '/api/finance/reconciliation/run')

export const settle = async (id: string, action: Action) => {
  const answer = await call<typeof settleDifference>(
    'POST',
    '/api/finance/reconciliation/differences/:id/settle',
    { params: { id }, body: { action } },
  )
  return answer.difference
}

/** Differences of one kind; at most 20. */
export const settleMany = (differences: readonly Difference[]) =>
  call<typeof settleDifferences>('POST', '/api/finance/reconciliation/differences/settle', {
    body: { action: differences[0]?.action ?? 'record', ids: differences.map(({ id }) => id) },
  })
