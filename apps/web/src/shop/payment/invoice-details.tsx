import { useEffect, useRef, useState } from 'react'
import { Field } from '../../ui/field.tsx'
import styles from './invoice-details.module.css'
import { type InvoiceDetails, type InvoiceField, invoiceFieldLabels } from './use-invoice-details.ts'

/** The fields in the order of the form: the browser's autocomplete value, and whether an address needs the field. */
const fields: readonly { name: InvoiceField; autoComplete: string; optional: boolean; half?: boolean }[] = [
  { name: 'company', autoComplete: 'organization', optional: true },
  { name: 'addressLine1', autoComplete: 'address-line1', optional: false },
  { name: 'addressLine2', autoComplete: 'address-line2', optional: true },
  { name: 'postalCode', autoComplete: 'postal-code', optional: true, half: true },
  { name: 'city', autoComplete: 'address-level2', optional: false, half: true },
  { name: 'region', autoComplete: 'address-level1', optional: true, half: true },
  { name: 'country', autoComplete: 'country-name', optional: false, half: true },
  { name: 'taxId', autoComplete: 'off', optional: true },
]
const help = 'Printed on your invoice. You can change these details until you have paid.'

/** Company, billing address and tax number: always visible if they are required, else collapsed at first. */
export function InvoiceDetailsFields({ details }: { details: InvoiceDetails }) {
  const { asked, values, problems } = details
  const [open, setOpen] = useState(() => values.addressLine1 !== '' || values.taxId !== '')
  const form = useRef<HTMLDivElement>(null)
  const hasProblem = Object.values(problems).some((problem) => problem !== undefined)

  useEffect(() => {
    if (!hasProblem) return
    setOpen(true)
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [hasProblem])

  if (asked === 'off') return null
  const inputs = (
    <div className={styles.fields} ref={form}>
      {fields.map(({ name, autoComplete, optional, half }) => (
        <div key={name} className={half ? undefined : styles.whole}>
          <Field
            label={invoiceFieldLabels[name]}
            optional={optional}
            autoComplete={autoComplete}
            maxLength={120}
            value={values[name]}
            error={problems[name]}
            onChange={(event) => details.change(name, event.target.value)}
          />
        </div>
      ))}
    </div>
  )
  if (asked === 'required')
    return (
      <fieldset className={styles.required}>
        <legend>Invoice details</legend>
        <p className={styles.help}>{help}</p>
        {inputs}
      </fieldset>
    )
  return (
    <details className={styles.optional} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Invoice details <span>optional</span>
      </summary>
      <p className={styles.help}>{help}</p>
      {inputs}
    </details>
  )
}
