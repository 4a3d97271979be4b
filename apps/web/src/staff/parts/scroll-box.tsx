import type { ReactNode } from 'react'
import tableStyles from './table.module.css'

/** Scrolls what is larger than it; named and reachable, so that the keyboard can scroll it too. */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
    <section className={tableStyles.scroll} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}
