import type { OrganizationView } from '#modules/identity/organizations/contract.ts'
import { Field } from '../../ui/field.tsx'
import styles from './buy.module.css'

/** The organization's details for its invoices. */
export type Organization = Omit<OrganizationView, 'reference' | 'billingEmail' | 'billingEmailConfirmed'>

export type CompanyField = Exclude<keyof Organization, 'id'>

/** The fields in the order of the form: the browser's autocomplete value, and whether an invoice needs the field. */
const fields: readonly {
  name: CompanyField
  label: string
  autoComplete: string
  optional?: boolean
  half?: boolean
}[] = [
  { name: 'name', label: 'Company', autoComplete: 'organization' },
  { name: 'addressLine1', label: 'Street and number', autoComplete: 'address-line1' },
  { name: 'postalCode', label: 'Postal code', autoComplete: 'postal-code', optional: true, half: true },
  { name: 'city', label: 'City', autoComplete: 'address-level2', half: true },
  { name: 'country', label: 'Country', autoComplete: 'country-name', half: true },
  { name: 'taxId', label: 'VAT or tax number', autoComplete: 'off', optional: true, half: true },
]
const rare: typeof fields = [
  { name: 'addressLine2', label: 'Address line 2', autoComplete: 'address-line2', optional: true },
  { name: 'region', label: 'State or region', autoComplete: 'address-level1', optional: true },
]

const labels = Object.fromEntries([...fields, ...rare].map(({ name, label }) => [name, label]))

/** The messages about fields that an invoice needs and that are empty, by field. */
export function missingOf(organization: Organization): Partial<Record<CompanyField, string>> {
  const missing = fields.filter(({ name, optional }) => !optional && organization[name].trim() === '')
  return Object.fromEntries(missing.map(({ name, label }) => [name, `${label} is needed for the invoice.`]))
}

/** The server's message about a field, after its label: "City" "must be at most 120 characters". */
export const withLabel = (name: CompanyField, message: string): string => `${labels[name]} ${message}`

export interface CompanyFieldsProps {
  organization: Organization
  problems: Partial<Record<CompanyField, string>>
  onChange: (part: Partial<Organization>) => void
}

/** The fields of the company's invoice address. */
export function CompanyFields({ organization, problems, onChange }: CompanyFieldsProps) {
  const input = ({ name, label, autoComplete, optional, half }: (typeof fields)[number]) => (
    <div key={name} className={half ? undefined : styles.whole}>
      <Field
        label={label}
        optional={optional ?? false}
        autoComplete={autoComplete}
        maxLength={120}
        value={organization[name]}
        error={problems[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </div>
  )
  const open = rare.some(({ name }) => organization[name] !== '' || problems[name] !== undefined)
  return (
    <>
      <div className={styles.pair}>{fields.map(input)}</div>
      <details className={styles.more} open={open}>
        <summary>
          More address fields <span>optional</span>
        </summary>
        <div className={styles.pair}>{rare.map(input)}</div>
      </details>
    </>
  )
}
