import { saidByServer } from '../../lib/failure-text.ts'
import { problemsByInput } from '../../lib/field-problems.ts'
import { type CompanyField, withLabel } from './company-fields.tsx'

/** The messages of the purchase form, by field; `form` is about the whole form. */
export type Problems = Partial<
  Record<CompanyField | 'seats' | 'couponCode' | 'cohortId' | 'privateStart' | 'reference' | 'form', string>
>

/** The server's message about the code. */
export const codeProblem = (failure: unknown): string | undefined =>
  problemsByInput(failure, (path) => (path === 'couponCode' ? path : undefined)).couponCode

const company = ['name', 'addressLine1', 'addressLine2', 'postalCode', 'city', 'region', 'country', 'taxId']

/** The messages by field; without any, the server's message for the whole form. */
export function problemsOf(failure: unknown): Problems {
  const known = problemsByInput(failure, (path) =>
    [...company, 'seats', 'couponCode', 'cohortId', 'privateStart', 'reference'].includes(path)
      ? (path as keyof Problems)
      : undefined,
  )
  const entries = Object.entries(known).map(([field, message]) => [
    field,
    company.includes(field) ? withLabel(field as CompanyField, message) : message,
  ])
  if (entries.length > 0) return Object.fromEntries(entries)
  return { form: saidByServer(failure) ?? 'Something went wrong. Nothing was ordered. Please try again.' }
}
