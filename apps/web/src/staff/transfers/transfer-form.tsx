import { useState } from 'react'
import type {
  applyTransfer,
  returnTransfer,
  reverseTransfer,
  voidImport,
  voidTransfer,
  withdrawTransfer,
} from '#modules/commerce/finance/bank-transfers/contract.ts'
import type { financeOrders } from '#modules/commerce/finance/search/contract.ts'
import type { orderSeats } from '#modules/commerce/finance/search/contract-actions.ts'
import { useAction, useAnswer } from '../../lib/answers.ts'
import { ApiFailure, call } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import refund from '../finance/refund.module.css'
import { namedSeats, seatsHelp, seatsToClose } from '../finance/refund-seats.tsx'
import { ActionForm } from '../parts/action-form.tsx'
import layout from '../parts/layout.module.css'
import { reasonOf } from '../parts/loading-states.tsx'
import { Options } from '../parts/options.tsx'
import { reasonRules } from '../parts/reason.ts'
import {
  type Choice,
  choicesOf,
  isAtStripe,
  reversalsOf,
  type Transfer,
  transferAnswers,
  type Unmatched,
} from './transfer-choices.ts'

const path = '/api/finance/transfers/:id'
const importMistake = '/api/finance/bank-statements/:id/mistake'

/** The form for one action on a transfer. */
export function TransferForm(props: { transfer: Transfer; unmatched: Unmatched[]; today: string }) {
  const { transfer, unmatched, today } = props
  const choices = [...choicesOf(transfer), ...reversalsOf(transfer, unmatched)]
  const [chosen, setChosen] = useState(0)
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const choice = choices[chosen] ?? choices[0]
  const send = useSend(transfer, requestId)
  // Of an organization's order.
  const seats = useAnswer<typeof orderSeats>(
    '/api/finance/orders/:id/seats',
    { params: { id: choice?.orderId ?? '' } },
    { enabled: choice?.what === 'refund' },
  )
  if (choice === undefined) return null
  const { what, explained } = choice
  const goesBack = what === 'return' || what === 'refund'
  const hasAmount = what === 'apply' || goesBack
  const hasReason = what !== 'apply' && what !== 'reverse'
  const toClose = seats.data?.seats ?? null
  // A bank east of the books may have booked it on a day that is still to come there.
  const isAhead = transfer.bookedOn > today
  return (
    <ActionForm
      start={{
        ...{ order: '', amount: '', seats: '0', reason: '' },
        day: isAhead ? transfer.bookedOn : today,
      }}
      inputs={{
        ...{ seatIds: 'seats', returnedOn: 'day' },
        ...(what === 'apply' && { orderId: 'order' }),
      }}
      send={(typed) => {
        if (what === 'refund' && seats.data === undefined)
          throw seats.error ?? refusal('The seats of the order are still loading. Try again.')
        return send(choice, typed, seatsToClose(typed.seats, toClose) ?? [])
      }}
      done={(_, reset) => {
        notify.success('Recorded.')
        reset()
        setRequestId(crypto.randomUUID())
        setChosen(0)
      }}
      refused={{ title: 'Nothing was recorded.', reason: reasonOf }}
      className={refund.form}
    >
      {({ input, values, busy }) => (
        <>
          <Select
            label="Action to record"
            value={String(chosen)}
            help={explained}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            <Options of={choices.map(({ label }, at) => [at, label])} />
          </Select>
          {what === 'apply' ? (
            <Field
              {...input('order', 'Order', {
                validate: (text) => text.trim() !== '' || 'Order: enter its number or reference.',
              })}
              autoComplete="off"
              spellCheck={false}
              help="The order number, reference or invoice number."
            />
          ) : null}
          {hasAmount ? (
            <Field
              {...input('amount', `Amount, ${transfer.currency.toUpperCase()}`, {
                validate: (text) => !goesBack || text.trim() !== '' || 'Amount: enter an amount.',
              })}
              optional={what === 'apply'}
              inputMode="decimal"
              autoComplete="off"
              help={what === 'apply' ? 'Leave empty to apply as much as possible.' : undefined}
            />
          ) : null}
          {goesBack && !isAtStripe(transfer) ? (
            <Field
              {...input('day', 'Paid back on')}
              type="date"
              help="The day on which the bank paid it back. The books count it on this day."
            />
          ) : null}
          {what === 'refund' && toClose ? (
            <Field
              {...input('seats', 'Seats to close', {
                validate: (text) =>
                  seatsToClose(text, toClose) !== undefined ||
                  'Seats to close: enter a number of remaining seats.',
              })}
              inputMode="numeric"
              autoComplete="off"
              help={seatsHelp(values.seats, toClose)}
            />
          ) : null}
          {hasReason ? (
            <TextArea
              {...input('reason', 'Reason', reasonRules)}
              rows={2}
              maxLength={200}
              help="Kept in the log permanently. Do not enter names or addresses."
            />
          ) : null}
          <p className={layout.soft}>
            {isAtStripe(transfer)
              ? 'The money is held at Stripe, and this action moves it.'
              : 'This records what happened on the bank account. It does not move money.'}
          </p>
          <div className={refund.buttons}>
            <Button type="submit" size="small" busy={busy} busyText="Recording...">
              Record
            </Button>
          </div>
        </>
      )}
    </ActionForm>
  )
}

