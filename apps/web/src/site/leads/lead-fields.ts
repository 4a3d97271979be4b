import { type LeadField, leadFields } from '#modules/leads/rules.ts'

export type LeadValues = Record<LeadField, string>

export const emptyLead = Object.fromEntries(leadFields.map(({ name }) => [name, ''])) as LeadValues

/** What is kept of what was typed into a field. */
export function filtered(field: LeadField, typed: string, allowPlus: boolean): string {
  return leadFields.find(({ name }) => name === field)?.filter(typed, allowPlus) ?? typed
}

/** One sentence per field that is not yet complete; an empty record means the form may be sent. */
export function problemsOf(values: LeadValues): Partial<Record<LeadField, string>> {
  const found = leadFields.map((field) => [
    field.name,
    'check' in field ? field.check(values[field.name]) : null,
  ])
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}
