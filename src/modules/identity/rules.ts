/**
 * The rules of the account forms, with their texts. Client and server run the same functions; each returns the first
 * broken rule as a sentence, or null. No library is imported, so that the browser loads little.
 */
import { canonicalEmail, emailMax } from '#platform/contract/email.ts'
import type { FieldProblem } from '#platform/kernel/error.ts'
import { nameLetters, plain, plainPhone, visible } from '#platform/kernel/plain.ts'
import { isCommonPassword } from './domain/common-passwords.ts'

export const limits = {
  fullNameMin: 3,
  fullNameMax: 200,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  companyMin: 2,
  companyMax: 100,
  codeDigits: 6,
  resendCooldownSeconds: 60,
} as const

export const messages = {
  challengeMissing: 'Please complete the security verification.',
  challengeFailed: 'Security verification failed. Please try again.',
  challengeExpired: 'Security verification expired. Please try again.',
  emailTaken: 'An account with this email already exists',
  invalidCode: 'Invalid OTP code. Please try again.',
  registrationNotFound: 'Registration data not found. Please try again.',
  invalidCredentials: 'Invalid email or password. Please check your credentials and try again.',
  namesRequired: 'First name and last name are required',
  passwordFieldsRequired: 'All password fields are required',
} as const

/** Letters, spaces, apostrophes and hyphens. */
const nameShape = new RegExp(`^[${nameLetters} '-]+$`, 'u')
/** A letter that stands for a syllable, a word, or a consonant whose vowel is not written. */
const longLetter =
  /(?=\p{L})[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}]/gu

/** The form in which an address is stored and compared. An invalid address keeps its characters and matches no account. */
export function normalizeEmail(email: string): string {
  return canonicalEmail(email) ?? email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

export function checkFullName(fullName: string): string | null {
  const name = plain(fullName).trim()
  if (name === '') return 'Full name is required'
  if (name.length > limits.fullNameMax) return `Full name is too long (max ${limits.fullNameMax} characters)`
  // The limit is meant for Latin letters: a long letter counts as two, so that a name such as 王伟 is long enough.
  if (name.length + (name.match(longLetter)?.length ?? 0) < limits.fullNameMin)
    return 'Full name must be at least 3 characters'
  if (!nameShape.test(name)) return 'Full name contains invalid characters'
  return null
}

export function checkEmail(email: string): string | null {
  const address = email.trim()
  if (address === '') return 'Email is required'
  if (address.length > emailMax && /^[^\s@]+@[^\s@]+$/.test(address)) return 'Email address is too long'
  return canonicalEmail(address) === null ? 'Please enter a valid email address' : null
}

export function checkPassword(password: string): string | null {
  if (password === '') return 'Password is required'
  if (password.length < limits.passwordMin) return 'Password must be at least 8 characters long'
  if (password.length > limits.passwordMax) return 'Password is too long (max 128 characters)'
  if (!/\p{Ll}/u.test(password) || !/\p{Lu}/u.test(password) || !/\d/.test(password))
    return 'Password must contain uppercase, lowercase, and number'
  if (/\s/.test(password)) return 'Password cannot contain spaces'
  if (isCommonPassword(password)) return 'Password is too common. Please choose another one.'
  return null
}

export function checkConfirmPassword(password: string, confirmPassword: string): string | null {
  if (confirmPassword === '') return 'Please confirm your password'
  if (confirmPassword !== password) return 'Passwords do not match'
  return null
}

/** Optional: an optional + and 7 to 15 digits, ignoring spaces, dashes, parentheses, full stops and slashes. */
export function checkPhone(phone: string): string | null {
  const number = plainPhone(phone).trim()
  if (number === '') return null
  const isPlausible = number.length <= 100 && /^\+?\d{7,15}$/.test(number.replace(/[\s()./-]/g, ''))
  return isPlausible ? null : 'Please enter a valid phone number'
}

/** Optional. */
export function checkCompany(company: string): string | null {
  const name = visible(company).trim()
  if (name === '') return null
  if (name.length < limits.companyMin) return 'Company name must be at least 2 characters'
  if (name.length > limits.companyMax) return 'Company name is too long (max 100 characters)'
  return null
}

export function checkCode(code: string): string | null {
  if (code === '') return 'Please enter the OTP code'
  return /^\d{6}$/.test(code) ? null : 'OTP code must be 6 digits'
}

/** "Anna Maria Rossi" becomes "Anna" and "Maria Rossi"; one word leaves the last name empty. */
export function splitFullName(fullName: string): { firstName: string; lastName: string } {
  const [firstName = '', ...rest] = plain(fullName).trim().split(/\s+/)
  return { firstName, lastName: rest.join(' ') }
}

export interface SignUp {
  firstName: string
  lastName: string
  email: string
  password: string
  phone?: string | null | undefined
  company?: string | null | undefined
}

/** Every broken rule of a registration with its field, in the order of the form; the full name's field is `firstName`. */
export function checkSignUp(form: SignUp): FieldProblem[] {
  return broken({
    firstName: checkFullName(`${form.firstName.trim()} ${form.lastName.trim()}`),
    email: checkEmail(form.email),
    password: checkPassword(form.password),
    phone: checkPhone(form.phone ?? ''),
    company: checkCompany(form.company ?? ''),
  })
}

function broken(rules: Record<string, string | null>): FieldProblem[] {
  return Object.entries(rules).flatMap(([path, message]) => (message === null ? [] : { path, message }))
}

export interface Profile {
  firstName: string
  lastName: string
  phone?: string | null | undefined
  company?: string | null | undefined
}

/**
 * Every broken rule of a profile with its field; the full name's field is `firstName`. A name that is not edited is not
 * judged: sign-up takes names of one word. In a profile a full stop is part of a name, as in "Martin Luther King Jr.".
 * @param stored the name of the account
 */
export function checkProfile(
  form: Profile,
  stored?: Pick<Profile, 'firstName' | 'lastName'>,
): FieldProblem[] {
  const isEdited = form.firstName !== stored?.firstName || form.lastName !== stored.lastName
  if (isEdited && (form.firstName.trim() === '' || form.lastName.trim() === '')) {
    const path = form.firstName.trim() === '' ? 'firstName' : 'lastName'
    return [{ path, message: messages.namesRequired }]
  }
  const name = `${form.firstName.trim()} ${form.lastName.trim()}`
  return broken({
    firstName: isEdited ? checkFullName(name.replace(/(?<=\p{L})\./gu, '')) : null,
    phone: checkPhone(form.phone ?? ''),
    company: checkCompany(form.company ?? ''),
  })
}
