import type { ReactNode } from 'react'
import { FieldError } from '../../ui/field.tsx'
import styles from '../admin.module.css'
import { naming } from '../draft/naming.ts'

/** A named group of fields. */
export function Group({
  legend,
  help,
  problem,
  columns = false,
  quiet = false,
  children,
}: {
  legend: string
  help?: string | undefined
  problem?: string | undefined
  columns?: boolean
  /** Without the line at its side, for a group inside a group. */
  quiet?: boolean
  children: ReactNode
}) {
  return (
    <fieldset className={quiet ? undefined : styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      {help ? <p className={styles.note}>{help}</p> : null}
      <div className={columns ? styles.columns : styles.stack}>{children}</div>
      {problem ? <FieldError id="" text={naming(legend, problem)} /> : null}
    </fieldset>
  )
}
