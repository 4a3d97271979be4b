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
  /** The label of the button that closes the dialog. */
  stay?: string
  /** The action; the dialog cannot be closed until it has finished. */
  run: () => Promise<void>
  onClose: () => void
  /** The content is still loading: the button is disabled, so that it cannot be pressed early or while it moves. */
  loading?: boolean
  wide?: boolean
  children?: ReactNode
}

/** Asks for confirmation of an action. While the action runs, the dialog cannot be closed. */
export function ConfirmDialog({
  open,
  title,
  description,
  verb,
  busyVerb,
  stay = 'Cancel',
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
            {stay}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Asks for confirmation before unsaved changes are lost. */
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
