import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { home } from '#modules/content/base-template/home.ts'
import { ApiFailure } from '../../lib/call.ts'
import { fieldsOf, useContent, wordsOf } from '../../lib/content.ts'
import { clearLeadMarker, leadSucceeded, readMarker } from '../../lib/lead-events.ts'
import { focusFirstInput } from '../../lib/lead-form-scroll.ts'
import { chooseLeadType, chosenLeadType, useLeadType } from '../../lib/lead-type.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/surface.tsx'
import { LeadFrame } from './lead-frame.tsx'
import { type LeadOutcome, useLeadSubmit } from './use-lead-submit.ts'

const formId = 'lead-gen-form'

const thanked: LeadOutcome = {
  tone: 'good',
  text: 'Thank you for partnering with us to kick start an authentic journey!',
}

/** The lead form of the home page. The session's lead type decides what it sends: a lead, or a reservation of the book. */
export function LeadForm({ buttonText }: { buttonText: string }) {
  const [sending, setSending] = useState(false)
  const lead = useLeadSubmit({
    sending,
    setSending,
    leadType: chosenLeadType,
    onTry: clearLeadMarker,
    onAccepted: (_answer, leadType, form) => {
      form.clear()
      chooseLeadType('normal_lead')
      leadSucceeded(leadType)
      notify.success(thanked.text)
      return thanked
    },
    sentenceOf,
    showToast: true,
  })

  // An address with the success marker, opened again by a reload or a link, shows the thanks again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that was opened
  useEffect(() => {
    if (readMarker(window.location.search)) lead.setOutcome(thanked)
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
            We use your details to answer you, and note how you found us. <Link to="/privacy">Privacy</Link>
          </p>
        }
      />
    </>
  )
}

/** The server's message; "Failed to submit." for an answer without one; another message without an answer. */
function sentenceOf(failure: unknown): string {
  if (!(failure instanceof ApiFailure) || failure.offline) return 'Something went wrong. Please try again.'
  const { error } = failure.extra
  return typeof error === 'string' && error !== '' ? error : 'Failed to submit.'
}

/** A notice above the lead form while it reserves the book, with a button that changes it to an ordinary lead. */
function BookNote({ formId }: { formId: string }) {
  const { page } = useContent(home)
  const reserving = useLeadType() === 'pre_order_book'
  const about = wordsOf(fieldsOf(page, 'book').subtitle)

  function somethingElse(): void {
    chooseLeadType('normal_lead')
    // The button that had the focus is removed.
    const form = document.getElementById(formId)
    if (form) focusFirstInput(form)
  }

  if (!reserving) return null
  return (
    <Notice
      tone="info"
      announce
      title="You are reserving a copy of the book"
      actions={
        <Button variant="secondary" size="small" onClick={somethingElse}>
          Write about something else
        </Button>
      }
    >
      {about === '' ? null : (
        <p>
          <cite>{about}</cite>
        </p>
      )}
      <p>
        Send this form and we reserve a copy for you. Nothing is charged; we write when the book is ready.
      </p>
    </Notice>
  )
}
