import { useEffect, useRef, useState } from 'react'
import type { refundOrder } from '#modules/commerce/finance/search/contract-actions.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { useAction } from '../../lib/answers.ts'
import { ApiFailure } from '../../lib/call.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import layout from '../parts/layout.module.css'
import { reasonOf } from '../parts/loading-states.tsx'
import { doerWords, eventTextOf } from './event-texts.ts'
import { financeAnswers, type OrderEvent, type OrderSeats } from './order-answers.ts'
import styles from './refund.module.css'
import type { RefundChoice, RefundProblems } from './refund-form.tsx'
import { namedSeats, seatWords } from './refund-seats.tsx'
import { type Refundable, readAmount } from './refundable.ts'

interface RefundConfirmProps {
  orderId: string
  choice: RefundChoice
  /** The payment as it was when this step began. */
  payment: Refundable
  requestId: string
  version: number
  /** The seats that the refund closes once it succeeds. */
  closing: OrderSeats['toClose']
  /** All events of the order, refetched after each attempt. */
  events: readonly OrderEvent[]
  actors: ReadonlyMap<string, string>
  onBusy: (busy: boolean) => void
  /** The server refused inputs of the first step; `amount` is the requested one, a decimal string. */
  onRefused: (problems: RefundProblems, amount: string) => void
  onBack: () => void
  onClose: () => void
}

/** The input of the first step that shows a field of the request. */
const inputs: Readonly<Record<string, keyof RefundProblems>> = {
  amount: 'amount',
  reason: 'reason',
}

/** The second step: the exact refund, and the button that requests it. */
export function RefundConfirm({
  orderId,
  choice,
  payment,
  requestId,
  version,
  closing,
  events,
  actors,
  onBusy,
  onRefused,
  onBack,
  onClose,
}: RefundConfirmProps) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { intentId, currency, left } = payment
  // Also sent for a full refund: the remaining amount may have changed since it was read.
  const decimal =
    (choice.whole ? undefined : readAmount(choice.typed ?? '', currency)) ?? toDecimal(left, currency)
  const amount = money(decimal, currency)
  const refunding = useAction<typeof refundOrder>('POST', '/api/finance/orders/:id/refunds', financeAnswers)
  /** The version that the last attempt was based on. */
  const [seen, setSeen] = useState(version)

  async function send(at: number): Promise<void> {
    setSeen(at)
    onBusy(true)
    try {
      await refunding.mutateAsync({
        params: { id: orderId },
        body: {
          amount: decimal,
          reason: choice.reason.trim(),
          currency,
          intentId,
          requestId,
          version: at,
          ...namedSeats(closing),
        },
      })
      notify.success(`Refund of ${amount} requested.`)
      onClose()
    } catch (failure) {
      const problems = problemsByInput(failure, (path) => inputs[path])
      if (Object.keys(problems).length > 0) onRefused(problems, decimal)
    } finally {
      onBusy(false)
    }
  }

  const code = refunding.error instanceof ApiFailure ? refunding.error.code : undefined
  const changed = code === 'ORDER_CHANGED'
  // A repeat of the request gets the same answer; a new request starts at the first step.
  const refused = code === 'REFUND_REFUSED'
  const since = events.filter((event) => event.version > seen)
  return (
    <div className={layout.form}>
      <p ref={heading} tabIndex={-1} className={styles.sentence}>
        <strong>{amount}</strong> {refused ? 'will not be refunded.' : 'will be refunded to the buyer.'}
      </p>
      <dl className={styles.facts}>
        <div>
          <dt>Payment</dt>
          <dd className={styles.code}>{intentId}</dd>
        </div>
        <div>
          <dt>Reason</dt>
          <dd>{choice.reason.trim()}</dd>
        </div>
        {closing.length === 0 ? null : (
          <div>
            <dt>Seats to close</dt>
            <dd>{seatWords(closing)}</dd>
          </div>
        )}
      </dl>
      {changed ? (
        <Notice tone="warn" title="The order has changed. Nothing was refunded." announce>
          {since.length === 0 ? (
            reasonOf(refunding.error)
          ) : (
            <ul className={styles.since}>
              {since.map((event) => (
                <li key={event.version}>
                  {eventTextOf(event).sentence} <span>By {doerWords(event, actors)}.</span>
                </li>
              ))}
            </ul>
          )}
        </Notice>
      ) : refused ? (
        <Notice tone="bad" title="Stripe refused the refund." announce>
          {reasonOf(refunding.error)}
        </Notice>
      ) : refunding.isError ? (
        <Notice tone="bad" title="The refund was not completed." announce>
          {reasonOf(refunding.error)} You can try again here: the buyer is never refunded twice.
        </Notice>
      ) : null}
      <div className={styles.buttons}>
        <Button variant="quiet" size="small" disabled={refunding.isPending} onClick={onBack}>
          Back
        </Button>
        {refused ? null : (
          <Button
            size="small"
            busy={refunding.isPending}
            busyText="Refunding..."
            onClick={() => void send(changed ? (since.at(-1)?.version ?? version) : version)}
          >
            Refund {amount}
            {changed ? ' anyway' : ''}
          </Button>
        )}
      </div>
    </div>
  )
}
