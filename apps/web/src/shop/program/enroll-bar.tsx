import type { ReactNode } from 'react'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import type { myProgram } from '#modules/leadership/program/contract-participation.ts'
import { useAnswer } from '../../lib/answers.ts'
import { ordersFresh, ordersKey, programPath } from '../../lib/orders.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/surface.tsx'
import styles from './enroll-bar.module.css'

/** Price, start, places left and the Enroll button in a sticky bar at the bottom of narrow screens. */
export function EnrollBar({ price, note, action }: { price: string; note: string; action: ReactNode }) {
  return (
    <section className={styles.bar} aria-label="Enroll">
      <div className={styles.words}>
        <span className={styles.price}>{price}</span>
        <span className={styles.note}>{note}</span>
      </div>
      {action}
    </section>
  )
}

/** For a participant, in place of price and Enroll: the start, and the link to the participant's page. */
export function EnrolledNote({ id }: { id: string }) {
  const { data } = useAnswer<typeof myProgram>(
    programPath,
    {},
    { area: ordersKey[0], staleTime: ordersFresh },
  )
  const own = data?.participations.find(({ orderId, holdsPlace }) => orderId === id && holdsPlace)
  return (
    <Card as="aside" className={styles.enrolled} aria-label="Your enrollment">
      <p>You are enrolled{own ? `, starts ${dayInWords(own.cohort.startsOn)}` : ''}.</p>
      <ButtonLink to={`/program?order=${id}`}>Your program</ButtonLink>
    </Card>
  )
}
