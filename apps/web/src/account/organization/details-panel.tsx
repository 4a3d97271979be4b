import { type FormEvent, useId, useMemo, useState } from 'react'
import type { saveOrganization } from '#modules/identity/organizations/contract.ts'
import { useAction } from '../../lib/answers.ts'
import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { notify } from '../../lib/notify.ts'
import { useRefusedFocus } from '../../lib/refused-focus.ts'
import { type CompanyField, CompanyFields, missingOf, withLabel } from '../../shop/company/company-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FormProblem } from '../../ui/field.tsx'
import styles from './organization.module.css'
import { type ManagedOrganization, ofOrganizations } from './organizations.ts'

type Details = Pick<ManagedOrganization, CompanyField | 'reference' | 'billingEmail'>
type Problems = Partial<Record<keyof Details, string>>

const names = [
  ...(['id', 'name', 'addressLine1', 'addressLine2', 'postalCode', 'city', 'region', 'country'] as const),
  ...(['taxId', 'reference', 'billingEmail'] as const),
]
const ownLabels: Partial<Record<string, string>> = {
  reference: 'Purchase order number',
  billingEmail: 'Email for invoices',
}

/** The organization's details for invoices, used from the next order on. */
export function DetailsPanel({ organization }: { organization: ManagedOrganization }) {
  const heading = useId()
  const [typed, setTyped] = useState(() => of(organization))
  const [missing, setMissing] = useState<Problems>({})
  const saving = useAction<typeof saveOrganization>('POST', '/api/organizations', ofOrganizations)
  const refused = useMemo<Problems>(() => {
    const known = problemsByInput(saving.error, (path) =>
      (names as readonly string[]).includes(path) ? (path as keyof Details) : undefined,
    )
    return Object.fromEntries(
      Object.entries(known).map(([name, text]) => [
        name,
        ownLabels[name] === undefined ? withLabel(name as CompanyField, text) : `${ownLabels[name]} ${text}`,
      ]),
    )
  }, [saving.error])
  const problems = Object.keys(missing).length > 0 ? missing : refused
  const form =
    saving.isError && Object.keys(refused).length === 0
      ? (saidByServer(saving.error) ?? 'Not saved. Please try again.')
      : undefined
  const isWaiting =
    !organization.billingEmailConfirmed &&
    typed.billingEmail !== '' &&
    typed.billingEmail === organization.billingEmail
  const change = (part: Partial<typeof typed>): void => {
    setMissing({})
    setTyped((now) => ({ ...now, ...part }))
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    const lacking = missingOf(typed)
    setMissing(lacking)
    if (Object.keys(lacking).length > 0 || saving.isPending) return
    saving.mutate(
      { body: typed },
      { onSuccess: () => notify.success('Saved. Your next order will use these details.') },
    )
  }

  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>Details for invoices</h2>
      <p className={styles.note}>
        Your next order uses these details. Invoices and other documents already issued do not change.
      </p>
      <form ref={useRefusedFocus(problems)} className={styles.details} noValidate onSubmit={submit}>
        <CompanyFields organization={typed} problems={problems} onChange={change} />
        <Field
          label="Purchase order number"
          optional
          autoComplete="off"
          maxLength={60}
          value={typed.reference}
          error={problems.reference}
          help="Used for every order, for example a cost center. You can enter a different one for each order."
          onChange={(event) => change({ reference: event.target.value })}
        />
        <Field
          type="email"
          label="Email for invoices"
          optional
          autoComplete="off"
          value={typed.billingEmail}
          error={problems.billingEmail}
          help={
            isWaiting
              ? 'Waiting for confirmation: we have sent an email with a link to this address. Until its owner confirms, documents go only to the person who places the order. Save again to repeat the email.'
              : 'Invoices, receipts and reminders go to this address and to the person who places the order.'
          }
          onChange={(event) => change({ billingEmail: event.target.value })}
        />
        <FormProblem text={form} />
        <div>
          <Button type="submit" variant="secondary" busy={saving.isPending} busyText="Saving...">
            Save details
          </Button>
        </div>
      </form>
    </section>
  )
}

const of = (organization: ManagedOrganization) =>
  Object.fromEntries(names.map((name) => [name, organization[name] ?? ''])) as Pick<
    ManagedOrganization,
    (typeof names)[number]
  >
