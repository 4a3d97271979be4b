import type { ReactNode } from 'react'
import styles from './enroll-bar.module.css'

/** The price and the Enroll button in a sticky bar at the bottom of narrow screens. */
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
