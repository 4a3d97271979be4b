import type { changeLeads, leadPerson, listLeads } from '#modules/leads/contract-inbox.ts'
import { leadSorts } from '#modules/leads/rules.ts'
import { type AddressForm, pageIn, pageText } from '../../lib/address-state.ts'
import { useAnswer } from '../../lib/answers.ts'
import { type AnswerOf, addressOf } from '../../lib/call.ts'
import type { SortOrder } from '../parts/sorted.ts'

export type LeadList = AnswerOf<typeof listLeads>
export type Lead = LeadList['leads'][number]
export type LeadStatus = Lead['status']
/** A lead with its notes, and its sender's other leads, account and orders. */
export type Person = AnswerOf<typeof leadPerson>

export interface LeadFilter {
  search: string
  type: string
  status: string
  source: string
  /** A username, `~me` or `~nobody`. */
  owner: string
  from: string
  to: string
}

const noFilter: LeadFilter = {
  search: '',
  type: '',
  status: '',
  source: '',
  owner: '',
  from: '',
  to: '',
}

/** Filter, sort and page of the inbox. */
export interface InboxView {
  filter: LeadFilter
  sort: SortOrder
  page: number
}

const newestFirst: SortOrder = { column: 'received', descending: true }
export const isNewestFirst = ({ column, descending }: SortOrder): boolean =>
  column === newestFirst.column && descending

const sortText = ({ column, descending }: SortOrder): string => (descending ? `-${column}` : column)
function sortOf(text: string): SortOrder {
  const column = leadSorts.find((sort) => sort === text.replace(/^-/, ''))
  return column ? { column, descending: text.startsWith('-') } : newestFirst
}

/** The number of leads per page, set by the server. */
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

const filterOf = (query: URLSearchParams): LeadFilter =>
  Object.fromEntries(
    Object.keys(noFilter).map((name) => [name, query.get(name) ?? '']),
  ) as unknown as LeadFilter

/** Reads and writes filter, sort and page of the inbox in its address. */
export const inboxForm: AddressForm<InboxView> = {
  read: (query) => ({
    filter: filterOf(query),
    sort: sortOf(query.get('sort') ?? ''),
    page: pageIn(query),
  }),
  write: ({ filter, sort, page }) => ({
    ...filter,
    sort: isNewestFirst(sort) ? '' : sortText(sort),
    page: pageText(page),
  }),
}

/** Filter and sort for an address or a saved filter, without empty fields. */
export function queryOf({ filter, sort }: Pick<InboxView, 'filter' | 'sort'>): Record<string, string> {
  const given = { ...filter, sort: isNewestFirst(sort) ? '' : sortText(sort) }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  )
}

/** Whether the filter is the quarantine; all other filters exclude it. */
export const isQuarantine = ({ status }: LeadFilter): boolean => status === 'quarantined'
/** The filter that leaves nothing out; the quarantine stays the quarantine. */
export const clearedOf = (filter: LeadFilter): LeadFilter => ({
  ...noFilter,
  status: isQuarantine(filter) ? filter.status : '',
})
const quarantineFilter = (filter: LeadFilter) => (isQuarantine(filter) ? {} : { quarantine: 'without' })

export function exportAddress(filter: LeadFilter): string {
  const { sort: _, ...query } = queryOf({ filter, sort: newestFirst })
  return addressOf('/api/admin/leads.csv', {}, { ...query, ...quarantineFilter(filter) })
}

/** One page of the filtered inbox; the previous page stays visible while the next loads. */
export const useLeads = ({ filter, sort, page }: InboxView) =>
  useAnswer<typeof listLeads>(
    '/api/admin/leads',
    { query: { ...(queryOf({ filter, sort }) as object), ...(quarantineFilter(filter) as object), page } },
    { keep: true, abort: true },
  )

/** The fields that can be set for leads; an owner of null means none. */
export type LeadFields = Partial<Pick<Lead, 'status' | 'owner'>>

/** One change of one lead; applied only while the lead has the `expected` values. */
export type LeadChange = LeadFields & { id: string; expected?: LeadFields }
export type LeadResult = AnswerOf<typeof changeLeads>['results'][number]
