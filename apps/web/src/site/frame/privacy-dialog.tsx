import { useId, useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { type Consent, decide, type Purpose, purposes, useConsent, usedPurposes } from '../../lib/consent.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { withdraw } from './third-parties.ts'
import styles from './tracking.module.css'

/** The dialog with the privacy choices; its script loads when it is opened. */
export function PrivacyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const config = useConfig()
  const consent = useConsent()
  const id = useId()
  const used = usedPurposes(config)
  const [checked, setChecked] = useState<Consent>(() =>
    Object.fromEntries(used.map((purpose) => [purpose, consent?.[purpose] ?? false])),
  )

  function save(): void {
    const withdrawn = used.filter((purpose) => consent?.[purpose] && !checked[purpose])
    decide(checked)
    onClose()
    withdraw(withdrawn, config)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      narrow
      title="Privacy choices"
      description="Each of these loads from another company, and only if you allow it. The site works the same either way."
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {used.map((purpose: Purpose) => (
          <Checkbox
            key={purpose}
            id={`${id}-${purpose}`}
            label={capitalized(purposes[purpose].name)}
            help={purposes[purpose].help}
            checked={checked[purpose] ?? false}
            onChange={(event) => setChecked({ ...checked, [purpose]: event.target.checked })}
          />
        ))}
        <Button type="submit">Save choices</Button>
      </form>
    </Dialog>
  )
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
