import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from '../admin.module.css'
import dialogStyles from './dialogs.module.css'

interface ConfirmDialogProps {
  open: boolean
  title: string
  description: ReactNode
  verb: string
  busyVerb: string
  /** What happens; the dialog cannot be closed until it has. */
  run: () => Promise<void>
  onClose: () => void
  /** What is asked about is still being loaded: nobody can agree to it yet, nor press a button that moves. */
  loading?: boolean
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
  loading = false,
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
        <div className={dialogStyles.dialogActions}>
          <Button busy={busy} busyText={busyVerb} disabled={loading} onClick={() => void confirm()}>
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

/** Asks before unsaved changes are left behind. */
export function LeaveDialog({
  open,
  onStay,
  onLeave,
}: {
  open: boolean
  onStay: () => void
  onLeave: () => void
}) {
  return (
    <ConfirmDialog
      open={open}
      onClose={onStay}
      run={async () => onLeave()}
      title="Leave without saving?"
      description="You have unsaved changes. They are lost when you leave this page."
      verb="Leave"
      busyVerb="Leaving..."
    />
  )
}
