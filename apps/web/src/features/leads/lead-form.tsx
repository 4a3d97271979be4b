import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiFailure } from '../../lib/call.ts'
import { clearLeadMarker, isLeadType, leadSucceeded, readMarker } from '../../lib/lead-events.ts'
import { notify } from '../../lib/notify.ts'
import { keys, session } from '../../lib/storage.ts'
import { LeadFrame } from './lead-frame.tsx'
import { type Outcome, useLeadSubmit } from './use-lead-submit.ts'

const thanked: Outcome = {
  tone: 'good',
  text: 'Thank you for partnering with us to kick start an authentic journey!',
}

/** The lead form of the home page. What it is for comes from the session: a lead, or a reserved book. */
export function LeadForm({ buttonText }: { buttonText: string }) {
  const [sending, setSending] = useState(false)
  const lead = useLeadSubmit({
    sending,
    setSending,
    leadType: storedType,
    onTry: clearLeadMarker,
    onTaken: (_answer, leadType, form) => {
      form.clear()
      session.set(keys.leadType, 'normal_lead')
      leadSucceeded(leadType)
      notify.success(thanked.text)
      return thanked
    },
    sentenceOf,
    aloud: true,
  })

  // Whoever comes back to a marked address, by reload or by a shared link of their own, is thanked again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that was opened
  useEffect(() => {
    if (readMarker(window.location.search)) lead.say(thanked)
  }, [])

  return (
    <LeadFrame
      lead={lead}
      formId="lead-gen-form"
      label="Join the Movement"
      buttonText={buttonText}
      beside={
        <p>
          We use this to answer you, and nothing else. <Link to="/privacy">Privacy</Link>
        </p>
      }
    />
  )
}

function storedType() {
  const stored = session.get(keys.leadType)
  return isLeadType(stored) ? stored : 'normal_lead'
}

/** The server's words; "Failed to submit." for an answer without any; another sentence when nothing came back. */
function sentenceOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.offline) return 'Something went wrong. Please try again.'
  const { error } = failure.extra
  return typeof error === 'string' && error !== '' ? error : 'Failed to submit.'
}
