import { Button, ButtonLink } from '../../ui/button.tsx'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'
import { Skeleton } from '../../ui/surface.tsx'
import { accountHref } from '../program/product.ts'
import { usePurchaseSteps } from '../questionnaire/purchase-steps.ts'
import styles from './enrollment.module.css'
import { Setback, SupportLink } from './setback.tsx'

/** The page's layout while the order is loading. */
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

/** Shown to visitors who are not signed in: a sign-in that returns to this page. */
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
        Only the person who placed an order can see it. After signing in, you return to this page. If you have
        just paid, your payment is safe.
      </p>
    </Setback>
  )
}

export interface EnrollmentMissingProps {
  message: string
  /** True if the server answered that this customer has no such order; false if it did not answer. */
  unknown: boolean
  retrying: boolean
  onRetry: () => void
}

/** Shown if this customer has no such order, or if it could not be loaded. */
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
          ? 'It may belong to another account, or the link may be incomplete. You can find all your orders in your profile.'
          : 'The order could not be loaded just now. It has not changed. Please try again in a moment.'}
      </p>
    </Setback>
  )
}
