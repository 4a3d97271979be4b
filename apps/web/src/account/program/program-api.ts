import { useQuery } from '@tanstack/react-query'
import type {
  changeMyCohort as ChangeMyCohort,
  myProgram as MyProgram,
  renewCalendar as RenewCalendar,
  showMyName as ShowMyName,
} from '#modules/leadership/program/contract-participation.ts'
import { type AnswerOf, call } from '../../lib/call.ts'
import { ordersKey } from '../../lib/orders.ts'

export type Participation = AnswerOf<typeof MyProgram>['participations'][number]
export type Assignment = Participation['assignments'][number]
export type Session = Participation['sessions'][number]

/** A child of the orders' key: a change of an order may change the program. */
export const programKey = [...ordersKey, 'program'] as const

/** The customer's places in cohorts; refetched whenever the window regains focus. */
export const useProgram = (enabled: boolean) =>
  useQuery({
    queryKey: programKey,
    queryFn: () => call<typeof MyProgram>('GET', '/api/program'),
    enabled,
    staleTime: 30_000,
    refetchOnWindowFocus: 'always',
    retry: 1,
  })

export const showMyName = (orderId: string, shown: boolean) =>
  call<typeof ShowMyName>('PUT', '/api/program/:orderId/name', { params: { orderId }, body: { shown } })

export const changeMyCohort = (orderId: string, cohortId: string) =>
  call<typeof ChangeMyCohort>('POST', '/api/program/:orderId/cohort', {
    params: { orderId },
    body: { cohortId },
  })

export const renewCalendar = (orderId: string) =>
  call<typeof RenewCalendar>('POST', '/api/program/:orderId/calendar', { params: { orderId } })
