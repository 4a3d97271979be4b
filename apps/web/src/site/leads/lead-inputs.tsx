import { messageMax } from '#modules/leads/rules.ts'
import { Field, TextArea } from '../../ui/field.tsx'
import type { LeadField } from './lead-fields.ts'
import styles from './lead-form.module.css'
import type { LeadForm } from './use-lead-form.ts'

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
      <div className={styles.pair}>
        <Field label="Name" placeholder="Jordan Avery" autoComplete="name" required {...wire('name')} />
        <Field
          label="Contact Number"
          placeholder="+1 (555) 010-0142"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          required
          {...wire('contactNumber')}
        />
      </div>
      <div className={styles.pair}>
        <Field
          label="Email"
          placeholder="jordan@company.com"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          {...wire('email')}
          {...(form.plusRemoved && {
            help: 'A “+” is not accepted here and was left out. Please check the address.',
          })}
        />
        <Field
          label="Company Name"
          placeholder="Avery & Sons"
          autoComplete="organization"
          required
          {...wire('companyName')}
        />
      </div>
      <TextArea
        label="Your Message"
        placeholder="What are you trying to change?"
        rows={2}
        optional
        aside={`${form.values.message.length}/${messageMax} characters`}
        {...wire('message')}
      />
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
