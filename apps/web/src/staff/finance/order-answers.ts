import type { financeEvents, financeOrders, financeState } from '#modules/commerce/finance/search/contract.ts'
import type { orderSeats } from '#modules/commerce/finance/search/contract-actions.ts'
import type { orderEvidence } from '#modules/commerce/finance/search/contract-evidence.ts'
import type { AnswerOf } from '../../lib/call.ts'

export type OrderPage = AnswerOf<typeof financeOrders>
export type FinanceOrder = OrderPage['orders'][number]
export type OrderEvent = AnswerOf<typeof financeEvents>['events'][number]
export type OrderState = AnswerOf<typeof financeState>['order']
/** Null for the order of a person. */
export type OrderSeats = NonNullable<AnswerOf<typeof orderSeats>['seats']>
export type Evidence = AnswerOf<typeof orderEvidence>

/** The answers that a change in the finance area may alter. */
export const financeAnswers = ['/api/finance'] as const
