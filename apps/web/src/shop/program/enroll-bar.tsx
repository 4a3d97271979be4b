import type { ReactNode } from 'react'
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

/**
 * For a participant, in place of price and Enroll: the start, and the link to the participant's page.
 * @param id of the order or the claimed seat
 * @param start as words, such as "starts Monday, March 1, 2027"; '' without a date
 */
export function EnrolledNote({ id, start }: { id: string; start: string }) {
  return (
    <Card as="aside" className={styles.enrolled} aria-label="Your enrollment">
      <p>You are enrolled.{start && ` Your cohort ${start}.`}</p>
      <ButtonLink to={`/program?order=${id}`}>Your program</ButtonLink>
    </Card>
  )
}
