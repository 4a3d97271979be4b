import { type LeadField, leadFields } from '#modules/leads/rules.ts'

export type LeadValues = Record<LeadField, string>

export const emptyLead = Object.fromEntries(leadFields.map(({ name }) => [name, ''])) as LeadValues

/** The typed text without the characters that the field does not accept. */
export function filtered(field: LeadField, typed: string, allowPlus: boolean): string {
  return leadFields.find(({ name }) => name === field)?.filter(typed, allowPlus) ?? typed
}

/** One message for each incomplete field; if empty, the form can be sent. */
export function problemsOf(values: LeadValues): Partial<Record<LeadField, string>> {
  const found = leadFields.map((field) => [
    field.name,
    'check' in field ? field.check(values[field.name]) : null,
  ])
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}
