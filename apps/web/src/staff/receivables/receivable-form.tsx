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

type What = 'release' | 'cancel'
type Problems = Partial<Record<'reason' | 'form', string>>

const choices: Record<What, { label: string; explained: string; done: string }> = {
  release: {
    label: 'Give access before the money',
    explained: 'The seats can be handed out at once. The invoice stays open.',
    done: 'Access was given.',
  },
  cancel: {
    label: 'Cancel the order',
    explained: 'Its places are free for others, and a credit note cancels what is open of the invoice.',
    done: 'The order was cancelled.',
  },
}

/** What finance decides about one invoice that is not paid. */
export function ReceivableForm({ receivable, onDone }: { receivable: Receivable; onDone: () => void }) {
  const possible: What[] = receivable.released ? ['cancel'] : ['release', 'cancel']
  const [chosen, setChosen] = useState<What>('release')
  const what = possible.includes(chosen) ? chosen : 'cancel'
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const edits = useReceivableEdits()
  const focus = useRefusedFocus(problems)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const said = reason.trim()
    if (said.length < 3) return setProblems({ reason: 'Reason: enter at least three characters.' })
    setProblems({})
    setBusy(true)
    try {
      await edits[what](receivable.orderId, said)
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
        onChange={({ target }) => setChosen(target.value as What)}
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
        help="Stays for good, so it must not name anybody."
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
