import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  awardCredentials,
  cohortCredentials,
  listCredentials,
  reissueCredential,
  renewCredential,
  resumeCredential,
  suspendCredential,
  withdrawCredential,
} from '#modules/leadership/credentials/contract-staff.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type AwardedCredential = AnswerOf<typeof suspendCredential>['credential']
export type CohortCredentials = AnswerOf<typeof cohortCredentials>
export type Candidate = CohortCredentials['participants'][number]
export type Listed = AnswerOf<typeof listCredentials>['credentials'][number]

const key = ['admin', 'credentials'] as const

export const useCohortCredentials = (id: string) =>
  useQuery({
    queryKey: [...key, 'cohort', id],
    queryFn: () =>
      call<typeof cohortCredentials>('GET', '/api/admin/cohorts/:id/credentials', { params: { id } }),
    staleTime: 0,
    retry: false,
  })

export const useCredentials = (query: { page: number; text: string }) =>
  useQuery({
    queryKey: [...key, 'list', query],
    queryFn: () => call<typeof listCredentials>('GET', '/api/admin/credentials', { query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

/** Awards credentials to these orders; the queries of credentials are refetched afterwards. */
export function useAward() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (orderIds: string[]) =>
      call<typeof awardCredentials>('POST', '/api/admin/credentials', { body: { orderIds } }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export type Step = 'suspend' | 'resume' | 'withdraw' | 'renew' | 'reissue'

const calls: Record<Step, (id: string, words: string) => Promise<unknown>> = {
  suspend: (id, reason) =>
    call<typeof suspendCredential>('POST', '/api/admin/credentials/:id/suspend', {
      params: { id },
      body: { reason },
    }),
  resume: (id) =>
    call<typeof resumeCredential>('POST', '/api/admin/credentials/:id/resume', { params: { id } }),
  withdraw: (id, reason) =>
    call<typeof withdrawCredential>('POST', '/api/admin/credentials/:id/withdraw', {
      params: { id },
      body: { reason },
    }),
  renew: (id) => call<typeof renewCredential>('POST', '/api/admin/credentials/:id/renew', { params: { id } }),
  reissue: (id, name) =>
    call<typeof reissueCredential>('POST', '/api/admin/credentials/:id/reissue', {
      params: { id },
      body: { name },
    }),
}

/** Returns a function that takes a step with one credential. */
export function useStep(id: string) {
  const client = useQueryClient()
  return async (step: Step, words: string): Promise<void> => {
    await calls[step](id, words)
    await client.invalidateQueries({ queryKey: key })
  }
}