type Typed = Record<'order' | 'amount' | 'day' | 'reason', string>

/** Sends a chosen action. @param requestId the same for a repeat, so that nothing is recorded twice */
function useSend(transfer: Transfer, requestId: string) {
  const apply = useAction<typeof applyTransfer>('POST', `${path}/apply`, transferAnswers)
  const withdraw = useAction<typeof withdrawTransfer>('POST', `${path}/withdraw`, transferAnswers)
  const giveBack = useAction<typeof returnTransfer>('POST', `${path}/return`, transferAnswers)
  const reverse = useAction<typeof reverseTransfer>('POST', `${path}/reverse`, transferAnswers)
  const mistake = useAction<typeof voidTransfer>('POST', `${path}/mistake`, transferAnswers)
  const whole = useAction<typeof voidImport>('POST', importMistake, transferAnswers)
  const params = { id: transfer.id }
  return async (
    { what, orderId, key = '' }: Choice,
    typed: Typed,
    closing: Parameters<typeof namedSeats>[0],
  ): Promise<unknown> => {
    const [amount, reason] = [typed.amount.trim(), typed.reason.trim()]
    switch (what) {
      case 'apply': {
        const body = { orderId: await orderFound(typed.order), requestId }
        return apply.mutateAsync({ params, body: amount === '' ? body : { ...body, amount } })
      }
      case 'reverse':
        return reverse.mutateAsync({ params, body: { key } })
      case 'withdraw':
        return withdraw.mutateAsync({ params, body: { orderId, reason } })
      case 'import':
        return whole.mutateAsync({ params: { id: transfer.imported?.id ?? '' }, body: { reason } })
      case 'mistake':
      case 'reinstate':
        return mistake.mutateAsync({ params, body: { mistaken: what === 'mistake', reason } })
      default:
        return giveBack.mutateAsync({
          params,
          body: {
            ...{ amount, reason, requestId },
            ...(!isAtStripe(transfer) && typed.day !== '' && { returnedOn: typed.day }),
            ...(what === 'refund' && { orderId, ...namedSeats(closing) }),
          },
        })
    }
  }
}

/** The id of the one order that matches what was typed. @throws ApiFailure at `orderId` when none or several do */
async function orderFound(typed: string): Promise<string> {
  const { orders } = await call<typeof financeOrders>('GET', '/api/finance/orders', {
    query: { q: typed.trim(), pageSize: 2 },
  })
  const [order, other] = orders
  if (order === undefined) throw refusal('Order: no order has this number or reference.', 'orderId')
  if (other !== undefined)
    throw refusal('Order: several orders match. Enter the full order number.', 'orderId')
  return order.id
}

/** As the server refuses: with a sentence, and perhaps at a field. */
const refusal = (message: string, field?: string): ApiFailure =>
  new ApiFailure(400, 'REFUSED_HERE', message, [], {
    message,
    ...(field !== undefined && { fields: [{ path: field, message }] }),
  })
