import { Button, ButtonLink } from '../../ui/button.tsx'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'
import { Skeleton } from '../../ui/surface.tsx'
import { accountHref } from '../program/product.ts'
import { usePurchaseSteps } from '../questionnaire/purchase-steps.ts'
import styles from './enrollment.module.css'
import { Setback, SupportLink } from './setback.tsx'

/** The page's layout while the order is on its way. */
export function EnrollmentWaiting() {
  return (
    <div className={styles.page} aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading your order...
      </span>
      <ProgressTracker current={3} labels={usePurchaseSteps()} />
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
    <Setback
      kind="locked"
      heading="Sign in to see your enrollment"
      actions={
        <>
          <ButtonLink to={accountHref('/login', `/certification/enrollment/${orderId}`, null)}>
            Sign in
          </ButtonLink>
          <ButtonLink to="/" variant="secondary">
            Return to Home
          </ButtonLink>
        </>
      }
    >
      <p>
        Orders are shown to the person who placed them. After signing in you come back to this page. If you
        have just paid, your payment is safe.
      </p>
    </Setback>
  )
}

export interface EnrollmentMissingProps {
  message: string
  /** True when the server says that this customer has no such order; false when it could not say anything. */
  unknown: boolean
  retrying: boolean
  onRetry: () => void
}

/** There is no such order for this customer, or it could not be had. */
export function EnrollmentMissing({ message, unknown, retrying, onRetry }: EnrollmentMissingProps) {
  return (
    <Setback
      kind="problem"
      heading="Order Not Found"
      message={/^order not found\.?$/i.test(message) ? undefined : message}
      actions={
        <>
          <ButtonLink to="/profile">View My Orders</ButtonLink>
          <SupportLink />
          <Button variant="quiet" busy={retrying} busyText="Trying..." onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    >
      <p>
        {unknown
          ? 'It may belong to another account, or the link is not complete. Your orders list every one you have.'
          : 'The order could not be loaded just now. Nothing has happened to it: try again in a moment.'}
      </p>
    </Setback>
  )
}
