import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Challenge } from '../../ui/challenge.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './lead-form.module.css'
import { LeadInputs } from './lead-inputs.tsx'
import type { LeadSubmit } from './use-lead-submit.ts'

export interface LeadFrameProps {
  lead: LeadSubmit
  /** The form's name for those who hear the page. */
  label: string
  /** The form's own id, where something on the page leads to it. */
  formId?: string
  buttonText: string
  busyText?: string
  /** The button waits until nothing is missing. */
  whenComplete?: boolean
  /** Stands beside the button; without it the button is as wide as the form. */
  beside?: ReactNode
}

/** What every lead form looks like: fields, bot check, what came of it, and the button. */
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
  const said = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)

  // What came of sending is brought into view, clear of the toast that says the same at the foot of the window.
  useEffect(() => {
    if (outcome && wasSending.current) said.current?.scrollIntoView({ block: 'nearest' })
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
      // For browsers without JavaScript, and for a script that does not come: the server answers with a page.
      action="/api/leads/form"
      method="post"
      onSubmit={(event) => void lead.submit(event)}
      noValidate
      aria-label={label}
    >
      <LeadInputs form={form} id={id} disabled={sending} />
      <Challenge state={challenge} id={id} />
      <div ref={said} className={styles.said} aria-live="polite">
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
