import { z } from 'zod'
import { endpoint } from '#platform/contract/endpoint.ts'
import { answer, Done } from '#platform/contract/wire.ts'
import { InboxFilter, InboxSort } from './contract-inbox.ts'

const access = { staff: ['editor', 'viewer'] } as const
const params = z.object({ id: z.uuid() })

/** The stored filter and sort order of the inbox. */
const SavedQuery = InboxFilter.extend({ sort: InboxSort.optional() })
export type SavedQuery = z.output<typeof SavedQuery>

const FilterName = z.string().trim().min(1, 'Give the filter a name').max(60)

export const listSavedFilters = endpoint({
  method: 'GET',
  path: '/api/admin/leads/filters',
  summary: 'My saved filters of the lead inbox, by name',
  access,
  response: answer({
    filters: z.array(z.object({ id: z.uuid(), name: z.string(), query: SavedQuery })),
  }),
})

export const saveFilter = endpoint({
  method: 'PUT',
  path: '/api/admin/leads/filters/:id',
  summary: 'Saves a filter of the lead inbox under a name, or renames or replaces one of mine',
  access,
  params,
  body: z.object({ name: FilterName, query: SavedQuery }),
  response: Done,
})

export const deleteSavedFilter = endpoint({
  method: 'DELETE',
  path: '/api/admin/leads/filters/:id',
  summary: 'Deletes one of my saved filters',
  access,
  params,
  response: Done,
})
