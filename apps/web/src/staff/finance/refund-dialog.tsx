import { useEffect, useState } from 'react'
import type { orderSeats } from '#modules/commerce/finance/search/contract-actions.ts'
import { useAnswer } from '../../lib/answers.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice, Spinner } from '../../ui/surface.tsx'
import type { OrderEvent, OrderSeats } from './order-answers.ts'
import { RefundConfirm } from './refund-confirm.tsx'
import { type RefundChoice, RefundForm, type RefundProblems } from './refund-form.tsx'
import { seatsToClose } from './refund-seats.tsx'
import type { Refundable } from './refundable.ts'

interface RefundDialogProps {
  id: string
  payments: readonly Refundable[]
  /** All events so far, and the names of the people who acted by their ids. */
  events: readonly OrderEvent[]
  actors: ReadonlyMap<string, string>
  open: boolean
  onClose: () => void
}

/** Fixed when the second step begins, so that a repeat of the request never refunds twice. */
interface Review {
  requestId: string
  payment: Refundable
  /** The version of the order that the person was shown. */
  version: number
  closing: OrderSeats['toClose']
}

const nothing: RefundProblems = {}
const blank: RefundChoice = { intentId: '', whole: true, typed: undefined, seats: '0', reason: '' }

/** A refund in two steps: enter it, then confirm it. */
export function RefundDialog({ id, payments, events, actors, open, onClose }: RefundDialogProps) {
  const [choice, setChoice] = useState(blank)
  const [review, setReview] = useState<Review>()
  const [refused, setRefused] = useState(nothing)
  const [busy, setBusy] = useState(false)
  // Of an organization's order; refetched at each opening, because people may have claimed seats since.
  const seats = useAnswer<typeof orderSeats>(
    '/api/finance/orders/:id/seats',
    { params: { id } },
    { enabled: open },
  )
  const version = events.at(-1)?.version ?? 0
  const payment = payments.find(({ intentId }) => intentId === choice.intentId) ?? payments[0]

  useEffect(() => {
    if (!open) return
    setChoice(blank)
    setReview(undefined)
    setRefused(nothing)
  }, [open])

  /** Returns to the first step, where each refused input shows its error. */
  function refuse(problems: RefundProblems, amount: string): void {
    // A full refund exceeded what is left: the amount is shown as a partial one, which has an input.
    if (problems.amount !== undefined && choice.whole) setChoice({ ...choice, whole: false, typed: amount })
    setRefused(problems)
    setReview(undefined)
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={busy}
      narrow
      title={review === undefined ? 'Refund' : 'Confirm the refund'}
      description={
        review === undefined
          ? 'The money is returned to the card or bank account that paid.'
          : 'This cannot be undone.'
      }
    >
      {review !== undefined ? (
        <RefundConfirm
          {...review}
          orderId={id}
          choice={choice}
          events={events}
          actors={actors}
          onBusy={setBusy}
          onRefused={refuse}
          onBack={() => setReview(undefined)}
          onClose={onClose}
        />
      ) : payment === undefined ? (
        <p>Nothing is left to refund on this order.</p>
      ) : seats.isError ? (
        <Notice
          tone="bad"
          announce
          actions={
            <Button size="small" variant="secondary" onClick={() => void seats.refetch()}>
              Try again
            </Button>
          }
        >
          <p>The seats of this order could not be loaded.</p>
        </Notice>
      ) : seats.data === undefined ? (
        <Spinner />
      ) : (
        <RefundForm
          choice={choice}
          seats={seats.data.seats}
          payment={payment}
          payments={payments}
          refused={refused}
          onChange={(next, of) => {
            setChoice(next)
            if (refused[of] !== undefined) setRefused({ ...refused, [of]: undefined })
          }}
          onCancel={onClose}
          onNext={() => {
            setRefused(nothing)
            const closing = choice.whole ? [] : [...(seatsToClose(choice.seats, seats.data.seats) ?? [])]
            setReview({ requestId: crypto.randomUUID(), payment, version, closing })
          }}
        />
      )}
    </Dialog>
  )
}
