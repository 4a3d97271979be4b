import { type FormEvent, useState } from 'react'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from '../cohorts/cohorts.module.css'
import { type Listed, type Step, useStep } from './certificates-api.ts'

interface StepWords {
  /** Label of the button in the row and in the dialog. */
  verb: string
  effect: string
  done: string
  /** The required input; undefined for none. */
  asks?: 'reason' | 'name'
}

const words: Record<Step, StepWords> = {
  suspend: {
    verb: 'Suspend',
    effect: 'It is not valid until it is resumed. Its page and every verification show this within a minute.',
    done: 'The certificate is suspended.',
    asks: 'reason',
  },
  resume: {
    verb: 'Resume',
    effect: 'It is valid again, unless its payment is disputed.',
    done: 'The certificate is resumed.',
  },
  withdraw: {
    verb: 'Withdraw',
    effect:
      'It is no longer valid. Its page and every verification show this within a minute. To restore it, issue it again.',
    done: 'The certificate is withdrawn.',
    asks: 'reason',
  },
  renew: {
    verb: 'Renew',
    effect: 'It is signed again and valid for two more years.',
    done: 'The certificate is renewed for two years.',
  },
  reissue: {
    verb: 'Issue again',
    effect:
      'It is signed again with this name, at the same address. A withdrawn certificate becomes valid again, unless its payment is disputed. A certificate that staff suspended stays suspended. Files that were downloaded before are no longer valid.',
    done: 'The certificate is issued again.',
    asks: 'name',
  },
}

/** The steps that the state of a credential allows. */
export function stepsOf({ state, cause, renewable, renewalAskedAt }: Listed): Step[] {
  if (state === 'erased') return []
  // A refund may have failed, or a dispute may be won late: the server refuses an unpaid order.
  if (state === 'withdrawn') return ['reissue']
  return [
    ...(renewable || renewalAskedAt !== null ? (['renew'] as const) : []),
    'reissue',
    state === 'suspended' && cause === 'person' ? 'resume' : 'suspend',
    'withdraw',
  ]
}

export const verbOf = (step: Step): string => words[step].verb

export interface StepDialogProps {
  credential: Listed
  /** Undefined while the dialog is closed. */
  step: Step | undefined
  onClose: () => void
}

/** Asks for confirmation and for the required input, then takes the step. */
export function StepDialog({ credential, step, onClose }: StepDialogProps) {
  const [busy, setBusy] = useState(false)
  // The dialog keeps its text while it closes.
  const [shown, show] = useState(step)
  if (step !== undefined && step !== shown) show(step)
  if (shown === undefined) return null
  return (
    <Dialog
      open={step !== undefined}
      narrow
      fieldFirst
      locked={busy}
      onClose={onClose}
      title={`${words[shown].verb}: ${credential.name ?? 'certificate'}`}
      description={words[shown].effect}
    >
      <StepForm key={shown} {...{ credential, step: shown, onClose, busy, setBusy }} />
    </Dialog>
  )
}

interface StepFormProps extends StepDialogProps {
  step: Step
  busy: boolean
  setBusy: (busy: boolean) => void
}

function StepForm({ credential, step, onClose, busy, setBusy }: StepFormProps) {
  const take = useStep(credential.id)
  const { verb, done, asks } = words[step]
  const [typed, setTyped] = useState(asks === 'name' ? (credential.name ?? '') : '')
  const [problem, setProblem] = useState<{ field?: string | undefined; form?: string }>({})
  const form = useRefusedFocus(problem)

  async function run(event: FormEvent): Promise<void> {
    event.preventDefault()
    setBusy(true)
    try {
      await take(step, typed.trim())
      onClose()
      notify.success(done)
    } catch (failure) {
      const { field } = problemsByInput(failure, () => 'field')
      setProblem(field ? { field } : { form: saidByServer(failure) ?? 'Not done. Please try again.' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void run(event)}>
      {problem.form ? (
        <Notice tone="bad" announce>
          {problem.form}
        </Notice>
      ) : null}
      {asks === undefined ? null : (
        <Field
          label={asks === 'name' ? 'Name on the certificate' : 'Reason'}
          required
          maxLength={asks === 'name' ? 80 : 500}
          help={asks === 'name' ? undefined : 'Everyone who opens the page of the certificate can read it.'}
          value={typed}
          error={problem.field}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={busy} busyText="One moment...">
          {verb}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
