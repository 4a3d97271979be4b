import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { money } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { decimalOf } from './amounts.ts'
import { askForRefund } from './api.ts'
import { reasonOf } from './loading-states.tsx'
import styles from './refund.module.css'
import type { RefundChoice } from './refund-form.tsx'
import { type Refundable, readAmount } from './refundable.ts'

interface RefundConfirmProps {
  orderId: string
  choice: RefundChoice
  /** As it was when this step began. */
  payment: Refundable
  requestId: string
  onBusy: (busy: boolean) => void
  onBack: () => void
  onAsked: () => Promise<void>
  onClose: () => void
}

/** The second step: exactly what will happen, and the one button that does it. */
export function RefundConfirm({
  orderId,
  choice,
  payment,
  requestId,
  onBusy,
  onBack,
  onAsked,
  onClose,
}: RefundConfirmProps) {
  const heading = useRef<HTMLParagraphElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { intentId, currency, left } = payment
  // Told even when all of it goes back: what is left may have changed since it was read.
  const decimal = (choice.whole ? undefined : readAmount(choice.typed)) ?? decimalOf(left)
  const amount = money(decimal, currency)
  const asking = useMutation({
    mutationFn: () =>
      askForRefund(orderId, {
        amount: decimal,
        reason: choice.reason.trim(),
        intentId,
        requestId,
      }),
    onMutate: () => onBusy(true),
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
  return (
    <div className={styles.form}>
      <p ref={heading} tabIndex={-1} className={styles.sentence}>
        <strong>{amount}</strong> goes back to the buyer.
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
      </dl>
      {asking.isError ? (
        <Notice tone="bad" title="The refund is not done." announce>
          {reasonOf(asking.error)} Trying again here never pays back twice.
        </Notice>
      ) : null}
      <div className={styles.buttons}>
        <Button variant="quiet" size="small" disabled={asking.isPending} onClick={onBack}>
          Back
        </Button>
        <Button size="small" busy={asking.isPending} busyText="Refunding..." onClick={() => asking.mutate()}>
          Refund {amount}
        </Button>
      </div>
    </div>
  )
}
