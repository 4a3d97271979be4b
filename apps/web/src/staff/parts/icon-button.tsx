import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from '../admin.module.css'

/** A small button with only an icon; `label` is its accessible name. */
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
