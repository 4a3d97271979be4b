import { useEffect } from 'react'
import { notify } from '../../lib/notify.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import { ProgressTracker } from '../../ui/progress-tracker.tsx'
import { Setback } from '../enrollment/setback.tsx'
import { useSkippedSteps } from '../program/certification-profile.ts'
import { IncludedList } from '../program/prospectus.tsx'
import { usePurchaseSteps } from '../questionnaire/purchase-steps.ts'
import styles from './payment.module.css'
import { included } from './payment-summary.tsx'

/** The page after a cancelled checkout: what the program includes, and a link back. */
export function Page() {
  useEffect(
    () =>
      notify.info('Checkout was cancelled. You can try again anytime.', { toastId: 'checkout-cancelled' }),
    [],
  )
  return (
    <Frame title="Checkout Cancelled">
      <div className={styles.tracker}>
        <ProgressTracker current={3} labels={usePurchaseSteps()} skipped={useSkippedSteps()} />
      </div>
      <Setback
        kind="back"
        heading="Checkout Cancelled"
        actions={
          <>
            <ButtonLink to="/certification-program-details">Complete Your Enrollment</ButtonLink>
            <ButtonLink to="/" variant="secondary">
              Return to Home
            </ButtonLink>
          </>
        }
      >
        <p>Nothing has been charged. When you enroll, you get:</p>
        <IncludedList lines={included} />
      </Setback>
    </Frame>
  )
}
