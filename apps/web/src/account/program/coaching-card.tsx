import { useId } from 'react'
import { serverNow } from '../../lib/server-clock.ts'
import { linkClass } from '../../ui/button.tsx'
import { Card } from '../../ui/surface.tsx'
import type { Participation } from './own-program.ts'
import styles from './program.module.css'
import { dayRange, fullDay, timeAt } from './session-words.ts'

/** The weeks of the private coaching, and where it is booked. */
export function CoachingCard({ program, zone }: { program: Participation; zone: string }) {
  const { coach, coaching, orderId } = program
  const heading = useId()
  if (coaching.windows.length === 0) return null
  return (
    <Card as="section" className={styles.card} aria-labelledby={heading}>
      <h2 id={heading}>Private coaching</h2>
      {coach === '' ? null : (
        <p>
          With <bdi>{coach}</bdi>, your coach.
        </p>
      )}
      <ol className={styles.plain}>
        {coaching.windows.map(({ session, week, from, to, bookedFor }) => (
          <li key={session}>
            <strong>Session {session}</strong>
            <span>
              {bookedFor === null
                ? `in week ${week}, ${dayRange(from, to)}`
                : `${fullDay(bookedFor, zone)}, ${timeAt(bookedFor, zone)}`}
            </span>
            {bookedFor === null || Date.parse(bookedFor) <= serverNow() ? null : (
              <a
                className={styles.addToCalendar}
                href={`/api/program/${orderId}/sessions/c${session}`}
                download={`coaching-${session}.ics`}
                aria-label={`Add session ${session} to my calendar`}
              >
                Add to my calendar
              </a>
            )}
          </li>
        ))}
      </ol>
      {coaching.link === null ? (
        <p className={styles.note}>Your coach will write to you to agree on a time.</p>
      ) : (
        <div className={styles.actions}>
          <a
            className={linkClass({ size: 'small', variant: 'secondary' })}
            href={coaching.link}
            target="_blank"
            rel="noreferrer"
          >
            Book a session
          </a>
        </div>
      )}
    </Card>
  )
}
