import { type FormEvent, useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import admin from '../admin.module.css'
import { putFilter, type SavedFilter } from './saved-filters-api.ts'

interface FilterNameDialogProps {
  open: boolean
  /** A new filter has an empty name. */
  filter: SavedFilter
  onClose: () => void
  onSaved: (name: string) => Promise<void>
}

/** Asks for the name of a saved filter and saves it. */
export function FilterNameDialog({ open, filter, onClose, onSaved }: FilterNameDialogProps) {
  const [name, setName] = useState(filter.name)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  function close(): void {
    setName(filter.name)
    setError(undefined)
    onClose()
  }

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (name.trim() === '') return setError('Enter a name for the filter.')
    setBusy(true)
    try {
      await putFilter({ ...filter, name: name.trim() })
      await onSaved(name.trim())
    } catch (failure) {
      setError(saidByServer(failure) ?? 'The filter could not be saved. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      narrow
      fieldFirst
      locked={busy}
      onClose={close}
      title={filter.name === '' ? 'Save this filter' : 'Rename the filter'}
    >
      <form
        ref={useRefusedFocus(error)}
        className={admin.stack}
        noValidate
        onSubmit={(event) => void save(event)}
      >
        <Field
          label="Name"
          maxLength={60}
          required
          value={name}
          error={error}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" busy={busy} busyText="Saving...">
          Save
        </Button>
      </form>
    </Dialog>
  )
}
