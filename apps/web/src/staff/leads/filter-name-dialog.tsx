import type { listSavedFilters, saveFilter } from '#modules/leads/contract-saved-filters.ts'
import { useAction } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import admin from '../admin.module.css'
import { ActionForm } from '../parts/action-form.tsx'

export type SavedFilter = AnswerOf<typeof listSavedFilters>['filters'][number]

/** Creates a filter, or changes the one with its id. */
export const useSaveFilter = () =>
  useAction<typeof saveFilter>('PUT', '/api/admin/leads/filters/:id', ['/api/admin/leads/filters'])

interface FilterNameDialogProps {
  open: boolean
  /** A new filter has an empty name. */
  filter: SavedFilter
  onClose: () => void
  onSaved: (name: string) => void
}

/** Asks for the name of a saved filter and saves it. */
export function FilterNameDialog({ open, filter, onClose, onSaved }: FilterNameDialogProps) {
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
