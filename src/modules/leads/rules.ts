/**
 * What the lead form and the whitepaper form accept, for browser and server alike. Each filter says what is kept of
 * what was typed; each check answers the sentence to show, or null.
 */
export const leadTypes = ['normal_lead', 'whitepaper_download', 'pre_order_book'] as const
export type LeadType = (typeof leadTypes)[number]

export const messageMax = 500
export const nameMin = 2
export const phoneMin = 7
export const companyMin = 2
const longest = 200

/** Letters (any script), spaces, hyphen, apostrophe, period. */
export const filterName = (typed: string): string =>
  typed.replace(/[^\p{L}\p{M} \-'’.]/gu, '').slice(0, longest)
/** Digits, spaces, hyphen, plus, parentheses. */
export const filterPhone = (typed: string): string => typed.replace(/[^\d \-+()]/g, '').slice(0, 40)
/** Letters, digits, @, period, hyphen, underscore; plus only where the settings admit it. */
export const filterEmail = (typed: string, allowPlus = false): string =>
  typed.replace(allowPlus ? /[^\p{L}\d@.\-_+]/gu : /[^\p{L}\d@.\-_]/gu, '').slice(0, 254)
/** Letters, digits, spaces, hyphen, apostrophe, period, comma, ampersand, parentheses. */
export const filterCompany = (typed: string): string =>
  typed.replace(/[^\p{L}\p{M}\d \-'’.,&()]/gu, '').slice(0, longest)
export const filterMessage = (typed: string): string => typed.slice(0, messageMax)

export const checkName = (name: string): string | null =>
  name.trim().length < nameMin ? `Name must be at least ${nameMin} characters` : null

export function checkPhone(phone: string): string | null {
  if (phone.trim().length < phoneMin) return `Contact number must be at least ${phoneMin} characters`
  return /^[\d \-+()]+$/.test(phone.trim())
    ? null
    : 'Contact number may hold digits, spaces, hyphen, plus and parentheses'
}

/** One @ with something before it and a dotted name after it; no white space. Linear time on any input. */
export function checkEmail(email: string): string | null {
  const sentence = 'Please enter a valid email address'
  if (email.length === 0 || email.length > 254 || /\s/.test(email)) return sentence
  const at = email.indexOf('@')
  if (at < 1 || at !== email.lastIndexOf('@')) return sentence
  const labels = email.slice(at + 1).split('.')
  return labels.length >= 2 && labels.every((label) => /^[\p{L}\d-]{1,63}$/u.test(label)) ? null : sentence
}

export const checkCompany = (company: string): string | null =>
  company.trim().length < companyMin ? `Company name must be at least ${companyMin} characters` : null
