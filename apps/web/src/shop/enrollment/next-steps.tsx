import { CalendarClock, Mail, UserRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useConfig } from '../../lib/config.ts'
import { dateTime } from '../../lib/format.ts'
import styles from './next-steps.module.css'

export interface NextStepsProps {
  email: string | undefined
  /** When the payment was confirmed. */
  since: string
  /** The order chose its cohort, of which the page tells apart. */
  inCohort: boolean
}

/** The three things that happen after a payment, on the line of their times; a day later the mails are behind. */
export function NextSteps({ email, since, inCohort }: NextStepsProps) {
  const schedule = new Date(new Date(since).getTime() + 24 * 3_600_000)
  const { nextCohort, cohorts } = useConfig()
  // Where dates can be booked, the participant chooses one: the next of them need not be it.
  const told = inCohort || cohorts.length > 0 ? '' : nextCohort
  const mailed = Date.now() > schedule.getTime()
  return (
    <section aria-labelledby="next-heading" className={styles.section}>
      <h2 id="next-heading">What Happens Next</h2>
      <ol className={styles.steps}>
        <li>
          <span className={styles.mark}>
            <Mail aria-hidden="true" strokeWidth={1.5} />
          </span>
          <p className={styles.when}>{mailed ? 'Sent' : 'Now'}</p>
          <h3>Check your email</h3>
          <p>
            Your confirmation {mailed ? 'went' : 'is on its way'}
            {email ? <> to {email}</> : mailed ? ' to you' : null}. It has a link back to this page.
          </p>
        </li>
        <li>
          <span className={styles.mark}>
            <CalendarClock aria-hidden="true" strokeWidth={1.5} />
          </span>
          <p className={styles.when}>{mailed ? 'Sent' : `By ${dateTime(schedule)}`}</p>
          <h3>Your training schedule</h3>
          {told === '' ? null : <p>Your cohort starts: {told}.</p>}
          <p>
            {mailed
              ? 'Your training schedule went to you in a second email. If it is not there, look in the spam folder or write to us.'
              : 'Within 24 hours a second email brings your training schedule, week by week.'}
          </p>
        </li>
        <li>
          <span className={styles.mark}>
            <UserRound aria-hidden="true" strokeWidth={1.5} />
          </span>
          <p className={styles.when}>When you like</p>
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
