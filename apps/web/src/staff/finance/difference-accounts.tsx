import { withMoney } from '../parts/amounts.ts'
import type { Difference } from './difference-words.ts'
import styles from './differences.module.css'

/** The log's record and Stripe's record side by side. */
export function BothRecords({ difference: { logSays, stripeSays } }: { difference: Difference }) {
  return (
    <dl className={styles.accounts}>
      <div>
        <dt>The log says</dt>
        <dd>{withMoney(logSays)}</dd>
      </div>
      <div>
        <dt>Stripe says</dt>
        <dd>{withMoney(stripeSays)}</dd>
      </div>
    </dl>
  )
}
