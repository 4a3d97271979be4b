import type { ReactNode } from 'react'
import styles from './table.module.css'

interface ScrollBoxProps {
  label: string
  /** What is in it is being asked anew. */
  busy?: boolean
  /** As high as what is in it. */
  whole?: boolean
  children: ReactNode
}

/** Scrolls what is larger than it; named and reachable, so that the keyboard can scroll it too. */
export function ScrollBox({ label, busy, whole, children }: ScrollBoxProps) {
  return (
    <section
      className={styles.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
      tabIndex={0}
      aria-label={label}
      aria-busy={busy || undefined}
      data-whole={whole || undefined}
    >
      {children}
    </section>
  )
}
