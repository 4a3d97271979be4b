import { type FormEvent, useState } from 'react'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Select, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import refund from '../finance/refund.module.css'
import { reasonOf } from '../parts/loading-states.tsx'
import { type Receivable, useReceivableEdits } from './receivables-api.ts'

type Decision = 'release' | 'cancel'
type Problems = Partial<Record<'reason' | 'form', string>>

const choices: Record<Decision, { label: string; explained: string; done: string }> = {
  release: {
    label: 'Grant access before payment',
    explained: 'The seats can be assigned at once. The invoice stays open.',
    done: 'Access granted.',
  },
  cancel: {
    label: 'Cancel the order',
    explained: 'Its places become available again, and a credit note cancels the open amount of the invoice.',
    done: 'Order cancelled.',
  },
}

/** The form for finance's decision about one unpaid invoice. */
export function ReceivableForm({ receivable, onDone }: { receivable: Receivable; onDone: () => void }) {
  const possible: Decision[] = receivable.released ? ['cancel'] : ['release', 'cancel']
  const [chosen, setChosen] = useState<Decision>('release')
  const what = possible.includes(chosen) ? chosen : 'cancel'
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const edits = useReceivableEdits()
  const focus = useRefusedFocus(problems)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const trimmed = reason.trim()
    if (trimmed.length < 3) return setProblems({ reason: 'Reason: enter at least three characters.' })
    setProblems({})
    setBusy(true)
    try {
      await edits[what](receivable.orderId, trimmed)
      notify.success(choices[what].done)
      setReason('')
      if (what === 'cancel') onDone()
    } catch (failure) {
      const known = problemsByInput(failure, (path) => (path === 'reason' ? 'reason' : undefined))
      setProblems(Object.keys(known).length > 0 ? known : { form: reasonOf(failure) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={focus} className={refund.form} noValidate onSubmit={(event) => void submit(event)}>
      {problems.form ? (
        <Notice tone="bad" title="Nothing was changed." announce>
          {problems.form}
        </Notice>
      ) : null}
      <Select
        label="Decision"
        value={what}
        help={choices[what].explained}
        onChange={({ target }) => setChosen(target.value as Decision)}
      >
        {possible.map((each) => (
          <option key={each} value={each}>
            {choices[each].label}
          </option>
        ))}
      </Select>
      <TextArea
        label="Reason"
        rows={2}
        maxLength={200}
        value={reason}
        error={problems.reason}
        help="It is kept permanently, so it must not name anyone."
        onChange={({ target }) => setReason(target.value)}
      />
      <div className={refund.buttons}>
        <Button type="submit" size="small" busy={busy} busyText="Saving...">
          {choices[what].label}
        </Button>
      </div>
    </form>
  )
}
