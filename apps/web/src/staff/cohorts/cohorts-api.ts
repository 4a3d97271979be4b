import { useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  cancelCohort,
  changeCohortCapacity,
  cohortRoster,
  listAllCohorts,
  moveCohort,
  moveParticipant,
  openCohort,
  StaffCohort,
} from '#modules/leadership/program/contract.ts'
import type { cohortWaitList, removeFromWaitList } from '#modules/leadership/program/contract-wait.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type Cohort = StaffCohort
export type Plan = Pick<Cohort, 'startsOn' | 'timeZone' | 'labs' | 'coachingWeeks'>
export type RosterRow = AnswerOf<typeof cohortRoster>['orders'][number]

const key = ['admin', 'cohorts'] as const

export const useCohorts = () =>
  useQuery({
    queryKey: [...key, 'list'],
    queryFn: async () => (await call<typeof listAllCohorts>('GET', '/api/admin/cohorts')).cohorts,
    staleTime: 0,
    retry: false,
  })

export const useRoster = (id: string) =>
  useQuery({
    queryKey: [...key, 'roster', id],
    queryFn: async () =>
      (await call<typeof cohortRoster>('GET', '/api/admin/cohorts/:id/roster', { params: { id } })).orders,
    staleTime: 0,
    retry: false,
  })

export type WaitRow = AnswerOf<typeof cohortWaitList>['waiting'][number]

export const useWaitList = (id: string) =>
  useQuery({
    queryKey: [...key, 'wait-list', id],
    queryFn: async () =>
      (await call<typeof cohortWaitList>('GET', '/api/admin/cohorts/:id/wait-list', { params: { id } }))
        .waiting,
    staleTime: 0,
    retry: false,
  })

/** The changes of cohorts by staff; each refetches the lists. */
export function useCohortEdits() {
  const client = useQueryClient()
  const after = async (work: Promise<unknown>): Promise<void> => {
    // Also after a refusal, which may mean that another person was faster.
    await work.finally(() => client.invalidateQueries({ queryKey: key }))
  }
  return {
    open: (id: string, plan: Plan, capacity: number) =>
      after(call<typeof openCohort>('POST', '/api/admin/cohorts', { body: { id, ...plan, capacity } })),
    move: (id: string, plan: Plan) =>
      after(call<typeof moveCohort>('PUT', '/api/admin/cohorts/:id/plan', { params: { id }, body: plan })),
    resize: (id: string, capacity: number) =>
      after(
        call<typeof changeCohortCapacity>('PUT', '/api/admin/cohorts/:id/capacity', {
          params: { id },
          body: { capacity },
        }),
      ),
    moveParticipant: (
      id: string,
      orderId: string,
      body: { cohortId: string; reason: string; endsRefundRequest: boolean },
    ) =>
      after(
        call<typeof moveParticipant>('POST', '/api/admin/cohorts/:id/participants/:orderId/cohort', {
          params: { id, orderId },
          body,
        }),
      ),
    removeWaiting: (id: string) =>
      after(call<typeof removeFromWaitList>('DELETE', '/api/admin/wait-list/:id', { params: { id } })),
    cancel: (id: string) =>
      after(call<typeof cancelCohort>('POST', '/api/admin/cohorts/:id/cancel', { params: { id } })),
  }
}

/** "3 participants have", "1 participant has" */
export const participantsHave = (count: number): string =>
  count === 1 ? '1 participant has' : `${count} participants have`
