import { longDate, shortOrderId } from '../../lib/format.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './enrolled-dialog.module.css'

export interface EnrolledDialogProps {
  order: { id: string; createdAt?: string | undefined; programName?: string | undefined } | undefined
  onAgain: () => void
  onClose: () => void
}

/** Asks a participant who enrolls again for confirmation, and links to the existing order. */
export function EnrolledDialog({ order, onAgain, onClose }: EnrolledDialogProps) {
  return (
    <Dialog open={order !== undefined} onClose={onClose} narrow answerFirst title="You are already enrolled">
      <div className={styles.body}>
        <p>
          Your place{order?.programName ? ` in the ${order.programName}` : ''} is paid and active
          {order?.createdAt ? ` since ${longDate(order.createdAt)}` : ''}. If you buy again, you pay for a
          second seat.
        </p>
        <div className={styles.actions}>
          {order ? (
            <ButtonLink to={`/certification/enrollment/${order.id}`}>
              View order {shortOrderId(order.id)}
            </ButtonLink>
          ) : null}
          <Button variant="secondary" onClick={onAgain}>
            Buy another seat
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
