import { CalendarClock, Mail, UserRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import styles from './next-steps.module.css'

/** The three things that happen after a payment. */
export function NextSteps({ email }: { email: string | undefined }) {
  return (
    <section aria-labelledby="next-heading" className={styles.section}>
      <h2 id="next-heading">What Happens Next</h2>
      <ol className={styles.steps}>
        <li>
          <Mail aria-hidden="true" strokeWidth={1.5} />
          <h3>Check your email</h3>
          <p>
            Your confirmation is on its way{email ? <> to {email}</> : null}. It has a link back to this page.
          </p>
        </li>
        <li>
          <CalendarClock aria-hidden="true" strokeWidth={1.5} />
          <h3>Your training schedule</h3>
          <p>Within 24 hours a second email brings the dates of your cohort and your first assignment.</p>
        </li>
        <li>
          <UserRound aria-hidden="true" strokeWidth={1.5} />
          <h3>
            Complete your profile <span className={styles.optional}>optional</span>
          </h3>
          <p>
            Phone and company help your coach prepare.{' '}
            <Link to="/profile?tab=profile">Open your profile</Link>
          </p>
        </li>
      </ol>
    </section>
  )
}
