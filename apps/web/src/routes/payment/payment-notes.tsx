import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { readProfile } from '../../features/commerce/certification-profile.ts'
import { useConfig } from '../../lib/config.ts'
import { keys, session } from '../../lib/storage.ts'
import { useJoin } from '../../shell/join.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './payment.module.css'

/** What one agrees to by paying; the links open beside the form, so that nothing typed is lost. */
export function PaymentTerms() {
  return (
    <p className={styles.terms}>
      All enrollments are final. If you are not sure yet, we suggest a consultation before you buy. By paying
      you accept our{' '}
      <Link to="/terms" target="_blank" rel="noopener">
        Terms
      </Link>{' '}
      and{' '}
      <Link to="/privacy" target="_blank" rel="noopener">
        Privacy Policy
      </Link>
      .
    </p>
  )
}

/** Who charges, what happens next, how to reach a person. */
export function PaymentNotes() {
  const { supportEmail } = useConfig()
  return (
    <ul className={styles.notes}>
      <li>Payments are secured by Stripe. Your card details go to Stripe and never touch our servers.</li>
      <li>
        Your assessment begins immediately after payment, and a confirmation email with a link to your results
        is sent to you.
      </li>
      <li>
        Something unclear? <a href={`mailto:${supportEmail}`}>Contact support</a>; a person answers within 1
        business day.
      </li>
    </ul>
  )
}

/** For those who answered "For my organization": one seat now, and a way to talk about more. */
export function OrganizationNote() {
  const { join } = useJoin()
  const [organization, setOrganization] = useState(false)
  useEffect(() => {
    const answers = readProfile(session.json(keys.certificationProfile))
    setOrganization(answers?.certificationType === 'organization')
  }, [])
  if (!organization) return null
  return (
    <Notice
      tone="info"
      title="Enrolling more than one person?"
      actions={
        <Button variant="secondary" size="small" onClick={() => void join()}>
          Talk to us
        </Button>
      }
    >
      <p>
        This checkout is for one seat. For several seats in your organization, we prepare an offer with you.
      </p>
    </Notice>
  )
}
