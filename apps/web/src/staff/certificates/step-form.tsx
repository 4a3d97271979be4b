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
  /** On the button of the row and of the dialog. */
  verb: string
  effect: string
  done: string
  /** What has to be typed; undefined for nothing. */
  asks?: 'reason' | 'name'
}

const words: Record<Step, StepWords> = {
  suspend: {
    verb: 'Suspend',
    effect: 'It does not count until it is resumed. Its page and every check say so within a minute.',
    done: 'The certificate is suspended.',
    asks: 'reason',
  },
  resume: {
    verb: 'Resume',
    effect: 'It counts again, unless its payment is disputed.',
    done: 'The certificate is resumed.',
  },
  withdraw: {
    verb: 'Withdraw',
    effect:
      'It does not count any more. Its page and every check say so within a minute. To give it back, issue it again.',
    done: 'The certificate is withdrawn.',
    asks: 'reason',
  },
  renew: {
    verb: 'Renew',
    effect: 'It is signed anew and valid for two more years.',
    done: 'The certificate is renewed for two years.',
  },
  reissue: {
    verb: 'Issue again',
    effect:
      'It is signed anew with this name, at the same address. A withdrawn one counts again, unless its payment is disputed. One that staff suspended stays suspended. Files that were downloaded before are not valid any more.',
    done: 'The certificate is issued again.',
    asks: 'name',
  },
}

/** The steps that staff may take with a credential as it stands. */
export function stepsOf({ state, cause, renewable, renewalAskedAt }: Listed): Step[] {
  if (state === 'erased') return []
  // A refund may have failed, or a dispute was won late: the server refuses what is not paid.
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
  /** Undefined while nothing is asked. */
  step: Step | undefined
  onClose: () => void
}

/** Asks before a step, for the words that it needs, and takes it. */
export function StepDialog({ credential, step, onClose }: StepDialogProps) {
  const [busy, setBusy] = useState(false)
  // The words stay while the dialog closes.
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
          help={asks === 'name' ? undefined : 'Everybody who opens the page of the certificate reads it.'}
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
