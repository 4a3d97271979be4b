import { useId } from 'react'
import { linkClass } from '../../ui/button.tsx'
import { Card } from '../../ui/surface.tsx'
import styles from './program.module.css'
import type { Participation } from './program-api.ts'
import { dayRange } from './session-words.ts'

/** The weeks of the private coaching, and where it is booked. */
export function CoachingCard({ coaching }: { coaching: Participation['coaching'] }) {
  const heading = useId()
  if (coaching.windows.length === 0) return null
  return (
    <Card as="section" className={styles.card} aria-labelledby={heading}>
      <h2 id={heading}>Private coaching</h2>
      <ol className={styles.plain}>
        {coaching.windows.map(({ session, week, from, to }) => (
          <li key={session}>
            <strong>Session {session}</strong>
            <span>
              in week {week}, {dayRange(from, to)}
            </span>
          </li>
        ))}
      </ol>
      {coaching.link === null ? (
        <p className={styles.note}>Your coach writes to you to agree on the time.</p>
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
