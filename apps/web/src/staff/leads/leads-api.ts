import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { changeLead, changeLeads, leadPerson, listLeads } from '#modules/leads/contract-inbox.ts'
import type { AddressForm } from '../../lib/address-state.ts'
import { type AnswerOf, addressOf, call } from '../../lib/call.ts'

export type LeadList = AnswerOf<typeof listLeads>
export type Lead = LeadList['leads'][number]
export type LeadStatus = Lead['status']
export type Note = AnswerOf<typeof leadPerson>['notes'][number]

export interface LeadFilter {
  search: string
  type: string
  status: string
  source: string
  from: string
  to: string
}

export const noFilter: LeadFilter = { search: '', type: '', status: '', source: '', from: '', to: '' }

/** How many leads a page has; the server decides it. */
export const pageSize = 50

export const statuses: Record<LeadStatus, string> = {
  new: 'New',
  contacted: 'Contacted',
  qualified: 'Qualified',
  closed: 'Closed',
  quarantined: 'Quarantined',
}

export const leadTypes: Record<Lead['leadType'], string> = {
  normal_lead: 'Movement',
  whitepaper_download: 'Whitepaper',
  pre_order_book: 'Book',
}

/** The filter and page of the inbox in its address. */
export const inboxForm: AddressForm<{ filter: LeadFilter; page: number }> = {
  read: (query) => ({
    filter: {
      search: query.get('search') ?? '',
      type: query.get('type') ?? '',
      status: query.get('status') ?? '',
      source: query.get('source') ?? '',
      from: query.get('from') ?? '',
      to: query.get('to') ?? '',
    },
    page: Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1),
  }),
  write: ({ filter, page }) => ({ ...filter, page: page === 1 ? '' : String(page) }),
}

/** What of the filter goes into the address: empty fields are left out. */
export function queryOf(filter: LeadFilter): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filter).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  )
}

export function exportAddress(filter: LeadFilter): string {
  return addressOf('/api/admin/leads.csv', {}, { ...queryOf(filter), bom: 'true' })
}

/** One page of the filtered inbox; the last one stays in sight while the next arrives. */
export function useLeads(filter: LeadFilter, page: number) {
  return useQuery({
    queryKey: ['admin', 'leads', filter, page],
    queryFn: ({ signal }) =>
      call<typeof listLeads>('GET', '/api/admin/leads', {
        query: { ...(queryOf(filter) as object), page },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}

/** A lead with its notes, and what else is known of its sender. */
export function usePerson(id: string) {
  return useQuery({
    queryKey: ['admin', 'leads', id, 'person'],
    queryFn: ({ signal }) =>
      call<typeof leadPerson>('GET', '/api/admin/leads/:id/person', { params: { id }, signal }),
    retry: false,
  })
}

/** What can be set for one lead or many; an owner of null is nobody. */
export type LeadFields = Partial<Pick<Lead, 'status' | 'owner'>>

/** One change of one lead; `expected` lets it happen only while the lead is like that. */
export type LeadChange = LeadFields & { id: string; expected?: LeadFields }
export type LeadResult = AnswerOf<typeof changeLeads>['results'][number]

export const updateLeads = async (changes: LeadChange[]): Promise<LeadResult[]> =>
  (await call<typeof changeLeads>('PATCH', '/api/admin/leads', { body: { changes } })).results

export const addNote = (id: string, note: { id: string; text: string }) =>
  call<typeof changeLead>('PATCH', '/api/admin/leads/:id', { params: { id }, body: { note } })
