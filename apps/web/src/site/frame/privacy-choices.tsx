import { type ReactNode, useId, useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { type Consent, decide, type Purpose, purposes, useConsent, usedPurposes } from '../../lib/consent.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { withdraw } from './third-parties.ts'
import styles from './tracking.module.css'

/** A button that opens the choices, one for each purpose. `button` draws it. Without third parties there is none. */
export function PrivacyChoices({ button }: { button: (open: () => void) => ReactNode }) {
  const config = useConfig()
  const consent = useConsent()
  const id = useId()
  const used = usedPurposes(config)
  const [open, setOpen] = useState(false)
  const [ticked, setTicked] = useState<Consent>({})

  if (used.length === 0) return null

  function show(): void {
    setTicked(Object.fromEntries(used.map((purpose) => [purpose, consent?.[purpose] ?? false])))
    setOpen(true)
  }

  function save(): void {
    const withdrawn = used.filter((purpose) => consent?.[purpose] && !ticked[purpose])
    decide(ticked)
    setOpen(false)
    withdraw(withdrawn, config)
  }

  return (
    <>
      {button(show)}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        narrow
        title="Privacy choices"
        description="Each is loaded from another company, and only if you allow it. The site works the same without."
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
              checked={ticked[purpose] ?? false}
              onChange={(event) => setTicked({ ...ticked, [purpose]: event.target.checked })}
            />
          ))}
          <Button type="submit">Save choices</Button>
        </form>
      </Dialog>
    </>
  )
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
