import type { ChangeEvent, CompositionEvent } from 'react'
import { type LeadField, leadFields, messageMax } from '#modules/leads/rules.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import styles from './lead-form.module.css'
import type { LeadForm } from './use-lead-form.ts'

/** The fields in rows of two. */
const pairs = [leadFields.slice(0, 2), leadFields.slice(2, 4), leadFields.slice(4)]

/** The fields of a lead, and the hidden honeypot. */
export function LeadInputs({ form, id, disabled }: { form: LeadForm; id: string; disabled: boolean }) {
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
