import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import styles from '../admin.module.css'

interface ConfirmDialogProps {
  open: boolean
  title: string
  description: ReactNode
  verb: string
  busyVerb: string
  /** What happens; the dialog cannot be closed until it has. */
  run: () => Promise<void>
  onClose: () => void
  wide?: boolean
  children?: ReactNode
}

/** Asks before something that touches every page. While it runs, nothing closes it. */
export function ConfirmDialog({
  open,
  title,
  description,
  verb,
  busyVerb,
  run,
  onClose,
  wide = false,
  children,
}: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  async function confirm(): Promise<void> {
    setBusy(true)
    try {
      await run()
    } finally {
      setBusy(false)
      onClose()
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={busy}
      narrow={!wide}
      title={title}
      description={description}
    >
      <div className={styles.stack}>
        {children}
        <div className={styles.dialogActions}>
          <Button busy={busy} busyText={busyVerb} onClick={() => void confirm()}>
            {verb}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
