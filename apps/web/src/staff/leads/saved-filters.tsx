import { Bookmark, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type {
  deleteSavedFilter,
  listSavedFilters,
  saveFilter,
} from '#modules/leads/contract-saved-filters.ts'
import { wholeQuery } from '../../lib/address-state.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { attempt } from '../../lib/attempt.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import admin from '../admin.module.css'
import { ActionForm } from '../parts/action-form.tsx'
import { IconButton } from '../parts/icon-button.tsx'
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

type SavedFilter = AnswerOf<typeof listSavedFilters>['filters'][number]

/** Creates a filter, or changes the one with its id. */
const useSaveFilter = () =>
  useAction<typeof saveFilter>('PUT', '/api/admin/leads/filters/:id', ['/api/admin/leads/filters'])

interface FilterNameDialogProps {
  open: boolean
  /** A new filter has an empty name. */
  filter: SavedFilter
  onClose: () => void
  onSaved: (name: string) => void
}

/** Asks for the name of a saved filter and saves it. */
function FilterNameDialog({ open, filter, onClose, onSaved }: FilterNameDialogProps) {
  const save = useSaveFilter()
  const { id, ...body } = filter
  return (
    <Dialog
      open={open}
      narrow
      fieldFirst
      locked={save.isPending}
      onClose={onClose}
      title={filter.name === '' ? 'Save this filter' : 'Rename the filter'}
    >
      <ActionForm
        key={String(open)}
        className={admin.stack}
        start={{ name: filter.name }}
        send={({ name }) => save.mutateAsync({ params: { id }, body: { ...body, name: name.trim() } })}
        done={({ name }) => onSaved(name.trim())}
      >
        {({ input, busy }) => (
          <>
            <Field
              {...input('name', 'Name', {
                validate: (name) => name.trim() !== '' || 'Enter a name for the filter.',
              })}
              maxLength={60}
            />
            <Button type="submit" busy={busy} busyText="Saving...">
              Save
            </Button>
          </>
        )}
      </ActionForm>
    </Dialog>
  )
}
