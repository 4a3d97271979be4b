import type { ReactNode } from 'react'
import { Notice } from '../../ui/surface.tsx'
import styles from './results.module.css'

/** In place of charts and promotion when the figures come to nothing; the ways on stand below. */
export function NoCost({ children }: { children: ReactNode }) {
  return (
    <div className={styles.nothing}>
      <Notice tone="info" title="At these figures the gaps cost nothing">
        Every rate is 0, or nobody is paid. If that is not what you meant, go back and enter your rates, or
        take them from research.
      </Notice>
      {children}
    </div>
  )
}
