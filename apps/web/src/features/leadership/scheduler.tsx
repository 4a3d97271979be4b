import { useState } from 'react'
import { useConfig } from '../../lib/config.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './results.module.css'

/** The way to a consultation. The scheduler of a third party loads only after the click; no address, no button. */
export function Scheduler({ text }: { text: string }) {
  const { schedulerUrl } = useConfig()
  const [open, setOpen] = useState(false)
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
        <iframe className={styles.frame} src={schedulerUrl} title="Consultation scheduler" />
      </Dialog>
    </span>
  )
}
