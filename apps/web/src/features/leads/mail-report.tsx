import { type FormEvent, useId, useState } from 'react'
import type { ReportRequest } from '#modules/leadership/domain/cost-report.ts'
import { ApiFailure } from '../../lib/call.ts'
import { Button } from '../../ui/button.tsx'
import { Challenge, useChallenge } from '../../ui/challenge.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './lead-form.module.css'
import { LeadInputs } from './lead-inputs.tsx'
import { useLeadForm } from './use-lead-form.ts'

const failed =
  'The report could not be sent. Your details are still here: please try again, or download it instead.'

/** The report by mail, for a visitor who asks for it: only now do the figures leave the browser. */
export function MailReport({ request }: { request: ReportRequest }) {
  const [open, setOpen] = useState(false)
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState('')
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        E-mail the report
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        locked={sending}
        title="The report by e-mail"
        description="Sending it means that your figures leave this browser, together with your details, so that we can mail the report and answer questions about it."
      >
        {sent === '' ? (
          <MailForm request={request} sending={sending} setSending={setSending} onSent={setSent} />
        ) : (
          <Notice
            tone="good"
            announce
            title="The report is on its way"
            actions={
              <Button size="small" onClick={() => setOpen(false)}>
                Done
              </Button>
            }
          >
            We are sending it to {sent}. If it does not arrive within a few minutes, look into the spam
            folder.
          </Notice>
        )}
      </Dialog>
    </>
  )
}

interface MailFormProps {
  request: ReportRequest
  sending: boolean
  setSending: (sending: boolean) => void
  onSent: (email: string) => void
}

function MailForm({ request, sending, setSending, onSent }: MailFormProps) {
  const id = useId()
  const form = useLeadForm()
  const challenge = useChallenge()
  const [error, setError] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending) return
    setError(undefined)
    const missing = form.reveal()
    if (missing) {
      document.getElementById(`${id}-${missing}`)?.focus()
      return
    }
    if (!challenge.ready()) return
    setSending(true)
    try {
      await form.send('normal_lead', challenge.token, request)
      onSent(form.values.email)
    } catch (failure) {
      const told = failure instanceof ApiFailure && !failure.offline ? failure.extra.error : undefined
      setError(typeof told === 'string' && told !== '' ? told : failed)
    } finally {
      setSending(false)
      challenge.renew()
    }
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label="The report by e-mail"
    >
      <LeadInputs form={form} id={id} disabled={sending} />
      <Challenge state={challenge} id={id} />
      <div aria-live="polite">{error ? <Notice tone="bad">{error}</Notice> : null}</div>
      <Button
        type="submit"
        size="large"
        wide
        busy={sending}
        busyText="Sending..."
        disabled={challenge.active && !challenge.token}
      >
        Send the report
      </Button>
    </form>
  )
}
