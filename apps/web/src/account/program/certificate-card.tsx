import { useId } from 'react'
import { assignmentsNeeded, finalAccount } from '#modules/leadership/domain/cohort-record.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { Badge, Card } from '../../ui/surface.tsx'
import styles from './program.module.css'
import type { Participation } from './program-api.ts'

/** What the certificate is awarded for, and how far it is. */
export function CertificateCard({ program }: { program: Participation }) {
  const heading = useId()
  const accepted = program.assignments.filter(({ state }) => state === 'accepted')
  const weekly = accepted.filter(({ number }) => number !== finalAccount).length
  const sessions = program.coaching.windows
  const now = serverNow()
  const held = sessions.filter(({ bookedFor }) => bookedFor !== null && Date.parse(bookedFor) <= now).length
  const account = accepted.some(({ number }) => number === finalAccount)
  const parts = [
    { what: `${weekly} of ${assignmentsNeeded} assignments accepted`, done: weekly >= assignmentsNeeded },
    { what: `${held} of ${sessions.length} coaching sessions held`, done: held >= sessions.length },
    { what: account ? 'Final account accepted' : 'Final account open', done: account },
  ]
  return (
    <Card as="section" className={styles.card} aria-labelledby={heading}>
      <h2 id={heading}>Your certificate</h2>
      <p className={styles.note}>
        It is awarded for ten of twelve assignments, both coaching sessions and a final account of one change
        at your work.
      </p>
      <ul className={styles.plain}>
        {parts.map(({ what, done }) => (
          <li key={what}>
            <Badge tone={done ? 'good' : 'info'}>{what}</Badge>
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {program.weeksAttended.length === 0
          ? 'No attendance is recorded yet.'
          : `You were at the labs of ${program.weeksAttended.length} of 12 weeks: ${program.weeksAttended.join(', ')}.`}
      </p>
    </Card>
  )
}
