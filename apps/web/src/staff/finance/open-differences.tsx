import { useState } from 'react'
import { shortOrderId, wholeNumber } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Badge } from '../../ui/surface.tsx'
import layout from '../parts/layout.module.css'
import { BothRecords } from './difference-accounts.tsx'
import { type Difference, kindWords } from './difference-words.ts'
import styles from './differences.module.css'
import { ledgerMoment } from './moments.ts'
import { OrderLink } from './order-link.tsx'
import { SettleAll } from './settle-all.tsx'
import { SettleDialog } from './settle-dialog.tsx'

interface OpenDifferencesProps {
  differences: readonly Difference[]
  /** Can exceed the number of listed ones. */
  total: number
  maySettle: boolean
}

/** The differences that a person must settle: both records, the cause, and the action. */
export function OpenDifferences({ differences, total, maySettle }: OpenDifferencesProps) {
  const [settling, setSettling] = useState<Difference>()
  return (
    <div className={layout.stack}>
      <h4 className={layout.heading} id="open-differences">
        Open differences
      </h4>
      {maySettle ? <SettleAll differences={differences} /> : null}
      <ul className={styles.list} aria-labelledby="open-differences">
        {differences.map((difference) => (
          <li key={difference.id} className={styles.difference}>
            <Title difference={difference} />
            <BothRecords difference={difference} />
            <p className={styles.cause}>{difference.cause}</p>
            <div className={styles.foot}>
              <p className={layout.soft}>Found {ledgerMoment(difference.foundAt)}</p>
              {maySettle ? (
                <Button
                  size="small"
                  aria-label={`${kindWords(difference.kind).action}, payment ${difference.intentId}`}
                  onClick={() => setSettling(difference)}
                >
                  {kindWords(difference.kind).action}
                </Button>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
      {total > differences.length ? (
        <p className={layout.soft}>
          The {wholeNumber(differences.length)} oldest of {wholeNumber(total)} are shown.
        </p>
      ) : null}
      {maySettle ? null : <p className={layout.soft}>Resolving differences requires the finance role.</p>}
      <SettleDialog difference={settling} onClose={() => setSettling(undefined)} />
    </div>
  )
}

function Title({ difference: { kind, orderId, intentId } }: { difference: Difference }) {
  return (
    <div className={styles.title}>
      <Badge tone={kindWords(kind).tone}>{kindWords(kind).label}</Badge>
      <p>
        Order{' '}
        <span className={layout.code} title={orderId ?? undefined}>
          {orderId === null ? (
            'none'
          ) : kind === 'lost-order' || kind === 'unknown-order' ? (
            // The order does not exist here yet.
            shortOrderId(orderId)
          ) : (
            <OrderLink id={orderId} />
          )}
        </span>
        , payment <span className={layout.code}>{intentId}</span>
      </p>
    </div>
  )
}
