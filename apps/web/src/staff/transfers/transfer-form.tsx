import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import { loadSeats } from '../finance/api.ts'
import { financeKeys } from '../finance/keys.ts'
import ledger from '../finance/ledger.module.css'
import refund from '../finance/refund.module.css'
import { namedSeats, RefundSeats, seatsToClose } from '../finance/refund-seats.tsx'
import { reasonOf } from '../parts/loading-states.tsx'
import { orderFound } from './order-found.ts'
import { choicesOf, isAtStripe, reversalsOf } from './transfer-choices.ts'
import { type Transfer, type Unmatched, useTransferEdits } from './transfers-api.ts'

type Problems = Partial<Record<'order' | 'amount' | 'day' | 'seats' | 'reason' | 'form', string>>

const nothing = { order: '', amount: '', day: '', seats: '0', reason: '' }

/** The form for one action on a transfer. */
export function TransferForm(props: { transfer: Transfer; unmatched: Unmatched[]; today: string }) {
  const { transfer, unmatched, today } = props
  const choices = [...choicesOf(transfer), ...reversalsOf(transfer, unmatched)]
  const [chosen, setChosen] = useState(0)
  const choice = choices[chosen] ?? choices[0]
  const [typed, setTyped] = useState(nothing)
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const edits = useTransferEdits()
  const focus = useRefusedFocus(problems)
  // Of an organization's order; never cached, because people may have claimed seats since.
  const seats = useQuery({
    queryKey: [...financeKeys.events(choice?.orderId ?? ''), 'seats'],
    queryFn: () => loadSeats(choice?.orderId ?? ''),
    enabled: choice?.what === 'refund',
    gcTime: 0,
  })
  if (choice === undefined) return null
  const { what, orderId, key } = choice
  const goesBack = what === 'return' || what === 'refund'
  const hasDay = goesBack && !isAtStripe(transfer)
  // A bank east of the books may have booked it on a day that is still to come there.
  const isAhead = transfer.bookedOn > today
  const day = typed.day || (isAhead ? transfer.bookedOn : today)
  const hasReason = what !== 'apply' && what !== 'reverse'
  const change = (part: Partial<typeof typed>): void => setTyped({ ...typed, ...part })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const amount = typed.amount.trim()
    const reason = typed.reason.trim()
    if (what === 'refund' && seats.data === undefined)
      return setProblems({
        form: seats.isError ? reasonOf(seats.error) : 'The seats of the order are still loading. Try again.',
      })
    const closing = what === 'refund' && seats.data ? seatsToClose(typed.seats, seats.data) : []
    const missing: Problems = {
      ...(what === 'apply' &&
        typed.order.trim() === '' && { order: 'Order: enter its number or reference.' }),
      ...(goesBack && amount === '' && { amount: 'Amount: enter an amount.' }),
      ...(closing === undefined && { seats: 'Seats to close: enter a number of remaining seats.' }),
      ...(hasReason && reason.length < 3 && { reason: 'Reason: enter at least three characters.' }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      if (what === 'apply') {
        const found = await orderFound(typed.order)
        if (typeof found === 'string') return setProblems({ order: found })
        await edits.apply(transfer.id, {
          ...{ orderId: found.id, requestId },
          ...(amount === '' ? {} : { amount }),
        })
      } else if (key !== undefined) await edits.reverse(transfer.id, { key })
      else if (what === 'mistake' || what === 'reinstate')
        await edits.mistake(transfer.id, { mistaken: what === 'mistake', reason })
      else if (what === 'withdraw') await edits.withdraw(transfer.id, { orderId, reason })
      else
        await edits.giveBack(transfer.id, {
          ...{ amount, reason, requestId },
          ...(hasDay ? { returnedOn: day } : {}),
          ...(what === 'refund' ? { orderId, ...namedSeats(closing ?? []) } : {}),
        })
      notify.success('Recorded.')
      setTyped(nothing)
      setRequestId(crypto.randomUUID())
      setChosen(0)
    } catch (failure) {
      const inputs: Record<string, keyof Problems> = {
        ...{ orderId: 'order', amount: 'amount', returnedOn: 'day', seatIds: 'seats', reason: 'reason' },
      }
      const known = problemsByInput(failure, (path) => inputs[path])
      const isShown = Object.keys(known).some((input) => input !== 'order' || what === 'apply')
      setProblems(isShown ? known : { form: reasonOf(failure) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={focus} className={refund.form} noValidate onSubmit={(event) => void submit(event)}>
      {problems.form ? (
        <Notice tone="bad" title="Nothing was recorded." announce>
          {problems.form}
        </Notice>
      ) : null}
      <Select
        label="Action to record"
        value={String(chosen)}
        help={choice.explained}
        onChange={({ target }) => {
          setChosen(Number(target.value))
          setProblems({})
        }}
      >
        {choices.map(({ label }, at) => (
          <option key={label} value={at}>
            {label}
          </option>
        ))}
      </Select>
      {what === 'apply' ? (
        <Field
          label="Order"
          value={typed.order}
          error={problems.order}
          autoComplete="off"
          spellCheck={false}
          help="The order number, reference or invoice number."
          onChange={({ target }) => change({ order: target.value })}
        />
      ) : null}
      {what !== 'apply' && !goesBack ? null : (
        <Field
          label={`Amount, ${transfer.currency.toUpperCase()}`}
          optional={what === 'apply'}
          inputMode="decimal"
          autoComplete="off"
          value={typed.amount}
          error={problems.amount}
          help={what === 'apply' ? 'Leave empty to apply as much as possible.' : undefined}
          onChange={({ target }) => change({ amount: target.value })}
        />
      )}
      {hasDay ? (
        <Field
          label="Paid back on"
          type="date"
          value={day}
          error={problems.day}
          help="The day on which the bank paid it back. The books count it on this day."
          onChange={({ target }) => change({ day: target.value })}
        />
      ) : null}
      {what === 'refund' && seats.data ? (
        <RefundSeats
          seats={seats.data}
          typed={typed.seats}
          error={problems.seats}
          onChange={(count) => change({ seats: count })}
        />
      ) : null}
      {!hasReason ? null : (
        <TextArea
          label="Reason"
          rows={2}
          maxLength={200}
          value={typed.reason}
          error={problems.reason}
          help="Kept in the log permanently. Do not enter names or addresses."
          onChange={({ target }) => change({ reason: target.value })}
        />
      )}
      <p className={ledger.faint}>
        {isAtStripe(transfer)
          ? 'The money is held at Stripe, and this action moves it.'
          : 'This records what happened on the bank account. It does not move money.'}
      </p>
      <div className={refund.buttons}>
        <Button type="submit" size="small" busy={busy} busyText="Recording...">
          Record
        </Button>
      </div>
    </form>
  )
}
