import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { LeadInputs } from '../../features/leads/lead-inputs.tsx'
import { useLeadForm } from '../../features/leads/use-lead-form.ts'
import { useAuth } from '../../lib/auth.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { leadSucceeded } from '../../lib/lead-events.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Challenge, useChallenge } from '../../ui/challenge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './organization.module.css'

const thanks = 'Thank you for partnering with us to kick start an authentic journey!'

export interface TalkDialogProps {
  open: boolean
  onClose: () => void
  /** What the message begins with: the wish and the answers that were given. */
  message: string
}

/** The site's lead form over the page one is on, so that neither answers nor a payment under way are lost. */
export function TalkDialog({ open, onClose, message }: TalkDialogProps) {
  const [sending, setSending] = useState(false)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={sending}
      title="Talk to us"
      description="Tell us how to reach you. A person answers within 1 business day with an offer for your team."
    >
      <TalkForm message={message} sending={sending} setSending={setSending} onClose={onClose} />
    </Dialog>
  )
}

interface TalkFormProps {
  message: string
  sending: boolean
  setSending: (sending: boolean) => void
  onClose: () => void
}

function TalkForm({ message, sending, setSending, onClose }: TalkFormProps) {
  const id = useId()
  const auth = useAuth()
  const form = useLeadForm()
  const challenge = useChallenge()
  const [problem, setProblem] = useState<string>()
  const [sent, setSent] = useState(false)
  const prepared = useRef(false)

  useEffect(() => {
    if (prepared.current || auth.status === 'loading') return
    prepared.current = true
    form.set('message', message)
    if (auth.status === 'customer') {
      form.set('name', `${auth.user.firstName} ${auth.user.lastName}`.trim())
      form.set('email', auth.user.email)
    }
  }, [auth, form, message])

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending) return
    setProblem(undefined)
    const missing = form.reveal()
    if (missing) {
      document.getElementById(`${id}-${missing}`)?.focus()
      return
    }
    if (!challenge.ready()) return
    setSending(true)
    try {
      await form.send('normal_lead', challenge.token)
      leadSucceeded('normal_lead')
      notify.success(thanks)
      setSent(true)
    } catch (failure) {
      setProblem(saidByServer(failure) ?? 'Something went wrong. Please try again.')
    } finally {
      setSending(false)
      challenge.renew()
    }
  }

  if (sent) {
    return (
      <div className={styles.form}>
        <Notice tone="good" announce>
          <p>{thanks}</p>
        </Notice>
        <Button onClick={onClose}>Go on</Button>
      </div>
    )
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate aria-label="Talk to us">
      <LeadInputs form={form} id={id} disabled={sending} />
      <Challenge state={challenge} id={id} />
      <div aria-live="polite">{problem ? <Notice tone="bad">{problem}</Notice> : null}</div>
      <Button
        type="submit"
        size="large"
        wide
        busy={sending}
        busyText="Submitting..."
        disabled={challenge.active && !challenge.token}
      >
        Send
      </Button>
    </form>
  )
}
