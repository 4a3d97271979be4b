import { useId } from 'react'
import { linkClass } from '../../ui/button.tsx'
import { Card } from '../../ui/surface.tsx'
import type { Participation } from './own-program.ts'
import styles from './program.module.css'

/** The hours attended, and their record as a PDF that others can check. */
export function HoursCard({ program: { hours } }: { program: Participation }) {
  const heading = useId()
  return (
    <Card as="section" className={styles.card} aria-labelledby={heading}>
      <h2 id={heading}>Your record of hours</h2>
      <p>
        {hours.sum === 0
          ? 'No hours are recorded yet.'
          : `${hours.sum} ${hours.sum === 1 ? 'hour' : 'hours'} of live labs and coaching so far.`}
      </p>
      <p className={styles.note}>
        The sessions you attended, with date and minutes, for your renewal at SHRM or PMI. The link on the
        record lets anyone who has it check your name and hours as they are now.
      </p>
      {hours.sum === 0 ? null : (
        <div className={styles.actions}>
          <a
            className={linkClass({ size: 'small', variant: 'secondary' })}
            href={hours.address}
            target="_blank"
            rel="noreferrer"
          >
            Record of hours (PDF)
          </a>
        </div>
      )}
    </Card>
  )
}
