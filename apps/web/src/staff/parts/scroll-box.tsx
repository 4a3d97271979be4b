import type { ReactNode } from 'react'
import styles from './table.module.css'

interface ScrollBoxProps {
  label: string
  /** Its content is being refetched. */
  busy?: boolean
  /** As high as its content. */
  whole?: boolean
  children: ReactNode
}

/** A scrollable box; it is named and focusable, so that the keyboard can scroll it. */
export function ScrollBox({ label, busy, whole, children }: ScrollBoxProps) {
  return (
    <section
      className={styles.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      aria-busy={busy || undefined}
      data-whole={whole || undefined}
    >
      {children}
    </section>
  )
}
