import { useQueryClient } from '@tanstack/react-query'
import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { wholeQuery } from '../../lib/address-state.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import admin from '../admin.module.css'
import { IconButton } from '../parts/icon-button.tsx'
import { FilterNameDialog } from './filter-name-dialog.tsx'
import styles from './inbox.module.css'
import { type InboxView, queryOf } from './leads-api.ts'
import {
  putFilter,
  removeFilter,
  type SavedFilter,
  savedFiltersKey,
  useSavedFilters,
} from './saved-filters-api.ts'
import { notifyUndoable } from './undoable.tsx'

/** Sorted, so that equal queries give equal texts. */
const addressOf = (query: object): string =>
  new URLSearchParams(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()

/** The member's saved filters as links, with buttons to save, rename and delete one. */
export function SavedFilters({ view }: { view: InboxView }) {
  const client = useQueryClient()
  const { data: filters = [], isSuccess } = useSavedFilters()
  const [naming, setNaming] = useState<{ filter: SavedFilter; open: boolean }>()
  const query = queryOf(view)
  const shown = filters.find((filter) => addressOf(filter.query) === addressOf(query))
  const refresh = () => client.invalidateQueries({ queryKey: savedFiltersKey })

  async function remove(filter: SavedFilter): Promise<void> {
    try {
      await removeFilter(filter.id)
      notifyUndoable(`The filter "${filter.name}" is deleted.`, async () => {
        await putFilter(filter).catch((failure: unknown) =>
          notify.error(saidByServer(failure) ?? 'The filter could not be restored.'),
        )
        await refresh()
      })
    } catch (failure) {
      notify.error(saidByServer(failure) ?? 'The filter could not be deleted. Please try again.')
    }
    await refresh()
  }

  if (!isSuccess || (filters.length === 0 && Object.keys(query).length === 0)) return null
  return (
    <section className={styles.saved} aria-label="Saved filters">
      <Bookmark aria-hidden="true" />
      {filters.length === 0 ? <span className={admin.faint}>No saved filters yet.</span> : null}
      <ul>
        {filters.map((filter) => (
          <li key={filter.id}>
            <Link
              to={`/admin/leads?${addressOf(filter.query)}`}
              state={wholeQuery}
              aria-current={filter === shown || undefined}
            >
              {filter.name}
            </Link>
          </li>
        ))}
      </ul>
      {shown ? (
        <>
          <IconButton
            label={`Rename the filter ${shown.name}`}
            onClick={() => setNaming({ filter: shown, open: true })}
          >
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton label={`Delete the filter ${shown.name}`} onClick={() => void remove(shown)}>
            <Trash2 aria-hidden="true" />
          </IconButton>
        </>
      ) : Object.keys(query).length > 0 ? (
        <Button
          size="small"
          variant="quiet"
          onClick={() => setNaming({ filter: { id: crypto.randomUUID(), name: '', query }, open: true })}
        >
          Save this filter
        </Button>
      ) : null}
      {naming ? (
        <FilterNameDialog
          key={naming.filter.id}
          {...naming}
          onClose={() => setNaming({ ...naming, open: false })}
          onSaved={async (name) => {
            setNaming({ ...naming, open: false })
            await refresh()
            notify.success(`The filter is saved as "${name}".`)
          }}
        />
      ) : null}
    </section>
  )
}
