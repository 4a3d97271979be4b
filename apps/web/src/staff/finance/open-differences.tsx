import { useEffect, useState } from 'react'
import type { settleDifference } from '#modules/commerce/finance/reconciliation/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { shortOrderId, wholeNumber } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Badge, Notice } from '../../ui/surface.tsx'
import layout from '../parts/layout.module.css'
import { reasonOf } from '../parts/loading-states.tsx'
import { BothRecords } from './difference-accounts.tsx'
import { type Difference, kindWords, settledAnswers, stateWords } from './difference-words.ts'
import styles from './differences.module.css'
import { ledgerMoment } from './moments.ts'
import { OrderLink } from './order-link.tsx'
import refund from './refund.module.css'
import { SettleAll } from './settle-all.tsx'
import { useLast } from './use-last.ts'

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

interface SettleDialogProps {
  /** Absent: the dialog is closed. */
  difference: Difference | undefined
  onClose: () => void
}

/** The second step: what will be appended, and the button that appends it. */
function SettleDialog({ difference, onClose }: SettleDialogProps) {
  // The dialog keeps its content while it fades out.
  const shown = useLast(difference)
  const settling = useAction<typeof settleDifference>(
    'POST',
    '/api/finance/reconciliation/differences/:id/settle',
    settledAnswers,
  )
  const { reset } = settling
  useEffect(() => {
    if (difference !== undefined) reset()
  }, [difference, reset])
  const words = shown && kindWords(shown.kind)
  return (
    <Dialog
      open={difference !== undefined}
      onClose={onClose}
      locked={settling.isPending}
      title={words?.action ?? ''}
      description="This is kept in the log permanently."
    >
      {shown === undefined || words === undefined ? null : (
        <div className={layout.form}>
          <BothRecords difference={shown} />
          <p>{words.consequences}</p>
          {settling.isError ? (
            <Notice tone="bad" title="Nothing was recorded." announce>
              {reasonOf(settling.error)}
            </Notice>
          ) : null}
          <div className={refund.buttons}>
            <Button variant="quiet" size="small" disabled={settling.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button
              size="small"
              busy={settling.isPending}
              busyText="Recording..."
              onClick={() =>
                settling.mutate(
                  { params: { id: shown.id }, body: { action: shown.action ?? 'record' } },
                  {
                    onSuccess: ({ difference: settled }) => {
                      notify.success(`${stateWords(settled.state).label}: payment ${settled.intentId}.`)
                      onClose()
                    },
                  },
                )
              }
            >
              Yes, {words.action.charAt(0).toLowerCase()}
              {words.action.slice(1)}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  )
}
