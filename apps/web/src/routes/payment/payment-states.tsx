import { accountHref } from '../../features/commerce/product.ts'
import { programDetailsPath } from '../../features/commerce/use-enrollment.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, Notice, Skeleton, Spinner } from '../../ui/surface.tsx'
import styles from './payment.module.css'

/** The payment page while order and form are being prepared. */
export function SettingUp() {
  return (
    <div aria-busy="true">
      <h1 className={styles.heading}>Enroll in the Authentic Leader Certification</h1>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Spinner label="Setting up your payment..." />
          <Skeleton />
          <Skeleton shape="block" />
          <Skeleton />
        </div>
        <Card className={styles.summary}>
          <Skeleton shape="title" />
          <Skeleton />
          <Skeleton shape="short" />
          <Skeleton shape="block" />
        </Card>
      </div>
    </div>
  )
}

export interface SetupFailedProps {
  message: string
  guest: boolean
  retrying: boolean
  onRetry: () => void
}

/** There is no form: why, and the ways on. No money has moved. */
export function SetupFailed({ message, guest, retrying, onRetry }: SetupFailedProps) {
  return (
    <div className={styles.failed}>
      <h1 className={styles.heading}>Payment Setup Failed</h1>
      <Notice tone="bad" announce>
        <p>{message}</p>
      </Notice>
      <p className={styles.quiet}>Nothing has been charged.</p>
      <div className={styles.actions}>
        {guest ? (
          <ButtonLink to={accountHref('/login', '/payment', null)}>Sign in and continue</ButtonLink>
        ) : (
          <Button busy={retrying} busyText="Trying again..." onClick={onRetry}>
            Try again
          </Button>
        )}
        <ButtonLink to={programDetailsPath} variant="secondary">
          Return to Program Details
        </ButtonLink>
      </div>
    </div>
  )
}
