import { shortOrderId, wholeNumber } from '../../lib/format.ts'
import { Badge } from '../../ui/surface.tsx'
import { withMoney } from '../parts/amounts.ts'
import type { Column } from '../parts/column.ts'
import layout from '../parts/layout.module.css'
import { Table } from '../parts/table.tsx'
import { type Difference, kindWords, stateWords, whoWords } from './difference-words.ts'
import styles from './differences.module.css'
import { Moment } from './moment.tsx'
import { OrderLink } from './order-link.tsx'

/** The settled differences, with person, cause and resolution; also those that were recorded automatically. */
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
        <h4 className={layout.heading}>Resolved: {wholeNumber(total)}</h4>
      </summary>
      <Table
        caption="Resolved differences, newest first; times in UTC"
        columns={columns}
        rows={differences}
        keyOf={({ id }) => id}
      />
      {total > differences.length ? (
        <p className={layout.soft}>The {wholeNumber(differences.length)} newest are shown.</p>
      ) : null}
    </details>
  )
}

const columns: readonly Column<Difference>[] = [
  {
    id: 'when',
    label: 'When, UTC',
    cell: ({ settledAt }) => (settledAt === null ? null : <Moment at={settledAt} />),
  },
  {
    id: 'became',
    label: 'Resolution',
    namesRow: true,
    cell: ({ kind, state, settledBy }) => (
      <>
        <span title={kindWords(kind).label}>
          <Badge tone={stateWords(state).tone}>{stateWords(state).label}</Badge>
        </span>
        <p className={layout.soft}>By {whoWords(settledBy)}</p>
      </>
    ),
  },
  {
    id: 'order',
    label: 'Order',
    className: layout.code,
    nowrap: true,
    cell: ({ orderId, intentId, kind, state }) =>
      orderId === null ? (
        <span title={`payment ${intentId}`}>none</span>
      ) : kind === 'unknown-order' && state === 'foreign' ? (
        // The order of another installation is not on this site.
        <span className={layout.soft} title={orderId}>
          {shortOrderId(orderId)}
        </span>
      ) : (
        <OrderLink id={orderId} />
      ),
  },
  { id: 'log', label: 'The log said', className: styles.said, cell: ({ logSays }) => withMoney(logSays) },
  {
    id: 'stripe',
    label: 'Stripe said',
    className: styles.said,
    cell: ({ stripeSays }) => withMoney(stripeSays),
  },
  { id: 'cause', label: 'Cause', className: styles.why, cell: ({ cause }) => cause },
]
