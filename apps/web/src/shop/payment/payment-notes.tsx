import { ClipboardCheck, LifeBuoy, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router-dom'
import { certificationProgramDetails } from '#modules/content/base-template/certification-program-details.ts'
import { useConfig } from '../../lib/config.ts'
import { useContent } from '../../lib/content.ts'
import { fieldsOf } from '../program/section.ts'
import styles from './payment.module.css'
import { termsVersionText } from './terms-version.ts'

/** The terms that a buyer accepts by paying. The links open in a new tab, so that the form keeps its input. */
export function PaymentTerms({ version }: { version: string | undefined }) {
  const { page } = useContent(certificationProgramDetails)
  return (
    <p className={styles.terms}>
      {fieldsOf(page, 'certification-program')?.uiText?.paymentTerms} By paying you accept our{' '}
      <Link to="/terms" target="_blank" rel="noopener">
        Terms
      </Link>{' '}
      {version ? `of ${termsVersionText(version)} ` : ''}and{' '}
      <Link to="/privacy" target="_blank" rel="noopener">
        Privacy Policy
      </Link>
      .
    </p>
  )
}

/** Notes below the payment form: the payment provider, the confirmation, and support. */
export function PaymentNotes() {
  const { supportEmail } = useConfig()
  const { page } = useContent(certificationProgramDetails)
  return (
    <ul className={styles.notes}>
      <li>
        <ShieldCheck aria-hidden="true" strokeWidth={1.5} />
        <span>
          Payments are secured by Stripe. Your card details go to Stripe and never touch our servers.
        </span>
      </li>
      <li>
        <ClipboardCheck aria-hidden="true" strokeWidth={1.5} />
        <span>
          {fieldsOf(page, 'certification-program')?.uiText?.assessmentNote ??
            'Your enrollment is confirmed immediately after payment, and a confirmation email with a link to your enrollment page is sent to you.'}
        </span>
      </li>
      <li>
        <LifeBuoy aria-hidden="true" strokeWidth={1.5} />
        <span>
          Questions? <a href={`mailto:${supportEmail}`}>Contact support</a>. A person answers within 1
          business day.
        </span>
      </li>
    </ul>
  )
}

const steps = [
  ['Right away', 'Your enrollment is confirmed on the next page, with invoice and receipt to download.'],
  ['Within minutes', 'You receive the confirmation by email.'],
  ['Within 24 hours', 'You receive your training schedule, week by week, in a second email.'],
] as const

/** The steps after the payment, in order. */
export function AfterPaying() {
  return (
    <section className={styles.after} aria-labelledby="after-heading">
      <h2 id="after-heading">What happens next</h2>
      <ol>
        {steps.map(([when, what]) => (
          <li key={when}>
            <strong>{when}</strong>
            <span>{what}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
