import { useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { notify } from '../../lib/notify.ts'
import { Checkbox } from '../../ui/field.tsx'

export interface AgreementProps {
  label: string
  help: string
  checked: boolean
  save: (agreed: boolean) => Promise<unknown>
}

/** A participant's agreement, which is saved at once, and can be withdrawn at any time. */
export function Agreement({ label, help, checked, save }: AgreementProps) {
  // Set at once: the checkbox would jump back until the mutation is pending.
  const [wanted, setWanted] = useState<boolean>()
  return (
    <Checkbox
      label={label}
      help={help}
      checked={wanted ?? checked}
      // One change at a time. Not `disabled`: that would take the focus away.
      aria-disabled={wanted !== undefined || undefined}
      onChange={({ target }) => {
        if (wanted !== undefined) return
        setWanted(target.checked)
        save(target.checked)
          .catch((failure: unknown) => notify.error(saidByServer(failure) ?? 'Not saved. Please try again.'))
          .finally(() => setWanted(undefined))
      }}
    />
  )
}
