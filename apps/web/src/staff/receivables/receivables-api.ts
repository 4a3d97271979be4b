import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  Age,
  cancelOrder,
  financeReceivables,
  releaseOrder,
} from '#modules/commerce/finance/receivables/contract.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type Receivables = AnswerOf<typeof financeReceivables>
export type Receivable = Receivables['receivables'][number]

export const ageWords: Record<Age, string> = {
  'not-due': 'Not due yet',
  'to-30': '1 to 30 days overdue',
  'to-60': '31 to 60 days overdue',
  'to-90': '61 to 90 days overdue',
  'over-90': 'More than 90 days overdue',
}
/** Shorter labels for columns of a table about overdue days. */
export const ageHeadings: Record<Age, string> = {
  'not-due': 'Not due',
  'to-30': '1 to 30 days',
  'to-60': '31 to 60 days',
  'to-90': '61 to 90 days',
  'over-90': 'Over 90 days',
}
export const ages = Object.keys(ageWords) as Age[]

export const useReceivables = (age: Age | '') =>
  useQuery({
    queryKey: ['admin', 'finance', 'receivables', age],
    queryFn: () =>
      call<typeof financeReceivables>('GET', '/api/finance/receivables', {
        query: age === '' ? {} : { age },
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

/** Finance's decisions about an unpaid order; each refetches the queries of finance. */
export function useReceivableEdits() {
  const client = useQueryClient()
  const after = <T>(work: Promise<T>): Promise<T> =>
    work.finally(() => client.invalidateQueries({ queryKey: ['admin', 'finance'] }))
  return {
    release: (id: string, reason: string) =>
      after(
        call<typeof releaseOrder>('POST', '/api/finance/orders/:id/release', {
          params: { id },
          body: { reason },
        }),
      ),
    cancel: (id: string, reason: string) =>
      after(
        call<typeof cancelOrder>('POST', '/api/finance/orders/:id/cancel', {
          params: { id },
          body: { reason },
        }),
      ),
  }
}
