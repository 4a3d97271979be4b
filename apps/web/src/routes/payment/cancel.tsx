import { useEffect } from 'react'
import { included } from '../../features/commerce/payment-summary.tsx'
import { IncludedList } from '../../features/commerce/prospectus.tsx'
import { useConfig } from '../../lib/config.ts'
import { notify } from '../../lib/notify.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page as Frame } from '../../ui/page.tsx'
import styles from './payment.module.css'

/** Nothing was bought; what waits, and the way back. */
export function Page() {
  const { supportEmail } = useConfig()
  useEffect(
    () =>
      notify.info('Checkout was cancelled. You can try again anytime.', { toastId: 'checkout-cancelled' }),
    [],
  )
  return (
    <Frame
      title="Checkout Cancelled"
      heading="Checkout Cancelled"
      lead="Nothing has been charged. Your place is still free, and this is what waits for you:"
      width="reading"
    >
      <div className={styles.recap}>
        <IncludedList lines={included} />
      </div>
      <div className={styles.actions}>
        <ButtonLink to="/certification-program-details">Complete Your Enrollment</ButtonLink>
        <ButtonLink to="/" variant="secondary">
          Return to Home
        </ButtonLink>
      </div>
      <p className={`${styles.quiet} ${styles.aftermath}`}>
        Questions before you decide? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>. Support
        replies within 1 business day.
      </p>
    </Frame>
  )
}
