import type { ReactNode } from 'react'
import { Notice } from '../../ui/surface.tsx'
import styles from './results.module.css'

/** Replaces charts and promotion when the total is 0; the children are the buttons below. */
export function NoCost({ children }: { children: ReactNode }) {
  return (
    <div className={styles.nothing}>
      <Notice tone="info" title="With these figures, the gaps cost nothing">
        Every rate is 0, or the average pay is 0. If that is not what you meant, go back and enter your
        figures, or fill in the rates from research.
      </Notice>
      {children}
    </div>
  )
}
