import { type FormEvent, useState } from 'react'
import { problemsByInput } from '../../lib/field-problems.ts'
import { money, shortOrderId } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import ledger from '../finance/ledger.module.css'
import refund from '../finance/refund.module.css'
import { isNothing } from '../parts/amounts.ts'
import { reasonOf } from '../parts/loading-states.tsx'
import { orderFound } from './order-found.ts'
import { type Transfer, useTransferEdits } from './transfers-api.ts'

type Problems = Partial<Record<'order' | 'amount' | 'reason' | 'form', string>>

interface Choice {
  what: 'apply' | 'return' | 'withdraw' | 'refund'
  /** The order that gives money; empty for what is unassigned. */
  orderId: string
  label: string
  explained: string
}

/** What can be recorded of a transfer, one thing at a time. */
export function TransferForm({ transfer }: { transfer: Transfer }) {
  const choices = choicesOf(transfer)
  const [chosen, setChosen] = useState(0)
  const choice = choices[chosen] ?? choices[0]
  const [typed, setTyped] = useState({ order: '', amount: '', reason: '' })
  const [requestId, setRequestId] = useState(() => crypto.randomUUID())
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const edits = useTransferEdits()
  const focus = useRefusedFocus(problems)
  if (choice === undefined) return null
  const { what, orderId } = choice
  const change = (part: Partial<typeof typed>): void => setTyped({ ...typed, ...part })

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const amount = typed.amount.trim()
    const reason = typed.reason.trim()
    const missing: Problems = {
      ...(what === 'apply' &&
        typed.order.trim() === '' && { order: 'Order: enter its number or reference.' }),
      ...((what === 'return' || what === 'refund') && amount === '' && { amount: 'Amount: enter how much.' }),
      ...(what !== 'apply' && reason.length < 3 && { reason: 'Reason: enter at least three characters.' }),
    }
    setProblems(missing)
    if (Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      if (what === 'apply') {
        const found = await orderFound(typed.order)
        if (typeof found === 'string') return setProblems({ order: found })
        await edits.apply(transfer.id, { orderId: found.id, ...(amount === '' ? {} : { amount }) })
      } else if (what === 'withdraw') await edits.withdraw(transfer.id, { orderId, reason })
      else
        await edits.giveBack(transfer.id, {
          ...{ amount, reason, requestId },
          ...(what === 'refund' ? { orderId } : {}),
        })
      notify.success('Recorded.')
      setTyped({ order: '', amount: '', reason: '' })
      setRequestId(crypto.randomUUID())
      setChosen(0)
    } catch (failure) {
      const inputs: Record<string, keyof Problems> = { orderId: 'order', amount: 'amount', reason: 'reason' }
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
        label="What is to be recorded"
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
          help="Its number, reference or invoice number."
          onChange={({ target }) => change({ order: target.value })}
        />
      ) : null}
      {what === 'withdraw' ? null : (
        <Field
          label={`Amount, ${transfer.currency.toUpperCase()}`}
          optional={what === 'apply'}
          inputMode="decimal"
          autoComplete="off"
          value={typed.amount}
          error={problems.amount}
          help={what === 'apply' ? 'Empty: all that the order lacks and the transfer has.' : undefined}
          onChange={({ target }) => change({ amount: target.value })}
        />
      )}
      {what === 'apply' ? null : (
        <TextArea
          label="Reason"
          rows={2}
          maxLength={200}
          value={typed.reason}
          error={problems.reason}
          help="Kept in the log for good: no names, no addresses."
          onChange={({ target }) => change({ reason: target.value })}
        />
      )}
      <p className={ledger.faint}>This records what is true of the bank account. It moves no money there.</p>
      <div className={refund.buttons}>
        <Button type="submit" size="small" busy={busy} busyText="Recording...">
          Record
        </Button>
      </div>
    </form>
  )
}

function choicesOf({ unassigned, currency, orders }: Transfer): Choice[] {
  const left = money(unassigned, currency)
  const own: Choice[] = isNothing(unassigned)
    ? []
    : [
        {
          what: 'apply',
          orderId: '',
          label: 'An order takes it',
          explained: `At most ${left}, and never more than the order lacks.`,
        },
        {
          what: 'return',
          orderId: '',
          label: 'It went back to its sender',
          explained: `Of the ${left} that no order has.`,
        },
      ]
  return [
    ...own,
    ...orders.flatMap(({ orderId, amount }): Choice[] => [
      {
        what: 'withdraw',
        orderId,
        label: `Take it away from order ${shortOrderId(orderId)}`,
        explained: `All ${money(amount, currency)}: applied wrongly. The order is open again, without a credit note.`,
      },
      {
        what: 'refund',
        orderId,
        label: `Refunded to the payer of order ${shortOrderId(orderId)}`,
        explained: `At most ${money(amount, currency)}. The order gets a credit note.`,
      },
    ]),
  ]
}
