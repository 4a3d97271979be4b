import { useState } from 'react'
import { ownedByNobody } from '#modules/leads/rules.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { focusFirst } from '../parts/focus-first.ts'
import { Options } from '../parts/options.tsx'
import styles from './inbox.module.css'
import { type LeadList, type LeadStatus, statuses } from './inbox-view.ts'
import { chooseAllId } from './leads-table.tsx'
import { OwnerOptions } from './owner-options.tsx'
import { useLeadChanges } from './use-lead-changes.ts'

interface BulkBarProps {
  ids: readonly string[]
  /** Whether the selected leads are in quarantine. */
  quarantine: boolean
  staff: LeadList['staff']
  onDone: () => void
}

/** The actions for the selected leads: status, owner, and moving into or out of quarantine. */
export function BulkBar({ ids, quarantine, staff, onDone }: BulkBarProps) {
  const [status, setStatus] = useState('')
  const [owner, setOwner] = useState('')
  const { busy, change } = useLeadChanges()
  // The bar disappears with the selection: the focus moves to the table.
  const done = (): void => {
    onDone()
    focusFirst(chooseAllId)
  }
  const set = async (fields: Parameters<typeof change>[1]): Promise<void> => {
    // After a failure the choice is kept, so that it can be applied again.
    if (!(await change(ids, fields))) return
    setStatus('')
    setOwner('')
    done()
  }
  return (
    <section className={styles.bulk} aria-label="Selected leads">
      <p role="status">{ids.length === 1 ? '1 lead selected' : `${ids.length} leads selected`}</p>
      {quarantine ? (
        <Button size="small" busy={busy} onClick={() => void set({ status: 'new' })}>
          Release
        </Button>
      ) : (
        <Select label="Status of all" value={status} onChange={(event) => setStatus(event.target.value)}>
          <option value="">no change</option>
          <Options of={Object.entries(statuses)} />
        </Select>
      )}
      <Select label="Owner of all" value={owner} onChange={(event) => setOwner(event.target.value)}>
        <option value="">no change</option>
        <option value={ownedByNobody}>no owner</option>
        <OwnerOptions staff={staff} />
      </Select>
      <Button
        size="small"
        busy={busy}
        disabled={status === '' && owner === ''}
        onClick={() =>
          void set({
            ...(status !== '' && { status: status as LeadStatus }),
            ...(owner !== '' && { owner: owner === ownedByNobody ? null : owner }),
          })
        }
      >
        Apply
      </Button>
      <Button size="small" variant="quiet" onClick={done}>
        Clear selection
      </Button>
    </section>
  )
}
