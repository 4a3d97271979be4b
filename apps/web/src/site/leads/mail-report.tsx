import { useState } from 'react'
import type { ReportRequest } from '#modules/leadership/domain/cost-report.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/surface.tsx'
import { LeadFrame } from './lead-frame.tsx'
import { useLeadSubmit } from './use-lead-submit.ts'

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
        Email the report
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        locked={sending}
        title="The report by email"
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
  const lead = useLeadSubmit({
    sending,
    setSending,
    leadType: () => 'normal_lead',
    report: request,
    onTaken: (_answer, _leadType, form) => {
      onSent(form.values.email)
      return undefined
    },
    sentenceOf: (failure) => saidByServer(failure) ?? failed,
  })
  return (
    <LeadFrame lead={lead} label="The report by email" buttonText="Send the report" busyText="Sending..." />
  )
}
