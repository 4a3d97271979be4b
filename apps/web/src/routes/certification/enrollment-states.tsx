import { accountHref } from '../../features/commerce/product.ts'
import { useConfig } from '../../lib/config.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'
import { Notice, Skeleton } from '../../ui/surface.tsx'
import styles from './enrollment.module.css'

/** The page's layout while the order is on its way. */
export function EnrollmentWaiting() {
  return (
    <div className={styles.page} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading your order...
      </span>
      <ProgressTracker current={3} />
      <div className={styles.head}>
        <Skeleton shape="title" className={styles.wide ?? ''} />
        <Skeleton shape="short" />
      </div>
      <Skeleton shape="block" />
      <div>
        <Skeleton />
        <Skeleton />
        <Skeleton shape="short" />
      </div>
    </div>
  )
}

/** An order belongs to somebody: sign in, and come back here. */
export function EnrollmentSignIn({ orderId }: { orderId: string }) {
  return (
    <div className={styles.missing}>
      <h1>Sign in to see your enrollment</h1>
      <p>Orders are shown to the person who placed them. After signing in you come back to this page.</p>
      <div className={styles.actions}>
        <ButtonLink to={accountHref('/login', `/certification/enrollment/${orderId}`, null)}>
          Sign in
        </ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Return to Home
        </ButtonLink>
      </div>
    </div>
  )
}

export interface EnrollmentMissingProps {
  message: string
  retrying: boolean
  onRetry: () => void
}

export function EnrollmentMissing({ message, retrying, onRetry }: EnrollmentMissingProps) {
  const { supportEmail } = useConfig()
  return (
    <div className={styles.missing}>
      <h1>Order Not Found</h1>
      <Notice tone="bad" announce>
        <p>{message}</p>
      </Notice>
      <div className={styles.actions}>
        <ButtonLink to="/profile">View My Orders</ButtonLink>
        <a className={styles.support} href={`mailto:${supportEmail}`}>
          Contact Support
        </a>
        <Button variant="quiet" busy={retrying} busyText="Trying..." onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  )
}
