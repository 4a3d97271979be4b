import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flagWords } from '#modules/commerce/finance/search/contract-flags.ts'
import { toDecimal } from '#platform/kernel/money.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { moneyOfMinor, withMoney } from '../parts/amounts.ts'
import layout from '../parts/layout.module.css'
import type { OrderSeats } from './order-answers.ts'
import styles from './refund.module.css'
import { RefundSeats, seatsToClose } from './refund-seats.tsx'
import { amountProblem, type Refundable, readAmount, reasonProblem } from './refundable.ts'

export interface RefundChoice {
  /** Empty: the payment with the most left. */
  intentId: string
  /** The amount is all that is left. */
  whole: boolean
  /** Undefined until the amount is changed. */
  typed: string | undefined
  /** The number of an organization's seats to close, as typed. */
  seats: string
  reason: string
}

/** The server's message for each input, verbatim. */
export type RefundProblems = Partial<Record<'amount' | 'reason' | 'seats', string | undefined>>

interface RefundFormProps {
  choice: RefundChoice
  payment: Refundable
  payments: readonly Refundable[]
  refused: RefundProblems
  /** Null for the order of a person. */
  seats: OrderSeats | null
  /** Called with the changed input, whose error is then cleared. */
  onChange: (choice: RefundChoice, of: keyof RefundProblems) => void
  onCancel: () => void
  onNext: () => void
}

/** The first step: how much, of which payment, and why. */
export function RefundForm(props: RefundFormProps) {
  const { choice, payment, payments, refused, seats, onChange, onCancel, onNext } = props
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const amount = choice.whole ? undefined : amountProblem(choice.typed ?? '', payment)
  const reason = reasonProblem(choice.reason)
  const seatCount =
    choice.whole || seats === null || seatsToClose(choice.seats, seats) !== undefined
      ? undefined
      : `Seats to close: a number from 0 to ${seats.toClose.length}.`
  const amountError = (tried ? amount : undefined) ?? named('Amount', refused.amount)
  const reasonError = (tried ? reason : undefined) ?? named('Reason', refused.reason)
  useEffect(() => {
    const first = refused.amount === undefined ? refused.reason && 'reason' : 'amount'
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }, [refused])
  const left = moneyOfMinor(payment.left, payment.currency)
  const whole = toDecimal(payment.left, payment.currency)
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    setTried(true)
    if (amount === undefined && reason === undefined && seatCount === undefined) {
      onNext()
      return
    }
    const first = amount !== undefined ? 'amount' : seatCount !== undefined ? 'seats' : 'reason'
    event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus()
  }
  return (
    <form ref={form} className={layout.form} onSubmit={submit} noValidate>
      {payments.length > 1 ? (
        <Select
          label="Payment"
          value={payment.intentId}
          onChange={(event) =>
            onChange({ ...choice, intentId: event.target.value, whole: true, typed: undefined }, 'amount')
          }
        >
          {payments.map((each) => (
            <option key={each.intentId} value={each.intentId}>
              {moneyOfMinor(each.left, each.currency)} left
              {each.flag === undefined ? '' : `, ${flagWords(each.flag).toLowerCase()}`}, {each.intentId}
            </option>
          ))}
        </Select>
      ) : null}
      <Field
        label={`Amount, ${payment.currency.toUpperCase()}`}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        className={styles.amount ?? ''}
        value={choice.typed ?? whole}
        help={`${left} is left of this payment.`}
        error={amountError}
        onChange={({ target: { value } }) =>
          onChange(
            { ...choice, typed: value, whole: readAmount(value, payment.currency) === whole },
            'amount',
          )
        }
      />
      {seats === null ? null : choice.whole ? (
        <p>A full refund closes all seats of the order.</p>
      ) : (
        <RefundSeats
          seats={seats}
          typed={choice.seats}
          error={tried ? seatCount : undefined}
          onChange={(typed) => onChange({ ...choice, seats: typed }, 'seats')}
        />
      )}
      <TextArea
        label="Reason"
        name="reason"
        rows={2}
        maxLength={200}
        value={choice.reason}
        help="Kept in the log permanently. Do not enter names or addresses."
        error={reasonError}
        onChange={(event) => onChange({ ...choice, reason: event.target.value }, 'reason')}
      />
      <div className={styles.buttons}>
        <Button variant="quiet" size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" size="small">
          Review refund
        </Button>
      </div>
    </form>
  )
}

/** The server's message for an input, as a sentence that names the input. */
const named = (input: string, message: string | undefined): string | undefined =>
  message === undefined ? undefined : `${input}: ${withMoney(message)}.`
