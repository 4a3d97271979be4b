import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { usedPurposes } from '../../lib/consent.ts'

const PrivacyDialog = lazy(() =>
  import('./privacy-dialog.tsx').then((module) => ({ default: module.PrivacyDialog })),
)

/** A button that opens the choices, one for each purpose. `button` draws it. Without third parties there is none. */
export function PrivacyChoices({ button }: { button: (open: () => void) => ReactNode }) {
  const used = usedPurposes(useConfig())
  const [open, setOpen] = useState(false)
  /** How often it was opened: each time it begins with what is chosen now. */
  const [times, setTimes] = useState(0)

  if (used.length === 0) return null

  function show(): void {
    setTimes(times + 1)
    setOpen(true)
  }

  return (
    <>
      {button(show)}
      {times === 0 ? null : (
        <Suspense>
          <PrivacyDialog key={times} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
