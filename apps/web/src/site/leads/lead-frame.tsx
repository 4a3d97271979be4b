import { type ChangeEvent, type CompositionEvent, type ReactNode, useEffect, useRef } from 'react'
import { type LeadField, leadFields, messageMax } from '#modules/leads/rules.ts'
import { Button } from '../../ui/button.tsx'
import { Challenge } from '../../ui/challenge.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/surface.tsx'
import styles from './lead-form.module.css'
import type { LeadForm } from './use-lead-form.ts'
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

/** The fields in rows of two. */
const pairs = [leadFields.slice(0, 2), leadFields.slice(2, 4), leadFields.slice(4)]

/** The fields of a lead, and the hidden honeypot. */
function LeadInputs({ form, id, disabled }: { form: LeadForm; id: string; disabled: boolean }) {
  const propsOf = (field: LeadField) => ({
    id: `${id}-${field}`,
    name: field,
    value: form.values[field],
    error: form.problems[field],
    readOnly: disabled,
    help: form.notes[field],
    onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.set(field, target.value, (nativeEvent as InputEvent).isComposing),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      form.set(field, currentTarget.value),
    onBlur: () => form.leave(field),
  })
  return (
    <>
      {pairs.map((pair) => (
        <div key={pair[0]?.name} className={pair.length > 1 ? styles.pair : undefined}>
          {pair.map((field) => {
            const { name, label, placeholder } = field
            const common = { label, placeholder, ...propsOf(name) }
            if ('multiline' in field)
              return (
                <TextArea
                  key={name}
                  {...common}
                  rows={2}
                  optional
                  aside={`${form.values[name].length}/${messageMax} characters`}
                />
              )
            return (
              <Field
                key={name}
                {...common}
                {...('type' in field && { type: field.type, inputMode: field.type })}
                autoComplete={field.autocomplete}
                required
              />
            )
          })}
        </div>
      ))}
      <div className={styles.honeypot} aria-hidden="true">
        <label htmlFor={`${id}-website`}>Leave this empty</label>
        <input
          id={`${id}-website`}
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={form.honeypot}
          onChange={(event) => form.setHoneypot(event.target.value)}
        />
      </div>
    </>
  )
}
