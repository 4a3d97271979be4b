import {
  checkCompany,
  checkEmail,
  checkName,
  checkPhone,
  filterCompany,
  filterEmail,
  filterMessage,
  filterName,
  filterPhone,
} from '#modules/leads/rules.ts'

export interface LeadValues {
  name: string
  contactNumber: string
  email: string
  companyName: string
  message: string
}

export type LeadField = keyof LeadValues

export const emptyLead: LeadValues = { name: '', contactNumber: '', email: '', companyName: '', message: '' }

/** What is kept of what was typed into a field. */
export function filtered(field: LeadField, typed: string, allowPlus: boolean): string {
  switch (field) {
    case 'name':
      return filterName(typed)
    case 'contactNumber':
      return filterPhone(typed)
    case 'email':
      return filterEmail(typed, allowPlus)
    case 'companyName':
      return filterCompany(typed)
    case 'message':
      return filterMessage(typed)
  }
}

/** One sentence per field that is not yet complete; an empty record means the form may be sent. */
export function problemsOf(values: LeadValues): Partial<Record<LeadField, string>> {
  const found: [LeadField, string | null][] = [
    ['name', checkName(values.name)],
    ['contactNumber', checkPhone(values.contactNumber)],
    ['email', checkEmail(values.email)],
    ['companyName', checkCompany(values.companyName)],
  ]
  return Object.fromEntries(found.filter(([, problem]) => problem !== null))
}
