import type { myProgram } from '#modules/leadership/cohorts/contract-participation.ts'
import type { myCertificate } from '#modules/leadership/credentials/contract.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { ordersKey } from '../../lib/orders.ts'

export type Participation = AnswerOf<typeof myProgram>['participations'][number]
export type Assignment = Participation['assignments'][number]
export type Session = Participation['sessions'][number]
export type Week = Participation['weeks'][number]
export type Certificate = AnswerOf<typeof myCertificate>
export type Awarded = NonNullable<Certificate['credential']>

/** Options of the answers on this page: a change of an order may change them, and so may a coach at any time. */
export const ofOrders = { area: ordersKey[0], staleTime: 30_000, onFocus: true, retry: 1 } as const
