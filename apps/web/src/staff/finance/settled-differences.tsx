import { shortOrderId, wholeNumber } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import { withMoney } from '../parts/amounts.ts'
import { kindWords, stateWords, whoWords } from './difference-words.ts'
import styles from './differences.module.css'
import finance from './finance.module.css'
import ledger from './ledger.module.css'
import { ledgerDay, ledgerTime } from './moments.ts'
import type { Difference } from './reconciliation-api.ts'

/** What was recorded, by whom, and why it was missing: also everything that the product recorded without a person. */
export function SettledDifferences({
  differences,
  total,
}: {
  differences: readonly Difference[]
  total: number
}) {
  return (
    <details className={styles.settled}>
      <summary>
        <h4 className={finance.direction}>Dealt with: {wholeNumber(total)}</h4>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard */}
      <section className={ledger.box} aria-label="Differences that are dealt with" tabIndex={0}>
        <table className={ledger.ledger}>
          <caption className="visually-hidden">Differences dealt with, newest first; times in UTC</caption>
          <thead>
            <tr>
              <th scope="col">When, UTC</th>
              <th scope="col">What became of it</th>
              <th scope="col">By</th>
              <th scope="col">Order</th>
              <th scope="col">The log said</th>
              <th scope="col">Stripe said</th>
              <th scope="col">Cause</th>
            </tr>
          </thead>
          <tbody>
            {differences.map((one) => (
              <tr key={one.id}>
                <td className={ledger.moment}>
                  {one.settledAt === null ? null : (
                    <time dateTime={one.settledAt}>
                      {ledgerDay(one.settledAt)} <span>{ledgerTime(one.settledAt)}</span>
                    </time>
                  )}
                </td>
                <th scope="row" title={kindWords(one.kind).label}>
                  <Badge tone={stateWords(one.state).tone}>{stateWords(one.state).label}</Badge>
                </th>
                <td className={ledger.nowrap}>{whoWords(one.settledBy)}</td>
                <td
                  className={`${ledger.code} ${ledger.nowrap}`}
                  title={`${one.orderId ?? 'no order'}, payment ${one.intentId}`}
                >
                  {one.orderId === null ? 'none' : shortOrderId(one.orderId)}
                </td>
                <td className={styles.said}>{withMoney(one.logSays)}</td>
                <td className={styles.said}>{withMoney(one.stripeSays)}</td>
                <td className={styles.why}>{one.cause}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > differences.length ? (
        <p className={finance.quiet}>The {wholeNumber(differences.length)} newest are shown.</p>
      ) : null}
    </details>
  )
}
