import type { Customers } from '#modules/identity/index.ts'
import { refusedField } from '#platform/kernel/error.ts'
import { holdsIban } from '../domain/iban.ts'
import type { Loaded } from './loaded.ts'

/**
 * Free text of finance ends in a log that cannot forget, so it must not name the buyer: no mail address, none of the
 * buyer's names as a word, no user name (what is before the @ of the buyer's address), no phone number. A filter
 * knows what this buyer is called and what numbers look like; it does not understand text, so a nickname, another
 * person's name or a street passes.
 * @throws AppError invalid `NAMES_A_PERSON`, with the field in its sentence.
 */
export async function refusePeople(
  field: string,
  text: string,
  { order }: Loaded,
  customers: Customers,
): Promise<void> {
  const buyer = order.placed === null ? null : await customers.get(order.placed.buyerId)
  const names = buyer === null ? [] : [buyer.firstName, ...buyer.lastName.split(/\s+/)]
  const words = new Set(text.toLocaleLowerCase().match(/\p{L}+/gu) ?? [])
  const named = names.some((name) => name.length > 1 && words.has(name.toLocaleLowerCase()))
  const user = buyer?.email.split('@')[0] ?? ''
  if (
    named ||
    text.includes('@') ||
    holdsUser(text, user) ||
    holdsPhone(text, buyer?.phone ?? '') ||
    holdsIban(text)
  ) {
    throw namesAPerson(field)
  }
}

/** What says nothing of who a company is. */
const commonWords = new Set(['gmbh', 'limited', 'company', 'group', 'holding', 'bank'])

/**
 * The same for a text about a bank transfer: it names neither its sender nor an account.
 * @param sender as the bank names them; null once erased
 * @throws AppError invalid `NAMES_A_PERSON`, with the field in its sentence.
 */
export function refuseSender(field: string, text: string, sender: string | null): void {
  const words = new Set(text.toLocaleLowerCase().match(/\p{L}+/gu) ?? [])
  const names = (sender?.toLocaleLowerCase().match(/\p{L}+/gu) ?? []).filter(
    (word) => word.length > 3 && !commonWords.has(word),
  )
  if (names.some((name) => words.has(name)) || text.includes('@') || holdsIban(text) || holdsPhone(text, ''))
    throw namesAPerson(field)
}

const namesAPerson = (field: string) =>
  refusedField('NAMES_A_PERSON', field, 'this text is kept for good, so it must not name the customer')

/** The user name as a word of its own. */
function holdsUser(text: string, user: string): boolean {
  if (user.length < 3) return false
  const escaped = user.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\d])${escaped}(?![\\p{L}\\d])`, 'iu').test(text)
}

/**
 * The buyer's own number, however it is spaced, and what looks like one: a plus with seven digits, or nine digits in
 * groups. Dates, amounts, and the digits in ids and document numbers are none.
 */
function holdsPhone(text: string, own: string): boolean {
  const digits = own.replace(/\D/g, '').slice(-7)
  if (digits.length === 7 && text.replace(/[\s()./-]/g, '').includes(digits)) return true
  const rest = text.replace(/\b\d{4}-(?:\d{2}-\d{2}|\d{6})\b/g, ' , ')
  if (/\+\s?\d(?:[\s()./-]{0,2}\d){6}/.test(rest)) return true
  const groups = rest.match(/(?<![\w.,-])\(?\d{2,15}\)?(?:[ ./-]\(?\d{2,15}\)?)*(?![\w,-])/g) ?? []
  return groups.some((group) => group.replace(/\D/g, '').length >= 9)
}
