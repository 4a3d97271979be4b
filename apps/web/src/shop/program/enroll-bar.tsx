import type { ReactNode } from 'react'
import styles from './enroll-bar.module.css'

/** The price and the next step at the bottom of a narrow screen, always in reach. */
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
