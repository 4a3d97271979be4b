import { type LeadField, leadFields } from '#modules/leads/rules.ts'
import { visible } from '#platform/kernel/plain.ts'

export type LeadValues = Record<LeadField, string>

export const emptyLead = Object.fromEntries(leadFields.map(({ name }) => [name, ''])) as LeadValues

const checkedWords: Record<LeadField, string> = {
  ...{ name: 'name', contactNumber: 'number', email: 'address' },
  ...{ companyName: 'company name', message: 'message' },
}

/** The typed text, folded, without the characters that the field does not accept. */
export function filtered(field: LeadField, typed: string, allowPlus: boolean): string {
  return leadFields.find(({ name }) => name === field)?.filter(typed, allowPlus) ?? typed
}

/** What is removed from the typed text as a sentence; undefined if every visible character is kept or folded. */
export function removedNote(field: LeadField, typed: string, allowPlus: boolean): string | undefined {
  // A full stop in a telephone number is folded after a digit only.
  const kept = (text: string) => filtered(field, `1${text}`, allowPlus)
  const removed = [...new Set(visible(typed))].filter((each) => each.trim() !== '' && kept(each) === kept(''))
  if (removed.length === 0) return undefined
  const signs = removed.map((each) => `“${each}”`).join(', ')
  const what =
    removed.length === 1 ? `A ${signs} is not allowed here and was` : `${signs} are not allowed here and were`
  return `${what} removed. Please check the ${checkedWords[field]}.`
}

/** One message for each incomplete field; if empty, the form can be sent. */
export function problemsOf(values: LeadValues): Partial<Record<LeadField, string>> {
  const found = leadFields.map((field) => [
    field.name,
    'check' in field ? field.check(values[field.name]) : null,
  ])
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}
