export type RegistrationField = 'email' | 'password' | 'fullName'

/**
 * Puts the server's sentences onto the fields they speak of, by their words. What fits no field is
 * left out; an empty result means that the form shows its general sentence.
 */
export function fieldErrors(errors: readonly string[]): Partial<Record<RegistrationField, string>> {
  const fields: Partial<Record<RegistrationField, string>> = {}
  for (const error of errors) {
    const field = fieldOf(error)
    if (field && fields[field] === undefined) fields[field] = error
  }
  return fields
}

function fieldOf(error: string): RegistrationField | null {
  const text = error.toLowerCase()
  if (/e-?mail/.test(text)) return 'email'
  if (text.includes('password')) return 'password'
  if (text.includes('name') && !text.includes('company')) return 'fullName'
  return null
}

/** Digits only, at most six: what the code input keeps of what was typed or pasted. */
export function codeDigits(text: string): string {
  return text.replace(/\D/g, '').slice(0, 6)
}

/** Whole seconds until `until`, never below zero. */
export function secondsLeft(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / 1000))
}
