import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from '../admin.module.css'

/** A small button that is only a picture; `label` names it. */
export function IconButton({
  label,
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { label: string; children: ReactNode }) {
  return (
    <button type="button" {...rest} className={styles.tool} aria-label={label} title={label}>
      {children}
    </button>
  )
}
