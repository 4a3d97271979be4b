import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  answerAssignment,
  bookCohortCoaching,
  cohortRecords,
  recordCohortAttendance,
  waitingAssignments,
} from '#modules/leadership/program/contract-records.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type Records = AnswerOf<typeof cohortRecords>
export type ParticipantRecord = Records['participants'][number]
export type WaitingAssignment = AnswerOf<typeof waitingAssignments>['assignments'][number]

const key = ['admin', 'cohorts'] as const

export const useRecords = (id: string) =>
  useQuery({
    queryKey: [...key, 'records', id],
    queryFn: () => call<typeof cohortRecords>('GET', '/api/admin/cohorts/:id/records', { params: { id } }),
    staleTime: 0,
    retry: false,
  })

export const useWaitingAssignments = () =>
  useQuery({
    queryKey: [...key, 'assignments'],
    queryFn: async () => (await call<typeof waitingAssignments>('GET', '/api/admin/assignments')).assignments,
    staleTime: 0,
    retry: false,
  })

/**
 * A change by staff; the queries of cohorts are refetched afterwards.
 * @param done runs even if the component has been unmounted
 */
function useStep<Given, Answer>(work: (given: Given) => Promise<Answer>, done?: (given: Given) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: work,
    onSuccess: (_, given) => {
      done?.(given)
      return client.invalidateQueries({ queryKey: key })
    },
  })
}

interface Attendance {
  week: number
  attended: string[]
  withdrawn: string[]
  lines: string[]
}

export const useAttendance = (id: string) =>
  useStep((body: Attendance) =>
    call<typeof recordCohortAttendance>('POST', '/api/admin/cohorts/:id/attendance', {
      params: { id },
      body,
    }),
  )

export const useCoaching = (id: string) =>
  useStep((body: { orderId: string; session: number; at: string | null }) =>
    call<typeof bookCohortCoaching>('PUT', '/api/admin/cohorts/:id/coaching', { params: { id }, body }),
  )

interface Answered {
  outcome: 'accepted' | 'returned'
  words: string
}

export const useAnswer = (submissionId: string, done: (answered: Answered) => void) =>
  useStep(
    (body: Answered) =>
      call<typeof answerAssignment>('POST', '/api/admin/assignments/:submissionId/answer', {
        params: { submissionId },
        body,
      }),
    done,
  )
