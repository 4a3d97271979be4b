import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card, Notice, Skeleton, Spinner } from '../../ui/surface.tsx'
import { Setback } from '../enrollment/setback.tsx'
import { programDetailsPath } from '../enrollment/use-enrollment.ts'
import { accountHref } from '../program/product.ts'
import styles from './payment.module.css'
import { useLongWait } from './use-long-wait.ts'
import type { SetupReason } from './use-payment-setup.ts'

/** The payment page while order and form are being prepared. */
export function SettingUp({ name = 'Authentic Leader Certification' }: { name?: string | undefined }) {
  const long = useLongWait()
  return (
    <div aria-busy="true">
      <h1 className={styles.heading}>Enroll in the {name}</h1>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Spinner label="Setting up your payment..." />
          {long ? (
            <Notice tone="info" announce title="This is taking longer than usual">
              <p>
                The payment provider is responding slowly at the moment. Nothing has been charged. This page
                continues by itself, or tells you when to try again.
              </p>
            </Notice>
          ) : null}
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
  reason: SetupReason | 'guest'
  orderId: string | undefined
  retrying: boolean
  onRetry: () => void
}

/** Shown instead of the form: the reason, the consequence for the payment, and the next steps. */
export function SetupFailed({ message, reason, orderId, retrying, onRetry }: SetupFailedProps) {
  const needsSignIn = reason === 'guest' || reason === 'expired'
  const review = reason === 'under-review'
  return (
    <Setback
      kind={needsSignIn ? 'locked' : review ? 'waiting' : 'problem'}
      heading="Payment Setup Failed"
      message={message}
      tone={review ? 'warn' : 'bad'}
      actions={
        <>
          {needsSignIn ? (
            <ButtonLink to={accountHref('/login', '/payment', null)}>Sign in and continue</ButtonLink>
          ) : reason === 'date-gone' ? (
            <ButtonLink to={programDetailsPath}>Choose another date</ButtonLink>
          ) : orderId ? (
            <ButtonLink to={`/certification/enrollment/${orderId}`}>View your order</ButtonLink>
          ) : (
            <Button busy={retrying} busyText="Trying again..." onClick={onRetry}>
              Try again
            </Button>
          )}
          {reason === 'date-gone' ? null : (
            <ButtonLink to={programDetailsPath} variant="secondary">
              Return to Program Details
            </ButtonLink>
          )}
        </>
      }
    >
      {review ? (
        <p>Please do not pay again: we have received a payment and are reviewing it.</p>
      ) : reason === 'expired' ? (
        <p>Your session has ended. Sign in to return to this payment. Nothing has been charged.</p>
      ) : reason === 'guest' ? (
        <p>Sign in to continue with the payment. Nothing has been charged.</p>
      ) : (
        <p>Nothing has been charged.</p>
      )}
    </Setback>
  )
}
