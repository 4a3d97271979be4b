import { ClipboardCheck, LifeBuoy, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router-dom'
import { certificationProgramDetails } from '#modules/content/base-template/certification-program-details.ts'
import { useConfig } from '../../lib/config.ts'
import { useContent } from '../../lib/content.ts'
import { fieldsOf } from '../program/section.ts'
import styles from './payment.module.css'
import { termsVersionText } from './terms-version.ts'

/** What one agrees to by paying; the links open beside the form, so that nothing typed is lost. */
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

/** Who charges, what happens next, how to reach a person. */
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
          Something unclear? <a href={`mailto:${supportEmail}`}>Contact support</a>; a person answers within 1
          business day.
        </span>
      </li>
    </ul>
  )
}

const steps = [
  ['At once', 'Your enrollment is confirmed on the next page, with invoice and receipt to download.'],
  ['In minutes', 'The confirmation reaches your inbox.'],
  ['Within 24 hours', 'A second email brings your training schedule, week by week.'],
] as const

/** What one gets for pressing the button, in order. */
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
