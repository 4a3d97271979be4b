import type { ReactNode } from 'react'
import { dayInWords } from '#modules/leadership/domain/cohort-plan.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/surface.tsx'
import { useOrder } from '../orders/use-order.ts'
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
export function EnrolledNote({ orderId }: { orderId: string }) {
  const cohort = useOrder(orderId, true).data?.cohort
  const start = cohort?.place === 'taken' ? `, starts ${dayInWords(cohort.startsOn)}` : ''
  return (
    <Card as="aside" className={styles.enrolled} aria-label="Your enrollment">
      <p>You are enrolled{start}.</p>
      <ButtonLink to={`/program?order=${orderId}`}>Your program</ButtonLink>
    </Card>
  )
}
