import { useEffect, useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { decide, useConsent } from '../../lib/consent.ts'
import { isRestrictedDocument } from '../../lib/loaded-document.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './results.module.css'

/** A button for a consultation, if a calendar's address is configured. The calendar loads only after the visitor's consent. */
export function Scheduler({ text }: { text: string }) {
  const { schedulerUrl, supportEmail } = useConfig()
  const [open, setOpen] = useState(false)
  const consent = useConsent()
  // The policy of a document that was loaded for the payment forbids the calendar; this page's own policy allows it.
  const reloading = schedulerUrl !== '' && isRestrictedDocument()
  useEffect(() => {
    if (reloading) window.location.reload()
  }, [reloading])
  if (schedulerUrl === '') return null
  return (
    <span className={styles.reverse}>
      <Button variant="secondary" aria-describedby="reverse-tip" onClick={() => setOpen(true)}>
        {text}
      </Button>
      <span className={styles.tip} role="tooltip" id="reverse-tip">
        Choose a time with one of our advisors. Thirty minutes, no charge.
      </span>
      <Dialog open={open} onClose={() => setOpen(false)} title="Choose a time">
        {consent?.calendar ? (
          <iframe className={styles.frame} src={schedulerUrl} title="Consultation scheduler" />
        ) : (
          <Notice
            tone="info"
            title="The calendar comes from another company"
            actions={
              <Button size="small" onClick={() => decide({ calendar: true })}>
                Allow and show the calendar
              </Button>
            }
          >
            It loads from {new URL(schedulerUrl).host} only if you allow it. You can also write to{' '}
            {supportEmail}.
          </Notice>
        )}
      </Dialog>
    </span>
  )
}
