import { useState } from 'react'
import type { ReportRequest } from '#modules/leadership/calculator/domain/cost-report.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/surface.tsx'
import { LeadFrame } from './lead-frame.tsx'
import { useLeadSubmit } from './use-lead-submit.ts'

const failed =
  'The report could not be sent. Your details are still here: please try again, or download it instead.'

/** The button and the form that mail the report. */
export function MailReport({ request }: { request: ReportRequest }) {
  const [open, setOpen] = useState(false)
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState('')
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Email the report
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        locked={sending}
        title="Email the report"
        description="Your figures and your details leave this browser when you send this form. We use them to email you the report and to answer questions about it."
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
            We are sending it to {sent}. If it does not arrive within a few minutes, check your spam folder.
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
  const lead = useLeadSubmit({
    sending,
    setSending,
    leadType: () => 'normal_lead',
    report: request,
    onAccepted: (_answer, _leadType, form) => {
      onSent(form.values.email)
      return undefined
    },
    sentenceOf: (failure) => saidByServer(failure) ?? failed,
  })
  return <LeadFrame lead={lead} label="Email the report" buttonText="Send the report" busyText="Sending..." />
}
