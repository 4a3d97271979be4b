import { useEffect, useRef, useState } from 'react'
import { useAuth } from '../../lib/auth.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { leadSucceeded } from '../../lib/lead-events.ts'
import { notify } from '../../lib/notify.ts'
import { LeadFrame } from '../../site/leads/lead-frame.tsx'
import { useLeadSubmit } from '../../site/leads/use-lead-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './organization.module.css'

const thanks = 'Thank you for partnering with us to kick start an authentic journey!'

export interface TalkDialogProps {
  open: boolean
  onClose: () => void
  /** The initial text of the message: the request, and the answers of the questionnaire. */
  message: string
}

/** The lead form in a dialog, so that the page below keeps its answers or its payment. */
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
  const auth = useAuth()
  const [sent, setSent] = useState(false)
  const prepared = useRef(false)
  const lead = useLeadSubmit({
    sending,
    setSending,
    leadType: () => 'normal_lead',
    onAccepted: (_answer, leadType) => {
      leadSucceeded(leadType)
      notify.success(thanks)
      setSent(true)
      return undefined
    },
    sentenceOf: (failure) => saidByServer(failure) ?? 'Something went wrong. Please try again.',
  })
  const { set } = lead.form

  useEffect(() => {
    if (prepared.current || auth.status === 'loading') return
    prepared.current = true
    set('message', message)
    if (auth.status === 'customer') {
      set('name', `${auth.user.firstName} ${auth.user.lastName}`.trim())
      set('email', auth.user.email)
    }
  }, [auth, set, message])

  if (sent) {
    return (
      <div className={styles.sent}>
        <Notice tone="good" announce>
          <p>{thanks}</p>
        </Notice>
        <Button onClick={onClose}>Continue</Button>
      </div>
    )
  }
  return <LeadFrame lead={lead} label="Talk to us" buttonText="Send" />
}
