import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { deleteSavedFilter, listSavedFilters } from '#modules/leads/contract-saved-filters.ts'
import { wholeQuery } from '../../lib/address-state.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import admin from '../admin.module.css'
import { IconButton } from '../parts/icon-button.tsx'
import { FilterNameDialog, type SavedFilter, useSaveFilter } from './filter-name-dialog.tsx'
import styles from './inbox.module.css'
import { type InboxView, queryOf } from './inbox-view.ts'
import { notifyUndoable } from './undoable.tsx'

const filtersPath = '/api/admin/leads/filters'

/** Sorted, so that equal queries give equal texts. */
const addressOf = (query: object): string =>
  new URLSearchParams(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()

interface SavedFiltersProps {
  view: InboxView
  /** Undefined while the filter leaves nothing out. */
  onClear: (() => void) | undefined
}

/** The member's saved filters as links, with buttons to save, rename and delete one, and to clear the filter. */
export function SavedFilters({ view, onClear }: SavedFiltersProps) {
  const { data, isSuccess } = useAnswer<typeof listSavedFilters>(filtersPath, {})
  const removal = useAction<typeof deleteSavedFilter>('DELETE', `${filtersPath}/:id`, [filtersPath])
  const restoring = useSaveFilter()
  const [naming, setNaming] = useState<{ filter: SavedFilter; open: boolean }>()
  const { filters = [] } = data ?? {}
  const query = queryOf(view)
  const shown = filters.find((filter) => addressOf(filter.query) === addressOf(query))

  async function remove(filter: SavedFilter): Promise<void> {
    const { id, ...body } = filter
    const restore = (): Promise<void> =>
      attempt(
        restoring.mutateAsync({ params: { id }, body }),
        () => undefined,
        'The filter could not be restored.',
      )
    await attempt(
      removal.mutateAsync({ params: { id } }),
      () => notifyUndoable(`The filter "${filter.name}" is deleted.`, restore),
      'The filter could not be deleted. Please try again.',
    )
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
      {onClear ? (
        <Button size="small" variant="quiet" onClick={onClear}>
          Clear
        </Button>
      ) : null}
      {naming ? (
        <FilterNameDialog
          key={naming.filter.id}
          {...naming}
          onClose={() => setNaming({ ...naming, open: false })}
          onSaved={(name) => {
            setNaming({ ...naming, open: false })
            notify.success(`The filter is saved as "${name}".`)
          }}
        />
      ) : null}
    </section>
  )
}
