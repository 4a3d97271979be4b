import { useId } from 'react'
import type { showMyName } from '#modules/leadership/cohorts/contract-participation.ts'
import { useAction } from '../../lib/answers.ts'
import { programPath } from '../../lib/orders.ts'
import { Card } from '../../ui/surface.tsx'
import { Agreement } from './agreement.tsx'
import type { Participation } from './own-program.ts'
import styles from './program.module.css'

/** The first names of the cohort's participants who agreed, and the participant's own agreement. */
export function PeopleCard({ program }: { program: Participation }) {
  const heading = useId()
  const agreement = useAction<typeof showMyName>('PUT', '/api/program/:orderId/name', [programPath])
  return (
    <Card as="section" className={styles.card} aria-labelledby={heading}>
      <h2 id={heading}>Your cohort</h2>
      {program.people.length === 0 ? (
        <p className={styles.note}>No one has agreed to be named here yet.</p>
      ) : (
        <p>{program.people.join(', ')}</p>
      )}
      {program.group === null ? null : (
        <>
          <h3>Your group of six: group {program.group.number}</h3>
          <p className={styles.note}>
            {program.group.people.length === 0
              ? 'No one else in your group has agreed to be named here yet.'
              : `With you: ${program.group.people.join(', ')}. Only those who agreed are named.`}
          </p>
        </>
      )}
      <Agreement
        label="Show my first name to the people in my cohort"
        help="Only your first name is shown, and only to your cohort. You can withdraw this at any time."
        checked={program.showsName}
        save={(shown) => agreement.mutateAsync({ params: { orderId: program.orderId }, body: { shown } })}
      />
    </Card>
  )
}
