import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './admin.module.css'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  text: string
  verb: string
  busyText: string
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that many people will see. While it runs it cannot be closed. */
export function ConfirmDialog({
  open,
  title,
  text,
  verb,
  busyText,
  busy,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} locked={busy} narrow title={title} description={text}>
      <div className={styles.choices}>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button busy={busy} busyText={busyText} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </Dialog>
  )
}
