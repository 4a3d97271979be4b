import styles from './tax-line.module.css'
import type { ShownTax } from './use-tax.ts'

/** The tax that a total contains, and what is wrong with the tax id, below the total. */
export function TaxLine({ tax }: { tax: ShownTax | undefined }) {
  return (
    <div role="status" className={styles.tax}>
      {tax?.tax ? <p>{tax.tax}</p> : null}
      {tax?.hint ? <p className={styles.hint}>{tax.hint}</p> : null}
    </div>
  )
}
