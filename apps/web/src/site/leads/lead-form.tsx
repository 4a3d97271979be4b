import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { ApiFailure } from '../../lib/call.ts'
import { clearLeadMarker, leadSucceeded, readMarker } from '../../lib/lead-events.ts'
import { chooseLeadType, chosenLeadType } from '../../lib/lead-type.ts'
import { notify } from '../../lib/notify.ts'
import { BookNote } from './book-note.tsx'
import { LeadFrame } from './lead-frame.tsx'
import { type Outcome, useLeadSubmit } from './use-lead-submit.ts'

const formId = 'lead-gen-form'

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
    leadType: chosenLeadType,
    onTry: clearLeadMarker,
    onTaken: (_answer, leadType, form) => {
      form.clear()
      chooseLeadType('normal_lead')
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
    <>
      <BookNote formId={formId} />
      <LeadFrame
        lead={lead}
        formId={formId}
        label="Join the Movement"
        buttonText={buttonText}
        beside={
          <p>
            We use this to answer you, and nothing else. <Link to="/privacy">Privacy</Link>
          </p>
        }
      />
    </>
  )
}

/** The server's words; "Failed to submit." for an answer without any; another sentence when nothing came back. */
function sentenceOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.offline) return 'Something went wrong. Please try again.'
  const { error } = failure.extra
  return typeof error === 'string' && error !== '' ? error : 'Failed to submit.'
}
