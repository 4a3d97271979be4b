import { plain } from '#platform/kernel/plain.ts'

/** The number of an account, a bank or a payment as it is compared: without spaces, in upper case. */
export const compactNumber = (typed: string): string => plain(typed).replace(/\s/g, '').toUpperCase()

/** ISO 13616: the country and check digits go to the end, letters are two digits, and the rest of 97 is 1. */
export function isIban(text: string): boolean {
  const iban = compactNumber(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = [...iban.slice(4), ...iban.slice(0, 4)].map((each) => Number.parseInt(each, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

const written =
  /(?<![\p{L}\d])[A-Z]{2}\d{2}(?:[A-Z0-9]{11,30}|(?: [A-Z0-9]{4}){2,7}(?: [A-Z0-9]{1,3})?)(?![\p{L}\d])/giu

/** Whether a text contains one, whole or in groups of four. References of orders (`RF…`) are none. */
export const holdsIban = (text: string): boolean =>
  (plain(text).match(written) ?? []).some((found) => !/^RF/i.test(found) && isIban(found))
