import { useState } from 'react'
import type {
  listCredentials,
  reissueCredential,
  renewCredential,
  resumeCredential,
  suspendCredential,
  withdrawCredential,
} from '#modules/leadership/credentials/contract-staff.ts'
import { useAction } from '../../lib/answers.ts'
import type { AnswerOf } from '../../lib/call.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import styles from '../cohorts/cohorts.module.css'
import { ActionForm } from '../parts/action-form.tsx'

export type Listed = AnswerOf<typeof listCredentials>['credentials'][number]
export type Step = 'suspend' | 'resume' | 'withdraw' | 'renew' | 'reissue'

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

const lists = ['/api/admin/credentials', '/api/admin/cohorts']

/** The call of each step for one credential. */
function useSteps(id: string): Record<Step, (text: string) => Promise<unknown>> {
  const params = { id }
  const path = '/api/admin/credentials/:id'
  const suspend = useAction<typeof suspendCredential>('POST', `${path}/suspend`, lists)
  const resume = useAction<typeof resumeCredential>('POST', `${path}/resume`, lists)
  const withdraw = useAction<typeof withdrawCredential>('POST', `${path}/withdraw`, lists)
  const renew = useAction<typeof renewCredential>('POST', `${path}/renew`, lists)
  const reissue = useAction<typeof reissueCredential>('POST', `${path}/reissue`, lists)
  return {
    suspend: (reason) => suspend.mutateAsync({ params, body: { reason } }),
    resume: () => resume.mutateAsync({ params }),
    withdraw: (reason) => withdraw.mutateAsync({ params, body: { reason } }),
    renew: () => renew.mutateAsync({ params }),
    reissue: (name) => reissue.mutateAsync({ params, body: { name } }),
  }
}

interface StepDialogProps {
  credential: Listed
  /** Undefined while the dialog is closed. */
  step: Step | undefined
  onClose: () => void
}

/** Asks for confirmation and for the required input, then takes the step. */
export function StepDialog({ credential, step, onClose }: StepDialogProps) {
  const steps = useSteps(credential.id)
  const [busy, setBusy] = useState(false)
  // The dialog keeps its text while it closes.
  const [shown, show] = useState(step)
  if (step !== undefined && step !== shown) show(step)
  if (shown === undefined) return null
  const { verb, effect, done, asks } = words[shown]
  return (
    <Dialog
      open={step !== undefined}
      narrow
      fieldFirst
      locked={busy}
      onClose={onClose}
      title={`${verb}: ${credential.name ?? 'certificate'}`}
      description={effect}
    >
      <ActionForm
        key={shown}
        className={styles.form}
        start={{ text: asks === 'name' ? (credential.name ?? '') : '' }}
        inputs={{ reason: 'text', name: 'text' }}
        send={({ text }) => {
          setBusy(true)
          return steps[shown](text.trim()).finally(() => setBusy(false))
        }}
        done={() => {
          onClose()
          notify.success(done)
        }}
      >
        {({ input }) => (
          <>
            {asks === undefined ? null : (
              <Field
                {...input('text', asks === 'name' ? 'Name on the certificate' : 'Reason')}
                maxLength={asks === 'name' ? 80 : 500}
                help={
                  asks === 'name' ? undefined : 'Everyone who opens the page of the certificate can read it.'
                }
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
          </>
        )}
      </ActionForm>
    </Dialog>
  )
}
