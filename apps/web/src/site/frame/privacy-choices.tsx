import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { usedPurposes } from '../../lib/consent.ts'

const PrivacyDialog = lazy(() =>
  import('./privacy-dialog.tsx').then((module) => ({ default: module.PrivacyDialog })),
)

/** A button that opens the privacy choices; `button` renders it. Nothing if no third party is configured. */
export function PrivacyChoices({ button }: { button: (open: () => void) => ReactNode }) {
  const used = usedPurposes(useConfig())
  const [open, setOpen] = useState(false)
  /** How often the dialog was opened. As its key, so that it starts with the current choices each time. */
  const [openings, setOpenings] = useState(0)

  if (used.length === 0) return null

  function show(): void {
    setOpenings(openings + 1)
    setOpen(true)
  }

  return (
    <>
      {button(show)}
      {openings === 0 ? null : (
        <Suspense>
          <PrivacyDialog key={openings} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
