import { type LeadField, leadFields, messageMax } from '#modules/leads/rules.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import styles from './lead-form.module.css'
import type { LeadForm } from './use-lead-form.ts'

/** The fields stand side by side, two in a row. */
const pairs = [leadFields.slice(0, 2), leadFields.slice(2, 4), leadFields.slice(4)]

/** The fields of a lead, and one that people do not see. */
export function LeadInputs({ form, id, disabled }: { form: LeadForm; id: string; disabled: boolean }) {
  const wire = (field: LeadField) => ({
    id: `${id}-${field}`,
    name: field,
    value: form.values[field],
    error: form.problems[field],
    readOnly: disabled,
    onChange: (event: { target: { value: string } }) => form.set(field, event.target.value),
    onBlur: () => form.leave(field),
  })
  return (
    <>
      {pairs.map((pair) => (
        <div key={pair[0]?.name} className={pair.length > 1 ? styles.pair : undefined}>
          {pair.map((field) => {
            const { name, label, placeholder } = field
            const common = { label, placeholder, ...wire(name) }
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
                {...(name === 'email' &&
                  form.plusRemoved && {
                    help: 'A “+” is not accepted here and was left out. Please check the address.',
                  })}
              />
            )
          })}
        </div>
      ))}
      <div className={styles.trap} aria-hidden="true">
        <label htmlFor={`${id}-website`}>Leave this empty</label>
        <input
          id={`${id}-website`}
          name="website"
          tabIndex={-1}
          autoComplete="off"
          value={form.trap}
          onChange={(event) => form.setTrap(event.target.value)}
        />
      </div>
    </>
  )
}
