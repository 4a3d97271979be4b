import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './staff.module.css'

/** A generated password or secret, shown until it is hidden and never again. */
export function ShownPassword({
  title,
  password,
  hint = 'Pass it on in person or by phone. It cannot be shown again.',
  onHide,
}: {
  title: string
  password: string
  hint?: string
  onHide: () => void
}) {
  return (
    <Notice
      tone="good"
      announce
      title={title}
      actions={
        <Button size="small" variant="secondary" onClick={onHide}>
          Hide
        </Button>
      }
    >
      <p className={styles.password} data-testid="new-password">
        {password}
      </p>
      <p>{hint}</p>
    </Notice>
  )
}
