import { useQuery } from '@tanstack/react-query'
import type {
  deleteSavedFilter,
  listSavedFilters,
  saveFilter,
} from '#modules/leads/contract-saved-filters.ts'
import { type AnswerOf, call } from '../../lib/call.ts'

export type SavedFilter = AnswerOf<typeof listSavedFilters>['filters'][number]

export const savedFiltersKey = ['admin', 'lead-filters'] as const

export const useSavedFilters = () =>
  useQuery({
    queryKey: savedFiltersKey,
    queryFn: async () => (await call<typeof listSavedFilters>('GET', '/api/admin/leads/filters')).filters,
    retry: false,
  })

export const putFilter = ({ id, ...body }: SavedFilter) =>
  call<typeof saveFilter>('PUT', '/api/admin/leads/filters/:id', { params: { id }, body })

export const removeFilter = (id: string) =>
  call<typeof deleteSavedFilter>('DELETE', '/api/admin/leads/filters/:id', { params: { id } })
