import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Challenge } from '../../ui/challenge.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './lead-form.module.css'
import { LeadInputs } from './lead-inputs.tsx'
import type { LeadSubmit } from './use-lead-submit.ts'

export interface LeadFrameProps {
  lead: LeadSubmit
  /** The form's name for screen readers. */
  label: string
  /** The form's id, if the page links to it. */
  formId?: string
  buttonText: string
  busyText?: string
  /** The button is disabled until the form is complete. */
  whenComplete?: boolean
  /** Content beside the button; without it the button is as wide as the form. */
  beside?: ReactNode
}

/** The layout of every lead form: fields, bot check, outcome, and the button. */
export function LeadFrame({
  lead,
  label,
  formId,
  buttonText,
  busyText = 'Submitting...',
  whenComplete = false,
  beside,
}: LeadFrameProps) {
  const { id, form, challenge, sending, outcome } = lead
  const outcomeElement = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)

  // Scrolls to the outcome, so that the toast with the same text at the bottom of the window does not cover it.
  useEffect(() => {
    if (outcome && wasSending.current) outcomeElement.current?.scrollIntoView({ block: 'nearest' })
    wasSending.current = sending
  }, [outcome, sending])

  const button = (
    <Button
      type="submit"
      size="large"
      wide={!beside}
      busy={sending}
      busyText={busyText}
      disabled={(whenComplete && !form.complete) || (challenge.active && !challenge.token)}
    >
      {buttonText}
    </Button>
  )
  return (
    <form
      id={formId}
      className={styles.form}
      // For browsers without JavaScript, and if the script does not load: the server answers with a page.
      action="/api/leads/form"
      method="post"
      onSubmit={(event) => void lead.submit(event)}
      noValidate
      aria-label={label}
    >
      <LeadInputs form={form} id={id} disabled={sending} />
      <Challenge state={challenge} id={id} />
      <div ref={outcomeElement} className={styles.outcome} aria-live="polite">
        {outcome ? <Notice tone={outcome.tone}>{outcome.text}</Notice> : null}
      </div>
      {beside ? (
        <div className={styles.send}>
          {button}
          {beside}
        </div>
      ) : (
        button
      )}
    </form>
  )
}
