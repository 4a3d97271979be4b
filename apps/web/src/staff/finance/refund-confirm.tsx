import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { toDecimal } from '#platform/kernel/money.ts'
import { ApiFailure } from '../../lib/call.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import { askForRefund, type OrderEvent, type OrderSeats } from './api.ts'
import styles from './refund.module.css'
import type { RefundChoice, RefundProblems } from './refund-form.tsx'
import { seatWords } from './refund-seats.tsx'
import { type Refundable, readAmount } from './refundable.ts'
import { actorWords, tellingOf } from './sentences.ts'

interface RefundConfirmProps {
  orderId: string
  choice: RefundChoice
  /** As it was when this step began. */
  payment: Refundable
  requestId: string
  version: number
  /** The seats that it closes when it goes through. */
  closing: OrderSeats['toClose']
  /** The whole stream, looked at anew after each try. */
  events: readonly OrderEvent[]
  staff: ReadonlyMap<string, string>
  onBusy: (busy: boolean) => void
  /** Inputs of the first step were refused; `amount` is the one that was asked for, a decimal string. */
  onRefused: (problems: RefundProblems, amount: string) => void
  onBack: () => void
  onAsked: () => Promise<void>
  onClose: () => void
}

/** The input of the first step that shows a field of the request. */
const inputs: Readonly<Record<string, keyof RefundProblems>> = {
  amount: 'amount',
  reason: 'reason',
}

/** The second step: exactly what will happen, and the one button that does it. */
export function RefundConfirm({
  orderId,
  choice,
  payment,
  requestId,
  version,
  closing,
  events,
  staff,
  onBusy,
  onRefused,
  onBack,
  onAsked,
  onClose,
}: RefundConfirmProps) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { intentId, currency, left } = payment
  // Told even when all of it goes back: what is left may have changed since it was read.
  const decimal = (choice.whole ? undefined : readAmount(choice.typed, currency)) ?? toDecimal(left, currency)
  const amount = money(decimal, currency)
  const asking = useMutation({
    mutationFn: (seen: number) =>
      askForRefund(orderId, {
        amount: decimal,
        reason: choice.reason.trim(),
        currency,
        intentId,
        requestId,
        version: seen,
        seatIds: closing.map(({ id }) => id),
      }),
    onMutate: () => onBusy(true),
    onError: (failure) => {
      const problems = problemsByInput(failure, (path) => inputs[path])
      if (Object.keys(problems).length > 0) onRefused(problems, decimal)
    },
    onSuccess: () => {
      notify.success(`The refund of ${amount} was asked for.`)
      onClose()
    },
    // Also after a failure: it may be recorded although Stripe did not answer.
    onSettled: () => {
      onBusy(false)
      return onAsked()
    },
  })
  const code = asking.error instanceof ApiFailure ? asking.error.code : undefined
  const changed = code === 'ORDER_CHANGED'
  // The same request would meet the same answer; another one begins with the first step.
  const refused = code === 'REFUND_REFUSED'
  const since = events.filter((event) => event.version > (asking.variables ?? version))
  return (
    <div className={styles.form}>
      <p ref={heading} tabIndex={-1} className={styles.sentence}>
        <strong>{amount}</strong> {refused ? 'does not go back.' : 'goes back to the buyer.'}
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
            <dt>Closes</dt>
            <dd>{seatWords(closing)}</dd>
          </div>
        )}
      </dl>
      {changed ? (
        <Notice tone="warn" title="The order has changed. Nothing was refunded." announce>
          {since.length === 0 ? (
            reasonOf(asking.error)
          ) : (
            <ul className={styles.since}>
              {since.map((event) => (
                <li key={event.version}>
                  {tellingOf(event).sentence} <span>By {actorWords(event.actor, staff)}.</span>
                </li>
              ))}
            </ul>
          )}
        </Notice>
      ) : refused ? (
        <Notice tone="bad" title="Stripe refused the refund." announce>
          {reasonOf(asking.error)}
        </Notice>
      ) : asking.isError ? (
        <Notice tone="bad" title="The refund is not done." announce>
          {reasonOf(asking.error)} Trying again here never pays back twice.
        </Notice>
      ) : null}
      <div className={styles.buttons}>
        <Button variant="quiet" size="small" disabled={asking.isPending} onClick={onBack}>
          Back
        </Button>
        {refused ? null : (
          <Button
            size="small"
            busy={asking.isPending}
            busyText="Refunding..."
            onClick={() => asking.mutate(changed ? (since.at(-1)?.version ?? version) : version)}
          >
            Refund {amount}
            {changed ? ' all the same' : ''}
          </Button>
        )}
      </div>
    </div>
  )
}
