import { CalendarClock, Mail, UserRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useConfig } from '../../lib/config.ts'
import { dateTime } from '../../lib/format.ts'
import styles from './next-steps.module.css'

export interface NextStepsProps {
  email: string | undefined
  orderId: string
  /** When the payment was confirmed. */
  since: string
  /** The order has a cohort, which the page shows separately, with a link to the program. */
  inCohort: boolean
}

/** The three steps after a payment, with their times. A day later it says that both mails were sent. */
export function NextSteps({ email, orderId, since, inCohort }: NextStepsProps) {
  const schedule = new Date(new Date(since).getTime() + 24 * 3_600_000)
  const { nextCohort, cohorts } = useConfig()
  // If dates can be booked, the participant chooses one, which need not be the next.
  const start = inCohort || cohorts.length > 0 ? '' : nextCohort
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
            Your confirmation {mailed ? 'was sent' : 'is on its way'}
            {email ? <> to {email}</> : mailed ? ' to you' : null}. It contains a link back to this page.
          </p>
        </li>
        <li>
          <span className={styles.mark}>
            <CalendarClock aria-hidden="true" strokeWidth={1.5} />
          </span>
          <p className={styles.when}>{mailed ? 'Sent' : `By ${dateTime(schedule)}`}</p>
          <h3>Your training schedule</h3>
          {start === '' ? null : <p>Your cohort starts: {start}.</p>}
          <p>
            {mailed
              ? 'We sent your training schedule in a second email. If you cannot find it, check your spam folder or write to us.'
              : 'Within 24 hours we send your training schedule, week by week, in a second email.'}{' '}
            {inCohort ? null : <Link to={`/program?order=${orderId}`}>Open your program</Link>}
          </p>
        </li>
        <li>
          <span className={styles.mark}>
            <UserRound aria-hidden="true" strokeWidth={1.5} />
          </span>
          <p className={styles.when}>Whenever you like</p>
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
